"""Faults of a page of any table, in every window, and in both colour schemes."""

from collections.abc import Callable
from typing import Any

from companion.look.palette import THEMES
from companion.screens.parts import Part, Room
from tests.screens.faults import Page, faults
from tests.screens.states import LARGEST, WINDOWS


def wrong(page: Callable[[Any, Room], Part], table: Any) -> list[str]:
    """List the faults of a page in any window; in the second scheme only the colours differ."""
    found = []
    paper, *others = THEMES.values()
    looks = [(window, paper) for window in (*WINDOWS, *LARGEST)]
    looks += [(WINDOWS[0], other) for other in others]
    for window, theme in looks:
        nodes = window.place(page(table, window.room), theme)
        seen = faults(Page(nodes, *window[:3]))
        found += [f"{window} {theme.name}: {fault}" for fault in seen]
    return found
