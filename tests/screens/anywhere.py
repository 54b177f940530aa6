"""Faults of a page of any table, in every window and both colour schemes."""

from collections.abc import Callable
from typing import Any

from companion.palette import THEMES
from companion.screens.layout import place
from companion.screens.parts import Part, Room
from tests.screens.faults import Page, faults
from tests.screens.states import WINDOWS


def wrong(page: Callable[[Any, Room], Part], table: Any) -> list[str]:
    """List the faults of a page in any window."""
    found = []
    for scheme, colors in THEMES.items():
        for width, height, scale in WINDOWS:
            room = Room(width / scale, height / scale, colors)
            nodes = place(page(table, room), width, height, scale)
            seen = faults(Page(nodes, width, height, scale))
            found += [f"{width}x{height} {scheme}: {fault}" for fault in seen]
    return found
