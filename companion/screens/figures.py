"""Small figures as marks: written once, painted by every surface.

A mark is one of these tuples, in pixels from the top left of the figure:

- ``("box", x, y, w, h, color, radius)``
- ``("glyph", name, x, y, side, color)``: a letter of ``fonts/Figures.ttf``, by a name of ``GLYPHS``
- ``("icon", name, x, y, side, color)``: a letter of the icon font
- ``("stripes", x, y, w, h)``: hatching in the colour of the ground

A function that draws takes width and height in pixels, the number of pixels of a dp, and then plain
values. One glyph is one texture in a window and one letter in a browser, smooth at every size;
``bin/figures`` writes the font.
"""

from collections.abc import Sequence

from companion.palette import PLAYER_SHAPES, Theme
from companion.screens.parts import Mark

SHAPES = tuple(PLAYER_SHAPES)
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


def die(w: int, h: int, scale: float, spots: int, fill: str, edge: str, ink: str) -> Sequence[Mark]:
    """Draw a face of a die."""
    side, x, y = _square(w, h)
    return (
        ("box", x, y, side, side, edge, side * 0.16),
        ("box", x + 1, y + 1, side - 2, side - 3, fill, side * 0.15),
        ("glyph", f"pips {spots}", x, y, side, ink),
    )


def houses(w: int, h: int, scale: float, count: int, house: str, hotel: str) -> Sequence[Mark]:
    """Draw the buildings of a lot; five houses are a hotel."""
    if count == 5:
        side, x, y = _square(w, h)
        return (("glyph", "hotel", x, y, side, hotel),)
    side = min(h, w // max(count, 1))
    top = (h - side) // 2
    return tuple(("glyph", "house", i * side, top, side, house) for i in range(count))


def sets(
    w: int,
    h: int,
    scale: float,
    marks: tuple[tuple[str, int, int], ...],
    colors: Theme,
    framed: bool,
) -> Sequence[Mark]:
    """Draw a field for each group, with a cell for each deed that the player owns.

    ``marks`` has the key of each group, the deeds owned and the deeds there are. A whole set has a
    dark frame.
    """
    gap = 3 * scale
    drawn: list[Mark] = [("box", 0, 0, w, h, colors.sheet, 5 * scale)] if framed else []
    across = (w - gap * (len(marks) + 1)) / max(len(marks), 1)
    for place, (group, owned, size) in enumerate(marks):
        left, high = gap + place * (across + gap), h - 2 * gap
        frame = colors.ink if owned == size else colors.sunk
        drawn.append(("box", left, gap, across, high, frame, 3 * scale))
        cell = (across - scale * (size + 1)) / size
        color = colors.group_color(group)
        for i in range(owned):
            at = left + scale + i * (cell + scale)
            drawn.append(("box", at, gap + scale, cell, high - 2 * scale, color, 0))
    return drawn


def deed_edge(w: int, h: int, scale: float, color: str, line: str) -> Sequence[Mark]:
    """Draw the strip that shows the group of a deed."""
    inner = ("box", scale, scale, w - 2 * scale, h - 2 * scale, color, 4 * scale)
    return (("box", 0, 0, w, h, line, 5 * scale), inner)


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


def chip(w: int, h: int, scale: float, ground: str, edge: str) -> Sequence[Mark]:
    """Draw a banknote that flies from payer to payee."""
    side = h // 2
    return (
        ("box", 0, 0, w, h, edge, 5 * scale),
        ("box", 2, 2, w - 4, h - 4, ground, 4 * scale),
        ("glyph", "disc", (w - side) // 2, (h - side) // 2, side, edge),
    )
