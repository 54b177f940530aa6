"""Geometry of the ring: the 40 spaces around a rectangle, clockwise from GO at the bottom right.

No Kivy.
"""

from collections.abc import Sequence

from companion.ui.widgets.boxes import Box

A_SIDE = 10
"""Spaces from one corner to the next, with one of the two corners."""


def side_of(position: int) -> int:
    """Return the side of a space: 0 is the bottom, then left, top and right.

    A corner belongs to the side that begins there.
    """
    return position // A_SIDE


def is_corner(position: int) -> bool:
    """Return True for GO, jail, Free Parking and Go To Jail."""
    return position % A_SIDE == 0


def cells(ring: Box, across: float, along: float) -> list[Box]:
    """Return the boxes of all spaces within ``ring``.

    ``across`` is the width of the cells at the left and right, ``along`` the height of those at the
    bottom and top. Neighbours share whole pixels: no gap and no overlap, at any size.
    """
    columns = _cuts(ring.x, ring.right, across)
    rows = _cuts(ring.y, ring.top, along)
    places = []
    for side in range(4):
        for step in range(A_SIDE):
            column = (A_SIDE - step, 0, step, A_SIDE)[side]
            row = (0, step, A_SIDE, A_SIDE - step)[side]
            places.append((column, row))
    return [
        Box(
            columns[column],
            rows[row],
            columns[column + 1] - columns[column],
            rows[row + 1] - rows[row],
        )
        for column, row in places
    ]


def inside(ring: Box, across: float, along: float) -> Box:
    """Return the box that the ring stands around."""
    columns, rows = _cuts(ring.x, ring.right, across), _cuts(ring.y, ring.top, along)
    left, right, bottom, top = columns[1], columns[-2], rows[1], rows[-2]
    return Box(left, bottom, right - left, top - bottom)


def band(cell: Box, position: int, thickness: float) -> Box:
    """Return the group's band of a cell: along the edge towards the middle of the board."""
    match side_of(position):
        case 0:
            return Box(cell.x, cell.top - thickness, cell.width, thickness)
        case 1:
            return Box(cell.right - thickness, cell.y, thickness, cell.height)
        case 2:
            return Box(cell.x, cell.y, cell.width, thickness)
        case _:
            return Box(cell.x, cell.y, thickness, cell.height)


def field(cell: Box, position: int, thickness: float) -> Box:
    """Return the part of a cell beside its band."""
    match side_of(position):
        case 0:
            return Box(cell.x, cell.y, cell.width, cell.height - thickness)
        case 1:
            return Box(cell.x, cell.y, cell.width - thickness, cell.height)
        case 2:
            return Box(cell.x, cell.y + thickness, cell.width, cell.height - thickness)
        case _:
            return Box(cell.x + thickness, cell.y, cell.width - thickness, cell.height)


def nearest(boxes: Sequence[Box], x: float, y: float) -> int:
    """Return the space nearest to a point: a finger may leave the ring while it is dragged."""
    return min(range(len(boxes)), key=lambda position: boxes[position].distance(x, y))


def _cuts(start: float, end: float, depth: float) -> list[float]:
    """Return the edges between cells along one axis, as whole pixels."""
    first, last = start + depth, end - depth
    between = A_SIDE - 1
    inner = [first + (last - first) * i / between for i in range(between + 1)]
    return [float(round(edge)) for edge in (start, *inner, end)]
