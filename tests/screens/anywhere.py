"""Faults of a page of any table, in every window, and in both colour schemes."""

from collections.abc import Callable
from typing import Any

from companion.palette import THEMES
from companion.screens.layout import place
from companion.screens.parts import Part, Room
from tests.screens.faults import Page, faults
from tests.screens.states import WINDOWS


def wrong(page: Callable[[Any, Room], Part], table: Any) -> list[str]:
    """List the faults of a page in any window; in the second scheme only the colours differ."""
    found = []
    paper, *others = THEMES.values()
    looks = [(window, paper) for window in WINDOWS] + [(WINDOWS[0], other) for other in others]
    for (width, height, scale), theme in looks:
        room = Room(width / scale, height / scale)
        nodes = place(page(table, room), width, height, scale, theme)
        seen = faults(Page(nodes, width, height, scale))
        found += [f"{width}x{height} {theme.name}: {fault}" for fault in seen]
    return found
