"""Words of a key that has no icon are in its middle."""

from collections.abc import Mapping

import pytest

from companion.screens.layout import place
from companion.screens.parts import HUG, Drawing, Node, Part, Room, Words, row
from companion.screens.pieces import action_key
from companion.screens.registry import SCREENS
from companion.screens.ruler import width
from companion.table.taps import Do
from tests.screens.states import LARGEST, Window
from tests.screens.test_heads import played
from tests.screens.test_pages import ALL, SHOWN, seats

A_SHADE, NOT_NOW = 1.5, "no"
"""Pixels that nobody sees, and a reason of a refused key."""


def off_middle(nodes: Mapping[str, Node], do: Do) -> list[float]:
    """Return how far words are from the middle of the key without an icon that does ``do``."""
    keys = [node for node in nodes.values() if node.hand and node.hand.do == do]
    inside = [(key, [node for node in nodes.values() if is_inside(node, key)]) for key in keys]
    return [
        middle(node) - (key.x + key.w / 2)
        for key, found in inside
        for node in found
        if isinstance(node.look, Words)
        if not any(isinstance(other.look, Drawing) for other in found)
    ]


def middle(node: Node) -> float:
    look = node.look
    assert isinstance(look, Words)
    wide = max(width(line, look.font, look.points) for line in look.lines)
    return node.x + (node.w - wide) * look.align + wide / 2


def is_inside(node: Node, key: Node) -> bool:
    across = key.x <= node.x and node.x + node.w <= key.x + key.w
    return across and key.y <= node.y and node.y + node.h <= key.y + key.h


@pytest.mark.parametrize("reason", ["", NOT_NOW])
@pytest.mark.parametrize("size", [0, HUG])
def test_words_of_an_action_without_an_icon_are_in_the_middle(reason: str, size: float) -> None:
    key = action_key("Show the rule", "", ("rule",), reason=reason, size=size)
    [off] = off_middle(place(row(key, Part()), 600, 60), ("rule",))
    assert abs(off) <= A_SHADE


@pytest.mark.parametrize(
    ("page", "do"),
    [("trade", ("reset",)), ("properties", ("clear",)), ("ruling", ("set",)), ("ruling", None)],
    ids=["trade", "properties", "done", "save"],
)
def test_keys_of_pages_have_their_words_in_the_middle(page: str, do: Do | None) -> None:
    shown = (
        place(SHOWN[name](seat, Room(800, 480)), 800, 480)
        for position in ALL[::10]
        for name, seat in seats(position)
        if name.endswith(page)
    )
    off = next(filter(None, (off_middle(nodes, do or refused(nodes)) for nodes in shown)))
    assert max(map(abs, off)) <= A_SHADE


def refused(nodes: Mapping[str, Node]) -> Do:
    """Return what a key would do that is refused: to save what has no reason yet."""
    found = [node.hand for node in nodes.values() if node.hand and node.hand.reason]
    return next((hand.do for hand in found if hand.do[0] == "answer"), ())


@pytest.mark.parametrize("window", LARGEST, ids=["panel", "upright"])
def test_icons_of_the_bar_give_way_to_the_largest_type(window: Window, language: str) -> None:
    table = played(("Ann", "Bob", "Cy", "Dee"), "Ann throws 1 3", "Ann pays flat tax")
    nodes = window.place(SCREENS[table.screen].page(table, window.room))
    words = {
        node.words: node.look.points / window.scale
        for key, node in nodes.items()
        if key.startswith("bar.") and isinstance(node.look, Words)
    }
    assert len(words) >= 4
    assert min(words.values()) >= 33
