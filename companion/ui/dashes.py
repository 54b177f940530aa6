"""Dashed outline of a rounded rectangle as triangles; Kivy dashes only thin lines. No Kivy."""

from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, width and height."""

DASH, GAP = 4.0, 3.0
"""Lengths of a dash and of a gap, in widths of the line."""
STEPS = 6
"""Segments of a corner."""


def dashes(box: Box, radius: float, width: float) -> list[float]:
    """Return the vertices of the triangles, four numbers each, of a line within ``box``."""
    outline = _outline(box, radius, width / 2)
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(outline)]
    count = max(1, round(sum(lengths) / ((DASH + GAP) * width)))
    step = sum(lengths) / count
    vertices: list[float] = []
    at = 0.0
    for (a, b), length in zip(pairwise(outline), lengths, strict=True):
        for start, end in _covered(at, at + length, step):
            vertices += _quad(a, b, (start - at) / length, (end - at) / length, width / 2)
        at += length
    return vertices


def _outline(box: Box, radius: float, inset: float) -> list[Point]:
    """Return the middle of the line, once around and back to the first point."""
    radius = max(radius - inset, 0.1)
    x, y, width, height = box
    left, bottom = x + inset + radius, y + inset + radius
    right, top = x + width - inset - radius, y + height - inset - radius
    points = []
    for corner, (x, y) in enumerate(((right, top), (left, top), (left, bottom), (right, bottom))):
        for i in range(STEPS + 1):
            angle = (corner + i / STEPS) * pi / 2
            points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return [point for i, point in enumerate(points) if i == 0 or point != points[i - 1]] + [
        points[0]
    ]


def _covered(start: float, end: float, step: float) -> list[tuple[float, float]]:
    """Return the parts of a stretch of the line that lie in a dash."""
    found = []
    first = int(start // step)
    while first * step < end:
        low, high = first * step, (first + DASH / (DASH + GAP)) * step
        if min(high, end) > max(low, start):
            found.append((max(low, start), min(high, end)))
        first += 1
    return found


def _quad(a: Point, b: Point, start: float, end: float, half: float) -> list[float]:
    """Return two triangles over a part of the line from ``a`` to ``b``."""
    across, up = b[0] - a[0], b[1] - a[1]
    length = hypot(across, up)
    right, down = half * up / length, half * across / length
    x0, y0 = a[0] + across * start, a[1] + up * start
    x1, y1 = a[0] + across * end, a[1] + up * end
    corners = (
        (x0 + right, y0 - down),
        (x1 + right, y1 - down),
        (x1 - right, y1 + down),
        (x0 - right, y0 + down),
    )
    return [part for i in (0, 1, 2, 0, 2, 3) for part in (*corners[i], 0, 0)]
