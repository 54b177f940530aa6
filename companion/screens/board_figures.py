"""Figures of the board and of what stands on it: buildings, bands, spaces; see ``figures``."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from companion.screens.figures import SHAPES, shape
from companion.screens.parts import Mark

Box: TypeAlias = tuple[float, float, float]
"""Left, top and side of a square."""
Quad: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""
HOUSE, HOTEL = ("#2f9e51", "#14532a"), ("#d9403a", "#7a1d19")
"""Fill and edge of buildings, in every theme as on every board."""
ON_BAND = ("#ffffff", "#20262c")
"""Fill and edge of buildings on a band: their own colours would vanish on some groups."""
TOP_RANK = 5
"""Rank of a lot with a hotel."""


def building(kind: str, x: float, y: float, side: float, fill: str, edge: str) -> list[Mark]:
    """Return a ``house`` or a ``hotel`` with an edge."""
    inner = side * 0.76
    inset = (side - inner) / 2
    return [
        ("glyph", kind, x, y, side, edge),
        ("glyph", kind, x + inset, y + inset * 1.1, inner, fill),
    ]


def buildings(w: int, h: int, scale: float, rank: int) -> Sequence[Mark]:
    """Draw one to four houses in a row from the left, or a hotel for ``TOP_RANK``."""
    kind, inks, count = ("hotel", HOTEL, 1) if rank == TOP_RANK else ("house", HOUSE, rank)
    side = min(h, w / max(count, 1))
    top = (h - side) / 2
    return [mark for i in range(count) for mark in building(kind, i * side, top, side, *inks)]


PLANNED, GOING = ("#ffc24b", "#6b4700"), ("#f8e2da", "#a8321f")
"""Fill and edge of a building that is planned, and of the place of one that is to be sold."""
FAINT = {"free": "8c", "shut": "38"}
"""Strength of the outline of what can be built, and cannot, as a colour ends with it."""


def place(w: int, h: int, scale: float, state: str, is_hotel: bool) -> Sequence[Mark]:
    """Draw a place for a building, framed if a plan changes it; ``state`` is that of a ``Place``.

    A building that is not there yet, or is to be sold, is an outline.
    """
    grounds = {"planned": ("marked", PLANNED[1]), "going": GOING, "shut": ("", "")}
    fill, frame = grounds.get(state, ("faint 61 deed_edge", ""))
    gap, thin = 1.5 * scale, 4 * scale
    marks: list[Mark] = []
    for color, edge, radius in ((frame, gap, 8 * scale), (fill, thin if frame else gap, 6 * scale)):
        if color:
            marks.append(("box", edge, edge, w - 2 * edge, h - 2 * edge, color, radius))
    kind, share, inks = ("hotel", 0.72, HOTEL) if is_hotel else ("house", 0.6, HOUSE)
    side = share * min(w, h)
    x, y = (w - side) / 2, (h - side) / 2
    if state in ("built", "planned"):
        return [*marks, *building(kind, x, y, side, *(PLANNED if state == "planned" else inks))]
    ink = GOING[1] if state == "going" else f"faint {FAINT[state]} deed_ink"
    return [*marks, ("glyph", f"{kind} dashed", x, y, side, ink)]


def deed_side(
    w: int, h: int, scale: float, color: str, line: str, is_mortgaged: bool
) -> Sequence[Mark]:
    """Draw the left side of a small deed, hatched if it is mortgaged, before a dark line."""
    thin, radius = 2 * scale, 10 * scale
    marks: list[Mark] = [
        ("box", 0, 0, w - thin, h, color, radius),
        ("box", w / 2, 0, w / 2 - thin, h, color, 0),
        ("box", w - thin, 0, thin, h, line, 0),
    ]
    if is_mortgaged:
        marks.insert(2, ("stripes", 0, radius, w - thin, h - 2 * radius))
    return marks


def pictures(w: int, h: int, scale: float, name: str, count: int, ink: str) -> Sequence[Mark]:
    """Draw houses, a hotel, or icons in a row from the left."""
    if name in ("house", "hotel"):
        return buildings(w, h, scale, TOP_RANK if name == "hotel" else count)
    side = min(h, w / max(count, 1))
    return [("icon", name, i * side, (h - side) / 2, side, ink) for i in range(count)]


def in_middle(w: float, h: float, count: int, side: float, gap: float = 0) -> list[Box]:
    """Return places of ``count`` squares in the middle of a box, in as many rows as it takes."""
    across = max(1, min(count, int((w + gap) // (side + gap)) or 1))
    down = -(-count // across)
    if down * (side + gap) - gap > h and count > 1:
        return in_middle(w, h, count, side * 0.85, gap) if side > 1 else []
    places = []
    for i in range(count):
        line, place = divmod(i, across)
        beside = min(across, count - line * across)
        left = (w - beside * (side + gap) + gap) / 2 + place * (side + gap)
        top = (h - down * (side + gap) + gap) / 2 + line * (side + gap)
        places.append((left, top, side))
    return places


def space_of_ring(
    w: int, h: int, scale: float, cell: Any, side: int, is_here: bool
) -> Sequence[Mark]:
    """Draw a space of the ring: band towards the middle, owner, buildings and tokens.

    ``cell`` has group, picture, marker, houses, hotel, mortgaged and tokens; ``side`` is 0 for the
    bottom, then left, top and right.
    """
    line = max(1, round(scale))
    ground = f"player {cell.marker} tint" if cell.marker >= 0 else "sheet"
    marks: list[Mark] = [
        ("box", 0, 0, w, h, "edge", 0),
        ("box", line, line, w - line, h - line, ground, 0),
    ]
    field: Quad = (line, line, w - line, h - line)
    if cell.group:
        thick = round(max(13 * scale, 0.3 * min(w, h)))
        band, field = _band_and_field(w, h, side, thick, line)
        marks.append(("box", *band, f"group {cell.group}", 0))
        if cell.mortgaged:
            marks.append(("stripes", *band))
        marks += _on_band(band, cell.houses, cell.hotel)
    marks += _in_field(field, cell)
    if is_here:
        wide = 4 * scale
        for edge in (
            (0, 0, w, wide),
            (0, h - wide, w, wide),
            (0, 0, wide, h),
            (w - wide, 0, wide, h),
        ):
            marks.append(("box", *edge, "ink", 0))
    return marks


def _band_and_field(w: int, h: int, side: int, thick: float, line: float) -> tuple[Quad, Quad]:
    """Band of a cell, along its edge towards the middle, and what is left beside it."""
    rest = thick + line
    match side:
        case 0:
            return (line, line, w - line, thick), (line, rest, w - line, h - rest)
        case 1:
            return (w - thick, line, thick, h - line), (line, line, w - rest, h - line)
        case 2:
            return (line, h - thick, w - line, thick), (line, line, w - line, h - rest)
        case _:
            return (line, line, thick, h - line), (rest, line, w - rest, h - line)


def _on_band(band: Quad, houses: int, has_hotel: bool) -> list[Mark]:
    x, y, w, h = band
    kind, count = ("hotel", 1) if has_hotel else ("house", houses)
    side = 0.94 * min(w, h)
    return [
        mark
        for left, top, size in in_middle(w, h, count, side)
        for mark in building(kind, x + left, y + top, size, *ON_BAND)
    ]


def _in_field(field: Quad, cell: Any) -> list[Mark]:
    x, y, w, h = field
    side = 0.54 * min(w, h)
    marks: list[Mark] = []
    if cell.tokens:
        for (left, top, size), marker in zip(
            in_middle(w, h, len(cell.tokens), 1.6 * side, 2), cell.tokens, strict=False
        ):
            fill = f"player {marker} fill"
            name = f"token {SHAPES[marker % len(SHAPES)]}"
            marks.append(("glyph", "disc", x + left, y + top, size, fill))
            marks.append(("glyph", name, x + left, y + top, size, "on_player"))
    elif cell.marker >= 0:
        [(left, top, size)] = in_middle(w, h, 1, side)
        marks.append(shape(cell.marker, x + left, y + top, size))
    elif cell.picture:
        [(left, top, size)] = in_middle(w, h, 1, 1.1 * side)
        marks.append(("icon", cell.picture, x + left, y + top, size, "edge"))
    return marks


def stop(w: int, h: int, scale: float, space: Any, frame: str, has_token: bool) -> Sequence[Mark]:
    """Draw a space of a way: its band with buildings, and its owner or what it is.

    ``space`` has kind, group, marker, buildings, mortgaged and by_jump. ``frame`` is the colour of
    the player for the last, large one. The owner stands in the corner if the space ``has_token``.
    """
    edge, radius = (4 if frame else 2) * scale, min(10 * scale, w / 4)
    marks: list[Mark] = [
        ("box", 0, 0, w, h, frame or "deed_edge", radius),
        ("box", edge, edge, w - 2 * edge, h - 2 * edge, "deed", 0.8 * radius),
    ]
    band = min((30 if frame else 24) * scale, 0.3 * h) if space.group else 0
    if band:
        marks += [
            ("box", edge, edge, w - 2 * edge, band, f"group {space.group}", 6 * scale),
            ("box", edge, edge + band, w - 2 * edge, 2 * scale, "deed_ink", 0),
        ]
        if space.mortgaged:
            marks.append(("stripes", edge, edge, w - 2 * edge, band))
        has_hotel = space.buildings == TOP_RANK
        houses = 0 if has_hotel else space.buildings
        marks += _on_band((edge, edge, w - 2 * edge, band), houses, has_hotel)
    side = min((22 if frame else 34) * scale, w - 6 * scale, h - 2 * edge - band - 4 * scale)
    x, y = (w - side) / 2, edge + band + (h - 2 * edge - band - side) / 2
    if has_token:
        x, y = w - edge - side - 2 * scale, h - edge - side - 2 * scale
    if space.marker >= 0:
        marks.append(shape(space.marker, x, y, side))
    elif icon := STOP_ICONS.get(space.kind):
        marks.append(("icon", icon, x, y, side, "edge"))
    if space.by_jump:
        arrow = 22 * scale
        marks += [
            ("glyph", "disc", edge, h - edge - arrow, arrow, "bank"),
            ("icon", "right", edge + 3, h - edge - arrow + 3, arrow - 6, "on_bank"),
        ]
    return marks


STOP_ICONS = {
    "go": "go",
    "chance": "chance",
    "community_chest": "chest",
    "income_tax": "tax",
    "luxury_tax": "tax",
    "jail": "jail",
    "free_parking": "parking",
    "go_to_jail": "go_to_jail",
    "railroad": "railroad",
    "utility": "utility",
}
"""Icon of a space without an owner, by its kind."""


def set_cells(w: int, h: int, scale: float, color: str, owned: int, size: int) -> Sequence[Mark]:
    """Draw small deeds of a group: those that are owned have its colour."""
    gap, edge = 3 * scale, 1.5 * scale
    wide = min(20 * scale, (w + gap) / size - gap)
    high = min(h, 34 * scale)
    top = (h - high) / 2
    marks: list[Mark] = []
    for i in range(size):
        left, is_owned = i * (wide + gap), i < owned
        line = "deed_ink" if is_owned else "edge"
        fill = color if is_owned else "sheet"
        marks.append(("box", left, top, wide, high, line, 4 * scale))
        inner = (left + edge, top + edge, wide - 2 * edge, high - 2 * edge)
        marks.append(("box", *inner, fill, 2.5 * scale))
    return marks


def band(w: int, h: int, scale: float, color: str, line: str, is_mortgaged: bool) -> Sequence[Mark]:
    """Draw the band of a title deed, hatched if it is mortgaged, above a dark line."""
    thin = 2 * scale
    marks: list[Mark] = [
        ("box", 0, 0, w, h, color, 10 * scale),
        ("box", 0, h / 2, w, h / 2 - thin, color, 0),
        ("box", 0, h - thin, w, thin, line, 0),
    ]
    if is_mortgaged:
        marks.insert(2, ("stripes", 5 * scale, 0, w - 10 * scale, h - thin))
    return marks


FELT, RIM, LIP = "#2d5a49", "#3b6e5a", "#1d3d31"
BOARD, BOARD_LINE = "#efe6d0", "#b9ae93"
"""Colours of the drawn table and the board on it, the same in every theme."""


def felt(w: int, h: int, scale: float) -> Sequence[Mark]:
    """Draw a table with a board in the middle, each above its lip."""

    def box(across: float, down: float, by: float, color: str, radius: float, low: float) -> Mark:
        x, y = (w - across) / 2 + by, (h - down) / 2 + by
        return ("box", x, y + low, across - 2 * by, down - 2 * by, color, radius)

    across, down = w * 0.66, h * 0.68
    radius, rim = min(across, down) / 2, 8 * scale
    inner, high, line = w * 0.3, h * 0.38, min(14 * scale, h * 0.1)
    return (
        box(across, down, 0, LIP, radius, 6 * scale),
        box(across, down, 0, RIM, radius, 0),
        box(across, down, rim, FELT, max(1, radius - rim), 0),
        box(inner, high, 0, LIP, 6 * scale, 3 * scale),
        box(inner, high, 0, BOARD, 6 * scale, 0),
        box(inner, high, line, BOARD_LINE, 4 * scale, 0),
        box(inner, high, line + 2 * scale, BOARD, 3 * scale, 0),
    )
