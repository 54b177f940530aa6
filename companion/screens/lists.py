"""Lists of tiles, as the set-up and its options have them."""

from collections.abc import Sequence
from functools import partial

from companion.screens.parts import SEEN, Part, cells, column, fit, grid, rows, split
from companion.screens.pieces import icon


def tile_list(items: Sequence[Part], columns: int, height: float, most: float = 0) -> Part:
    """Return tiles that all stand there or, if there is no room for them, scroll.

    A list that scrolls is higher than lines so few that all of them are seen.
    """
    lines = -(-len(items) // columns)
    whole = grid(items, columns, least=height, most=most or height)
    least = lines * (height + 8) - 8
    whole = column(whole._replace(least=least), Part(share=0.01), gap=0, least=least)
    if lines <= SEEN:
        return whole
    line = partial(cells, columns=columns)
    scrolled = rows(split(items, columns), line, height, "m", least=SEEN * (height + 8), key="list")
    return fit(whole, scrolled)


def marked(is_chosen: bool) -> Part:
    """Return a check mark, or its room."""
    return icon("check", "ink", 30) if is_chosen else Part(size=30)
