"""Small figures as marks: written once, painted by every surface.

A mark is one of these tuples, in pixels from the top left of the figure:

- ``("box", x, y, w, h, color, radius)``
- ``("glyph", name, x, y, side, color)``: a letter of ``fonts/Figures.ttf``, by a name of ``GLYPHS``
- ``("icon", name, x, y, side, color)``: a letter of the icon font
- ``("line", points, width, color)``: ``points`` are x and y of each, one after the other
- ``("stripes", x, y, w, h)``: hatching in the colour of the ground
- ``("code", rows, x, y, side)``: a QR code; each row has a byte for a module, 1 for a dark one

A function that draws takes width and height in pixels, the number of pixels of a dp, and then plain
values. One glyph is one texture in a window and one letter in a browser, smooth at every size;
``bin/figures`` writes the font.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from companion.look.palette import PLAYER_SHAPES
from companion.screens.parts import Mark

SHAPES = tuple(PLAYER_SHAPES)
CHART_EDGE, CHART_SHAPES = 17, 6
"""Room above and below a chart in dp, and about how often a player's shape is on a line."""
COURSE_TOP, COURSE_EDGE = 58, 20
"""Room above the lines of the chart of a picture, and beside and below them, in dp."""
FIRST_TOKEN, OTHER_TOKEN = 36, 28
"""Sizes in dp of a token at the end of a line, of who is on the podium and of the others."""
ARC = 4
"""Straight pieces of a round corner of a frame."""
BORDER = 4
"""Width of the border of a QR code in modules."""
RING = 1.5
"""Width of a ring around a token in dp."""
PIPS = {
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}
"""Places of the pips of each face, in a square of three by three from the top left."""
NAMES = (
    "disc",
    "hole",
    "token",
    "house",
    "hotel",
    *(f"pips {spots}" for spots in PIPS),
    *(f"token {shape}" for shape in SHAPES),
    *(f"shape {shape}" for shape in SHAPES),
    "house dashed",
    "hotel dashed",
)
GLYPHS = {name: chr(0xE000 + i) for i, name in enumerate(NAMES)}
"""Letter of each figure of the font, in the private use area of Unicode."""


def _square(w: int, h: int) -> tuple[int, int, int]:
    """Return side and top left corner of the largest square in the middle of a box."""
    side = min(w, h)
    return side, (w - side) // 2, (h - side) // 2


def token(w: int, h: int, scale: float, fill: str, ink: str, marker: int) -> Sequence[Mark]:
    """Draw the disc of a player with a ring and the shape of the marker; -1 has no shape."""
    side, x, y = _square(w, h)
    name = f"token {SHAPES[marker % len(SHAPES)]}" if marker >= 0 else "token"
    return (("glyph", "disc", x, y, side, fill), ("glyph", name, x, y, side, ink))


