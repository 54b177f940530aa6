"""The board by touch: a tap and a drag along the ring select, and only what changed is drawn."""

from typing import Any

import pytest

from companion.text.screens.board import BOARD
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

ORANGE = "ruling: Bob owns St. James Place; Bob owns Tennessee Avenue; Bob owns New York Avenue"
TENNESSEE, READING = 18, 5


def selected(desk: Desk) -> int:
    """The space that is selected on the ring."""
    [ring] = desk.sights("ring")
    return int(ring.value.selected)


def place(desk: Desk, position: int) -> tuple[float, float]:
    """The middle of a cell, in the window."""
    return desk.space(position)


def drag(desk: Desk, *positions: int) -> None:
    """A finger that comes down on the first cell, slides to the others, and is lifted."""
    from companion.runtime.ui_driver import Touch, lift

    desk.clock.wait(1.0)
    touch = Touch(*place(desk, positions[0]))
    desk.loop.post_dispatch_input("begin", touch)
    for position in positions[1:]:
        there = Touch(*place(desk, position))
        touch.move({"x": there.sx, "y": there.sy})
        desk.loop.post_dispatch_input("update", touch)
        desk.frames(1)
    lift(touch)
    desk.frames()


def chosen(desk: Desk) -> Any:
    [card] = desk.sights("space")
    return card.value


def test_the_board_opens_where_the_player_on_turn_is(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann stands on Reading Railroad")
    desk.tap(BOARD["board"])
    assert desk.table.screen == "board"
    assert (selected(desk), chosen(desk).position) == (READING, READING)


def test_a_tap_on_a_cell_shows_its_deed(desk: Desk) -> None:
    desk.sit_down("Ann Bob", ORANGE)
    desk.table.board_state.open()
    desk.frames()
    drag(desk, TENNESSEE)
    assert (chosen(desk).position, chosen(desk).owner) == (TENNESSEE, "Bob")
    assert desk.moves == 1


def test_a_drag_along_the_ring_selects_cell_after_cell(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.board_state.open()
    desk.frames()
    seen: list[int] = []
    desk.table.board_state.fbind("selected", lambda _, position: seen.append(position))
    drag(desk, 11, 12, 13, 14)
    assert seen == [11, 12, 13, 14]
    assert chosen(desk).position == 14


def test_a_touch_inside_the_ring_selects_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.board_state.open(1)
    desk.frames()
    from companion.runtime.ui_driver import Touch, lift

    [shown] = desk.sights("ring")
    desk.clock.wait(1.0)
    touch = Touch(*desk.from_bottom(*shown.box.middle))
    desk.loop.post_dispatch_input("begin", touch)
    lift(touch)
    desk.frames()
    assert selected(desk) == 1


def test_the_board_follows_the_game(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 2 3")
    desk.table.board_state.open()
    desk.frames()
    desk.play("Ann buys")
    assert chosen(desk).owner == "Ann"
    desk.table.undo(desk.table.number, "undo")
    desk.frames()
    assert chosen(desk).owner == BOARD["for sale"]
