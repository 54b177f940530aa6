"""The spaces around the edge of the board, around a page or a part of it."""

from collections.abc import Sequence
from functools import lru_cache

from companion.screens import board_figures
from companion.screens.parts import Part, column, figure, row
from companion.table.board import Cell
from companion.table.taps import Do

A_SIDE = 10
"""Spaces from one corner to the next, with one of the two corners."""


def ring(
    cells: Sequence[Cell],
    here: int,
    inside: Part,
    across: float,
    along: float,
    names: Sequence[str] = (),
    slides: bool = False,
    do: Do | None = None,
    label: str = "",
) -> Part:
    """Part within the ring of spaces, clockwise from GO at the bottom right.

    ``across`` is the width of the cells at the sides, ``along`` the height of those at the bottom
    and top; ``here`` is framed. A tap on a space shows it, if the spaces have ``names``; a tap on
    any of the four sides means ``do``, and is called ``label``.
    """

    def cell(position: int, **room: float) -> Part:
        name = names[position] if names else ""
        return _cell(cells[position], position, name, position == here, slides, **room)

    def line(positions: Sequence[int]) -> Part:
        first, *between, last = positions
        ends = (cell(first, size=across), cell(last, size=across))
        return row(ends[0], *map(cell, between), ends[1], gap=0, size=along)

    left = column(*map(cell, range(2 * A_SIDE - 1, A_SIDE, -1)), gap=0, size=across)
    right = column(*map(cell, range(3 * A_SIDE + 1, 4 * A_SIDE)), gap=0, size=across)
    top, bottom = line(range(2 * A_SIDE, 3 * A_SIDE + 1)), line(range(A_SIDE, -1, -1))
    sides = (
        side._replace(do=do, label=label, key=f"space:side:{place}") if do else side
        for place, side in enumerate((top, left, right, bottom))
    )
    top, left, right, bottom = sides
    return column(top, row(left, inside, right, gap=0), bottom, gap=0)


@lru_cache(512)
def _cell(cell: Cell, position: int, name: str, is_here: bool, slides: bool, **room: float) -> Part:
    side = position // A_SIDE
    return figure(
        board_figures.space_of_ring,
        cell,
        side,
        is_here,
        key=f"space:{position}",
        do=("show", "board", position) if name else None,
        slides=slides,
        label=name,
        **room,
    )
