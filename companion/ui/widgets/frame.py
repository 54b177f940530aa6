"""Places of what every screen of the game has: players, stage, ring and actions. No Kivy."""

from dataclasses import dataclass

from companion.ui.composition import RING, UPRIGHT
from companion.ui.widgets import ring
from companion.ui.widgets.boxes import Box

GAP, RAIL, WIDE_RAIL = 8, 236, 256
HEADER, UPRIGHT_HEADER, BAR, UPRIGHT_BAR = 76, 77, 60, 69
EDGE, PAD = 4, 12
"""Width of the frame of the stage, and room around its content, in dp."""
RINGS = {RING: (77, 64), UPRIGHT: (44, 40)}
"""Depth of the ring at the sides, and at the bottom and top, in dp, by composition."""
LEAST_RING, KEYS = 300, 122
"""Least height of an upright ring, and height of the keys below it, in dp."""
TALL, LOW, LINE = 96, 49, 32
"""Heights of the tiles of players, in dp."""
TALL_GAP, LOW_GAP = 6, 2
FEW, SOME = 4, 8
"""Most players with tall tiles, and with low ones."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Places in pixels; ``ring`` is None where the board has no room.

    ``body`` is the content of the stage. ``below`` is where an upright window has keys and answers;
    otherwise it is None, and the body is for them, too.
    """

    rail: Box
    tile: float
    columns: int
    stage: Box
    header: Box
    body: Box
    bar: Box
    below: Box | None = None
    ring: Box | None = None


def frame(kind: str, window: Box, players: int, dp: float) -> Frame:
    """Return the places for a composition; ``dp`` is the number of pixels of a dp."""
    if kind == UPRIGHT:
        return _upright(window, players, dp)
    if kind == RING:
        across, along = RINGS[RING]
        inner = ring.inside(window, across * dp, along * dp)
        return _beside(inner, players, dp, WIDE_RAIL, window)
    return _beside(window, players, dp, RAIL, None)


def wide_frame(kind: str, window: Box, header: float, dp: float) -> Frame:
    """Return the places without a rail: a ``header`` (dp) and the stage have all the width.

    The body is for a page that takes the place of everything within the ring.
    """
    is_upright, has_ring = kind == UPRIGHT, kind == RING
    room, gap = window, GAP * dp
    if has_ring:
        across, along = RINGS[RING]
        room = ring.inside(window, across * dp, along * dp)
    bar = Box(room.x, room.y, room.width, (UPRIGHT_BAR if is_upright else BAR) * dp)
    left, width = room.x + gap, room.width - 2 * gap
    head = Box(left, room.top - gap - header * dp, width, header * dp)
    stage = Box(left, bar.top + gap, width, head.y - gap - bar.top - gap)
    nothing = Box(room.x, room.y, 0, 0)
    return Frame(nothing, 0, 1, stage, head, room, bar, ring=window if has_ring else None)


def _beside(room: Box, players: int, dp: float, rail_width: int, around: Box | None) -> Frame:
    """Return players at the left and the stage at the right."""
    gap, bar = GAP * dp, Box(room.x, room.y, room.width, BAR * dp)
    bottom = bar.top + gap
    height = room.top - gap - bottom
    rail = Box(room.x + gap, bottom, rail_width * dp, height)
    stage = Box(rail.right, bottom, room.right - gap - rail.right, height)
    header = Box(stage.x, stage.top - HEADER * dp, stage.width, HEADER * dp)
    around_body = (EDGE + PAD) * dp
    floor = stage.y + (EDGE + 7) * dp
    body = Box(
        stage.x + around_body,
        floor,
        stage.width - 2 * around_body,
        header.y - 10 * dp - floor,
    )
    tile = _tile_height(players, 1, height, dp)
    return Frame(rail, tile, 1, stage, header, body, bar, ring=around)


def _upright(room: Box, players: int, dp: float) -> Frame:
    """Return everything below each other, with the ring where it has room."""
    gap = GAP * dp
    width = room.width - 2 * gap
    bar = Box(room.x, room.y, room.width, UPRIGHT_BAR * dp)
    header_height = UPRIGHT_HEADER * dp
    header = Box(room.x + gap, room.top - gap - header_height, width, header_height)
    rows = -(-players // 2)
    tile = _tile_height(players, 2, room.height, dp)
    rail_height = rows * tile + (rows - 1) * tile_gap(players, dp)
    rail = Box(header.x, header.y - gap - rail_height, width, rail_height)
    below = Box(header.x, bar.top + 8 * dp, width, KEYS * dp)
    stage = Box(header.x, below.top + gap, width, rail.y - gap - below.top - gap)
    around = stage if stage.height >= LEAST_RING * dp else None
    body = stage
    if around:
        across, along = RINGS[UPRIGHT]
        inner, thin = ring.inside(stage, across * dp, along * dp), 6 * dp
        body = Box(inner.x + thin, inner.y + thin, inner.width - 2 * thin, inner.height - 2 * thin)
    return Frame(rail, tile, 2, stage, header, body, bar, below, around)


def tile_gap(players: int, dp: float) -> float:
    """Return the distance of two tiles."""
    return (TALL_GAP if players <= FEW else LOW_GAP) * dp


def _tile_height(players: int, columns: int, room: float, dp: float) -> float:
    least = TALL if players <= FEW else LOW if players <= SOME else LINE
    rows = max(1, -(-players // columns))
    if columns > 1:
        return least * dp
    share = (room - (rows - 1) * tile_gap(players, dp)) / rows
    return min(1.25 * least * dp, share)