def knocking(
    w: int, h: int, scale: float, fill: str, ink: str, ground: str, marker: int
) -> Sequence[Mark]:
    """Draw the token of a player whose phone asks to be let in, with two rings around it."""
    side, x, y = _square(w, h)
    ring, shape_ = 2 * RING * scale, f"token {SHAPES[marker % len(SHAPES)]}"
    wide = (side, side - ring, side * 0.88, side * 0.88 - ring, side * 0.76, side * 0.76)
    names = ("disc",) * 5 + (shape_,)
    discs = zip(names, map(round, wide), (fill, ground, fill, ground, fill, ink), strict=True)
    return tuple(
        ("glyph", name, x + (side - size) // 2, y + (side - size) // 2, size, color)
        for name, size, color in discs
    )


def shape(marker: int, x: float, y: float, side: float) -> Mark:
    """Shape of a player alone, in the player's colour."""
    fill = f"player {marker} fill"
    return ("glyph", f"shape {SHAPES[marker % len(SHAPES)]}", x, y, side, fill)


def player_shape(w: int, h: int, scale: float, fill: str, marker: int) -> Sequence[Mark]:
    """Draw the shape of a player in a colour."""
    side, x, y = _square(w, h)
    return (("glyph", f"shape {SHAPES[marker % len(SHAPES)]}", x, y, side, fill),)


def die(w: int, h: int, scale: float, spots: int, fill: str, edge: str, ink: str) -> Sequence[Mark]:
    """Draw a face of a die; an empty one with 0 ``spots``."""
    side, x, y = _square(w, h)
    drawn: list[Mark] = [
        ("box", x, y, side, side, edge, side * 0.16),
        ("box", x + 1, y + 1, side - 2, side - 3, fill, side * 0.15),
    ]
    return [*drawn, ("glyph", f"pips {spots}", x, y, side, ink)] if spots else drawn


def sets(
    w: int, h: int, scale: float, marks: tuple[tuple[str, int, int], ...], framed: bool
) -> Sequence[Mark]:
    """Draw a field for each group, with a cell for each deed that the player owns.

    ``marks`` has the key of each group, the deeds owned and the deeds there are. A whole set has a
    dark frame.
    """
    gap = 3 * scale
    drawn: list[Mark] = [("box", 0, 0, w, h, "sheet", 5 * scale)] if framed else []
    across = (w - gap * (len(marks) + 1)) / max(len(marks), 1)
    for place, (group, owned, size) in enumerate(marks):
        left, high = gap + place * (across + gap), h - 2 * gap
        frame = "ink" if owned == size else "sunk"
        drawn.append(("box", left, gap, across, high, frame, 3 * scale))
        cell = (across - scale * (size + 1)) / size
        color = f"group {group}"
        for i in range(owned):
            at = left + scale + i * (cell + scale)
            drawn.append(("box", at, gap + scale, cell, high - 2 * scale, color, 0))
    return drawn


def small_deed(w: int, h: int, scale: float, color: str, line: str, paper: str) -> Sequence[Mark]:
    """Draw a title deed that is too small for words: its band above its paper."""
    edge = 1.5 * scale
    return (
        ("box", 0, 0, w, h, line, 4 * scale),
        ("box", edge, edge, w - 2 * edge, h - 2 * edge, paper, 3 * scale),
        ("box", edge, edge, w - 2 * edge, h * 0.4, color, 3 * scale),
    )


def deed(
    w: int, h: int, scale: float, color: str, line: str, paper: str, words: str
) -> Sequence[Mark]:
    """Draw a title deed with lines in the place of ``words``."""
    left, rows = w * 0.17, ((0.54, 0.66), (0.68, 0.66), (0.82, 0.42))
    drawn = (("box", left, h * y, w * long, 3 * scale, words, 0) for y, long in rows)
    return (*small_deed(w, h, scale, color, line, paper), *drawn)


def deed_edge(
    w: int, h: int, scale: float, color: str, line: str, is_mortgaged: bool = False
) -> Sequence[Mark]:
    """Draw the strip that shows the group of a deed, hatched if it is mortgaged."""
    inside = (scale, scale, w - 2 * scale, h - 2 * scale)
    edge = (("box", 0, 0, w, h, line, 5 * scale), ("box", *inside, color, 4 * scale))
    return (*edge, ("stripes", *inside)) if is_mortgaged else edge


def dots(w: int, h: int, scale: float, filled: int, count: int, ink: str) -> Sequence[Mark]:
    """Draw the rolls until a claim lapses: those that are left are filled."""
    side = round(13 * scale)
    top = (h - side) // 2
    return tuple(
        ("glyph", "disc" if i < filled else "hole", round(i * 18 * scale), top, side, ink)
        for i in range(count)
    )


def shortfall(w: int, h: int, scale: float, share: float, fill: str, ground: str) -> Sequence[Mark]:
    """Draw the bar of a debt: the share that there is cash for, and stripes for what is missing."""
    split = w * share
    drawn: list[Mark] = [("box", 0, 0, w, h, ground, 8 * scale)]
    if share < 1:
        drawn.append(("stripes", split, 0, w - split - 4 * scale, h))
    return (*drawn, ("box", 0, 0, split, h, fill, 8 * scale))


def icon(w: int, h: int, scale: float, name: str, color: str) -> Sequence[Mark]:
    """Draw an icon of the icon font."""
    side, x, y = _square(w, h)
    return (("icon", name, x, y, side, color),)


def icon_with_dot(w: int, h: int, scale: float, name: str, color: str, dot: str) -> Sequence[Mark]:
    """Draw an icon with a dot at its upper right corner: something waits there."""
    side, x, y = _square(w, h)
    small = round(side * 0.42)
    return (("icon", name, x, y, side, color), ("glyph", "disc", x + side - small, y, small, dot))


def qr_code(w: int, h: int, scale: float, rows: tuple[bytes, ...]) -> Sequence[Mark]:
    """Draw a QR code on white, in whole pixels a module, with the border that readers require."""
    module = min(w, h) // (len(rows) + 2 * BORDER)
    whole, edge = module * (len(rows) + 2 * BORDER), module * BORDER
    x, y = (w - whole) // 2, (h - whole) // 2
    code = ("code", rows, x + edge, y + edge, module * len(rows))
    return (("box", x, y, whole, whole, "#ffffff", 0), code) if module else ()


def battery(
    w: int, h: int, scale: float, percent: int, charge: str, edge: str, ground: str
) -> Sequence[Mark]:
    """Draw a battery that is charged to ``percent``."""
    high, thin, tip = 26 * scale, 3 * scale, 5 * scale
    top, wide = (h - high) / 2, w - tip
    gap = 2 * thin
    full = wide - 2 * gap
    return (
        ("box", wide - thin, top + high * 0.3, tip + thin, high * 0.4, edge, thin),
        ("box", 0, top, wide, high, edge, 6 * scale),
        ("box", thin, top + thin, wide - 2 * thin, high - 2 * thin, ground, 4 * scale),
        ("box", gap, top + gap, max(thin, full * percent / 100), high - 2 * gap, charge, thin),
    )


def toggle(
    w: int, h: int, scale: float, edge: str, fill: str, knob: str, is_on: bool
) -> Sequence[Mark]:
    """Draw a switch that is on or off."""
    high, thin, gap = 48 * scale, 2 * scale, 6 * scale
    top, side = (h - high) / 2, high - 2 * gap
    left = w - side - gap if is_on else gap
    return (
        ("box", 0, top, w, high, edge, high / 2),
        ("box", thin, top + thin, w - 2 * thin, high - 2 * thin, fill, high / 2 - thin),
        ("box", left, top + gap, side, side, knob, side / 2),
    )


def chip(w: int, h: int, scale: float, ground: str, edge: str) -> Sequence[Mark]:
    """Draw a banknote that flies from payer to payee."""
    side = h // 2
    return (
        ("box", 0, 0, w, h, edge, 5 * scale),
        ("box", 2, 2, w - 4, h - 4, ground, 4 * scale),
        ("glyph", "disc", (w - side) // 2, (h - side) // 2, side, edge),
    )


def worth_chart(
    w: int,
    h: int,
    scale: float,
    lines: tuple[tuple[int, tuple[int, ...]], ...],
    width: int,
    shares: tuple[float, ...],
    top: int,
) -> Sequence[Mark]:
    """Draw the line of each player, of ``width`` values up to ``top``, from left to right.

    ``lines`` have the marker of a player and the values; ``shares`` are the heights of grid lines,
    from 0 to 1. Half a line of text is left above and below.
    """
    edge = CHART_EDGE * scale
    high, step = h - 2 * edge, (w - edge) / max(1, width - 1)

    def y(share: float) -> float:
        return h - edge - high * share

    marks: list[Mark] = [("box", 0, y(share), w, scale, "line", 0) for share in shares]
    for marker, values in lines:
        color = f"player {marker} fill"
        points = [xy for i, value in enumerate(values) for xy in (i * step, y(value / top))]
        if len(values) > 1:
            marks.append(("line", tuple(points), 3.2 * scale, color))
        # Shapes of different players are at different places: lines may lie on each other.
        every = max(1, width // CHART_SHAPES)
        first = round(every * (1 + marker % CHART_SHAPES / CHART_SHAPES))
        places = [(at, 16 * scale) for at in range(first, len(values) - 1, every)]
        for at, side in [*places, (len(values) - 1, 26 * scale)]:
            left, above = points[2 * at] - side / 2, points[2 * at + 1] - side / 2
            marks.append(shape(marker, left, above, side))
    return marks


def course(
    w: int,
    h: int,
    scale: float,
    lines: tuple[tuple[int, tuple[int, ...], bool, bool], ...],
    width: int,
    shares: tuple[float, ...],
    top: int,
    places: tuple[float, ...],
) -> Sequence[Mark]:
    """Draw everybody's line with the token at its end, and dots below each turning point.

    ``lines`` have the marker of a player, the values, if the player is still in the game, and if
    the player is on the podium. ``shares`` are the heights of grid lines and ``places`` those of
    the turning points across, from 0 to 1.
    """
    above, edge = COURSE_TOP * scale, COURSE_EDGE * scale
    high, step = h - above - edge, (w - 2 * edge) / max(1, width - 1)

    def xy(at: int, value: float) -> tuple[float, float]:
        return edge + at * step, h - edge - high * value / top

    marks: list[Mark] = [
        ("box", edge, h - edge - high * share, w - 2 * edge, 2 * scale, "line", 0)
        for share in shares
    ]
    for place in places:
        x = edge + (w - 2 * edge) * place - 1.5 * scale
        marks += (
            ("box", x, y, 3 * scale, 3 * scale, "ink", 0)
            for y in range(round(above), round(h - edge), round(9 * scale))
        )
    last_first = sorted(lines, key=lambda line: line[2:])
    for marker, values, _, is_first in last_first:
        if len(values) > 1:
            points = tuple(one for at, value in enumerate(values) for one in xy(at, value))
            thick = (5 if is_first else 3.5) * scale
            marks.append(("line", points, thick, f"player {marker} fill"))
    taken: list[tuple[float, float, float]] = []
    for marker, values, is_in, is_first in last_first:
        side = (FIRST_TOKEN if is_first else OTHER_TOKEN) * scale
        x, y = xy(len(values) - 1, values[-1] if values else 0)
        if not is_in and any(_are_near((x, y, side), one) for one in taken):
            y -= 0.8 * side
        taken.append((x, y, side))
        marks += _ringed(marker, x, y, side, 3 * scale)
    return marks


def _are_near(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Return True if two tokens, each given by its middle and its side, cover each other."""
    reach = 0.4 * (one[2] + other[2])
    return abs(one[0] - other[0]) < reach and abs(one[1] - other[1]) < reach


def _ringed(marker: int, x: float, y: float, side: float, ring: float) -> Sequence[Mark]:
    """Return the token of a player with a ring in the colour of the ground, around a place."""
    whole, shape_ = side + 2 * ring, f"token {SHAPES[marker % len(SHAPES)]}"
    sides = ((whole, "disc", "ground"), (side, "disc", f"player {marker} fill"))
    return [
        ("glyph", name, x - size / 2, y - size / 2, size, color)
        for size, name, color in (*sides, (side, shape_, "on_player"))
    ]


def frame(w: float, h: float, inset: float, radius: float, width: float, color: str) -> Mark:
    """Return a line with round corners around a box, at some distance within its edge."""
    radius = max(0.0, min(radius, w / 2 - inset, h / 2 - inset))
    left, right, above, below = (
        inset + radius,
        w - inset - radius,
        inset + radius,
        h - inset - radius,
    )
    points: list[float] = []
    for corner, (x, y) in enumerate(((right, below), (left, below), (left, above), (right, above))):
        for step in range(ARC + 1):
            angle = pi / 2 * (corner + step / ARC)
            points += [x + radius * cos(angle), y + radius * sin(angle)]
    return ("line", (*points, *points[:2]), width, color)


def dot(w: int, h: int, scale: float, color: str) -> Sequence[Mark]:
    """Draw a disc in the middle of its box."""
    side, x, y = _square(w, h)
    return (("glyph", "disc", x, y, side, color),)
