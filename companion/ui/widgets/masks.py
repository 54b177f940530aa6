"""Masks: figures as pixels with smooth edges, which a screen draws in any colour.

The window has no multisampling, and meshes would have jagged edges. So every small figure is drawn
once for each size, as one byte of coverage a pixel. No Kivy.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import cos, floor, hypot, pi, sin
from operator import add

from companion.palette import PLAYER_SHAPES

Point = tuple[float, float]
Polygon = Sequence[Point]

SAMPLES = 8
"""Lines of a pixel in which its coverage is measured; along a line it is exact."""


def coverage(polygons: Iterable[Polygon], side: int) -> bytes:
    """Return the covered part of each pixel of a square, 0 to 255, row by row from the bottom.

    Coordinates are pixels with y up. A point is covered if an odd number of polygons has it: a
    polygon within another one is a hole.
    """
    edges = [
        (one, other) if one[1] < other[1] else (other, one)
        for polygon in polygons
        for one, other in pairwise([*polygon, polygon[0]])
        if one[1] != other[1]
    ]
    pixels = bytearray()
    for row in range(side):
        near = [edge for edge in edges if edge[0][1] < row + 1 and edge[1][1] > row]
        partly, wholly = [0.0] * (side + 1), [0] * (side + 2)
        for sample in range(SAMPLES):
            _add_line(partly, wholly, near, row + (sample + 0.5) / SAMPLES)
        shares = map(add, partly[:side], accumulate(wholly))
        pixels += bytes(min(255, round(255 * share / SAMPLES)) for share in shares)
    return bytes(pixels)


def _add_line(
    partly: list[float], wholly: list[int], edges: list[tuple[Point, Point]], y: float
) -> None:
    """Add the parts of the pixels that are covered along the line at ``y``.

    ``wholly`` has one more where a run of covered pixels begins, and one less after its end.
    """
    side = len(partly) - 1
    crossings = sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in edges if y0 <= y < y1
    )
    for start, end in zip(crossings[::2], crossings[1::2], strict=True):
        left, right = max(0.0, start), min(float(side), end)
        if left >= right:
            continue
        first, last = floor(left), floor(right)
        partly[last] += right - last
        partly[first] -= left - first
        wholly[first] += 1
        wholly[last] -= 1


def circle(radius: float) -> Polygon:
    """Return a circle around the origin."""
    angles = [2 * pi * i / _CORNERS for i in range(_CORNERS)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


_CORNERS = 48


def figure(name: str) -> list[Polygon]:
    """Return a figure as polygons from -1 to 1: a shape of a player or one of ``FIGURES``."""
    if name in PLAYER_SHAPES:
        return [PLAYER_SHAPES[name]]
    return FIGURES[name]


FIGURES: dict[str, list[Polygon]] = {
    "disc": [circle(0.98)],
    "ring": [circle(0.88), circle(0.82)],
}
"""Figures besides the shapes of players."""


def mask(name: str, side: int) -> bytes:
    """Return the coverage of a figure in a square of ``side`` pixels."""
    half = side / 2
    return coverage(
        ([(half + half * x, half + half * y) for x, y in polygon] for polygon in figure(name)), side
    )


def rounded(corners: Sequence[int]) -> tuple[int, bytes]:
    """Return the side and the coverage of a square with round corners and little between them.

    ``corners`` are the radii in pixels: top left, top right, bottom right, bottom left.
    """
    top_left, top_right, bottom_right, bottom_left = corners
    largest = max(corners)
    side = 2 * largest + 2
    pixels = bytearray()
    for y in range(side):
        left, right = (bottom_left, bottom_right) if y <= largest else (top_left, top_right)
        for x in range(side):
            radius = max(0.5, left if x <= largest else right)
            # From the middle of the corner to that of the pixel, if it is in the corner at all.
            away = hypot(*(max(0.0, radius - 0.5 - min(i, side - 1 - i)) for i in (x, y)))
            pixels.append(round(255 * min(1.0, max(0.0, radius + 0.5 - away))))
    return side, bytes(pixels)
