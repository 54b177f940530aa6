"""Faults of what is seen: those of pages, and rent that nobody can collect."""

from collections.abc import Iterator

from tests.screens.faults import Kind, Page
from tests.screens.faults import faults as page_faults
from tests.ui.doors import Key
from tests.ui.driver import Desk

INVISIBLE = (("show", "history"),)
"""Meanings of keys over words that they belong to."""
COLLECTED_ON = ("play", "debt")
"""Screens on which rent is collected."""


def targets(desk: Desk) -> list[Key]:
    """Keys that can be tapped and seen, except those that belong to words below them."""
    return [key for key in desk.all_keys() if key.does not in INVISIBLE]


def faults(desk: Desk) -> list[str]:
    """Every fault of the screen."""
    return list(dict.fromkeys((*_on_pages(desk), *_out_of_sight(desk))))


def _on_pages(desk: Desk) -> Iterator[str]:
    picture = desk.viewer.picture
    for nodes in (picture.nodes, picture.over):
        for fault in page_faults(Page(nodes, *desk.size, desk.viewer.scale)):
            # A line of the log may still lose its end; tests/screens count them.
            if fault.kind is not Kind.CUT or not fault.key.startswith("move:"):
                yield str(fault)


def _out_of_sight(desk: Desk) -> Iterator[str]:
    """Rent that may lapse, and is not on the screen on which it is collected."""
    table = desk.table
    if table.screen not in COLLECTED_ON or table.sheet or table.settings.light.dimmed:
        return
    rows, (width, height) = desk.sights("claim"), desk.size
    shown = {key.move for key in desk.all_keys("answer")}
    for line in table.moments.claims:
        if line.answer.move not in shown and not line.is_missed:
            yield f"{line.claim} is not shown"
    for row in rows:
        x, y, right, bottom = row.box.x, row.box.y, row.box.right, row.box.bottom
        if x < 0 or y < 0 or right > width or bottom > height or row.is_scrolled:
            yield f"{row.text} reaches out of sight"
