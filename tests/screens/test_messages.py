"""A message stands in the place of a title: it lies over nothing, and moves no key of a game."""

import pytest

from companion.screens.parts import Node, Words
from companion.screens.registry import SCREENS
from companion.screens.viewer import Viewer
from companion.table.confirmation import closing_sheet
from companion.table.table import Table
from companion.text import tray
from tests.screens.faults import Kind, Page, faults
from tests.screens.seat import seat
from tests.screens.states import LARGE, WINDOWS, Position, Window, positions
from tests.screens.watching import longest_refusal

ALL = [*positions()]
CROWDED = (
    "late12",
    "late4-debt",
    "auction-beside-4-claims-12",
    "buy-beside-4-claims-and-offer-8",
    "card-beside-3-claims",
    "debt-beside-4-claims-and-promise-8",
    "trade-accepted",
)
PAGES = ("properties", "trade", "board", "pay", "history", "menu", "ruling", "phones", "device")


def said() -> str:
    """Return a message that takes more than a line."""
    return str(tray("other_protocol"))


def page(table: Table, window: Window, message: object) -> dict[str, Node]:
    part = SCREENS[table.screen].page(table, window.room._replace(message=message))
    return window.place(part)


def is_whole(node: Node, message: str) -> bool:
    return isinstance(node.look, Words) and not node.look.cut and node.words == message


@pytest.mark.parametrize("position", [one for one in ALL if one.name in CROWDED], ids=CROWDED)
def test_a_message_is_told_and_hides_nothing_on_any_page(position: Position) -> None:
    table = seat(position.parse())
    for screen in (table.screen, *PAGES):
        table.open(screen)
        for window in (*WINDOWS[:4], *LARGE[::4]):
            nodes = page(table, window, said())
            assert faults(Page(nodes, *window[:3])) == [], (screen, window)
            assert is_whole(nodes["toast.0"], said()), (screen, window)


@pytest.mark.parametrize("position", ALL[::24], ids=[one.name for one in ALL[::24]])
def test_the_longest_refusal_of_a_page_is_told_there(position: Position, language: str) -> None:
    table = seat(position.parse())
    for screen in (table.screen, "properties", "trade"):
        table.open(screen)
        for window in (*WINDOWS[:4], *LARGE[:2]):
            if message := longest_refusal(page(table, window, "")):
                nodes = page(table, window, message)
                assert faults(Page(nodes, *window[:3])) == [], (screen, window)
                assert "toast" in nodes


@pytest.mark.parametrize("position", [one for one in ALL if one.name in CROWDED], ids=CROWDED)
def test_no_key_of_a_game_moves_for_a_message(position: Position) -> None:
    table = seat(position.parse())
    for window in WINDOWS:
        before, after = (keys(page(table, window, message)) for message in ("", said()))
        assert {key: box for key, box in before.items() if after.get(key) != box} == {}, window


def keys(nodes: dict[str, Node]) -> dict[object, list[int]]:
    """Return the boxes of what can be touched: of Undo the right edge, for its word may go."""
    found = {}
    for key, node in nodes.items():
        if node.hand and node.hand.do and key != "toast":
            box = [node.x, node.y, node.x + node.w, node.y + node.h]
            found[str(node.hand.do)] = box[2:3] if node.hand.do == ("undo",) else box
    return found


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 800)], ids=str)
def test_a_message_over_a_question_stands_in_the_place_of_its_title(size: tuple[int, int]) -> None:
    table = seat(ALL[2].parse())
    table.sheet = closing_sheet(is_playing=True)
    table.notice = said()
    viewer = Viewer(table, *size)
    viewer.look()
    picture = viewer.picture
    viewer.leave()
    assert faults(Page(picture.over, *size, picture.scale)) == []
    assert picture.over["toast.0"].words == said()
    assert "toast" not in picture.nodes


def test_a_message_that_lies_over_a_key_is_found() -> None:
    table = seat(next(one for one in ALL if one.name == "late12").parse())
    window = WINDOWS[0]
    nodes = page(table, window, said())
    key = next(node for key, node in nodes.items() if key.startswith("die"))
    nodes["toast"] = nodes["toast"]._replace(x=key.x, y=key.y)
    assert Kind.HIDES in {fault.kind for fault in faults(Page(nodes, *window[:3]))}
