"""The strip of an undone move has a place of its own: it lies over nothing of the page."""

from uuid import uuid4

import pytest

from companion.screens.parts import Node, Words
from companion.screens.viewer import Viewer
from companion.table.deeds import title_deed
from companion.table.table import Table
from tests.screens.test_heads import PANEL, UPRIGHT, played

FOUR = ("Ann", "Bob", "Cy", "Dee")
LARGE = (1280, 800)
CLAIMS = "ruling: Dee owns Oriental Avenue; Dee owns Vermont Avenue; Ann has $640"
RICH = (
    "ruling: Cy owns Boardwalk; Cy owns Park Place; Boardwalk carries 3 houses; "
    "Park Place carries 3 houses"
)
UNDONE = {
    "purchase": ("Ann throws 4 5", "Ann buys"),
    "purchase beside claims": (
        CLAIMS,
        "Ann throws 3 3",
        "Ann throws 1 1",
        "Ann throws 2 3",
        "Ann buys",
    ),
    "roll": ("Ann throws 4 5", "Ann buys", "Bob throws 2 4"),
    "roll in jail": ("ruling: Ann is in jail", "Ann throws 1 2"),
    "card": ("Ann throws 3 4", "Ann draws dividend"),
    "bid": ("Ann throws 4 5", "Ann declines", "Bob bids $60", "Cy bids $70"),
    "mortgage": (
        RICH,
        "ruling: Ann stands on space 36; Ann owns Baltic Avenue; Ann has $100",
        "Ann throws 1 2",
        "Cy collects rent from Ann",
        "Ann mortgages Baltic Avenue",
    ),
}


def undone(*lines: str) -> Table:
    """Return a table on which the last of some moves was undone just now."""
    table = played(FOUR, *lines)
    table.undo(table.number, str(uuid4()))
    return table


def seen(table: Table, size: tuple[int, int]) -> dict[str, Node]:
    """Return all that is painted: the page, and what stands over it."""
    viewer = Viewer(table, *size)
    viewer.look()
    nodes = {**viewer.picture.nodes, **viewer.picture.over}
    viewer.leave()
    return nodes


def overlap(one: Node, other: Node) -> bool:
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return across > 1 and down > 1


def is_needed(node: Node) -> bool:
    return bool(node.hand or (isinstance(node.look, Words) and node.words))


@pytest.mark.parametrize("size", [PANEL, UPRIGHT, LARGE], ids=["panel", "upright", "large"])
@pytest.mark.parametrize("lines", UNDONE.values(), ids=UNDONE)
def test_what_was_undone_lies_over_nothing(
    lines: tuple[str, ...], size: tuple[int, int], language: str
) -> None:
    nodes = seen(undone(*lines), size)
    bar = nodes["snackbar"]
    others = (node for key, node in nodes.items() if not key.startswith("snackbar"))
    assert [node.words for node in others if is_needed(node) and overlap(bar, node)] == []


@pytest.mark.parametrize("size", [PANEL, UPRIGHT, LARGE], ids=["panel", "upright", "large"])
@pytest.mark.parametrize("screen", ["properties", "history", "trade"])
def test_another_page_makes_room_for_what_was_undone(screen: str, size: tuple[int, int]) -> None:
    owned = "ruling: Ann owns Oriental Avenue; Ann owns Vermont Avenue; Ann owns Connecticut Avenue"
    table = undone(owned, "Ann mortgages Oriental Avenue")
    table.open(screen)
    nodes = seen(table, size)
    others = (node for key, node in nodes.items() if not key.startswith("snackbar"))
    bar = nodes["snackbar"]
    assert [node.words for node in others if is_needed(node) and overlap(bar, node)] == []


@pytest.mark.parametrize("size", [PANEL, UPRIGHT, LARGE], ids=["panel", "upright", "large"])
@pytest.mark.parametrize("with_undo", [True, False], ids=["undone", "at rest"])
def test_a_deed_for_sale_is_shown_whole(
    with_undo: bool, size: tuple[int, int], language: str
) -> None:
    lines = UNDONE["purchase"]
    table = undone(*lines) if with_undo else played(FOUR, *lines[:-1])
    said = [node.words for node in seen(table, size).values() if isinstance(node.look, Words)]
    deed = title_deed(table.game, "connecticut-avenue")
    assert [str(row.amount) for row in deed.rows if str(row.amount) not in said] == []
