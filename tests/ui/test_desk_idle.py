"""A table that nobody touches shows standings and clock; the first touch only wakes it."""

from pathlib import Path

import pytest

from companion.text.screens.idle import IDLE, text_of
from tests.ui.doors import Sight
from tests.ui.driver import Desk


def leave_alone(desk: Desk) -> None:
    """Nobody touches anything for as long as the screen waits."""
    desk.clock.wait(desk.table.settings.light.seconds + 1)
    desk.frames()


def idle(desk: Desk) -> list[Sight]:
    """The idle screen, if it is there."""
    return desk.sights("idle")


def test_an_idle_table_shows_everybody_and_the_clock(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Bob has $740; Bob has the dice")
    desk.table.time = "21:41"
    leave_alone(desk)
    assert idle(desk)
    said = {str(text_of("turn", player="Bob")), "21:41", "Ann", "Bob", "Cy", "$740"}
    assert said <= {*desk.texts()}
    desk.table.time = "21:42"
    desk.frames()
    assert "21:42" in desk.texts()


def test_the_first_touch_only_wakes(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    moves, buy = desk.moves, desk.saying(desk.table.now.answers[0].text)
    leave_alone(desk)
    desk.tap(buy)
    assert (desk.moves, idle(desk)) == (moves, [])
    desk.tap(buy)
    assert desk.moves == moves + 1


def test_idle_again_shows_the_new_position(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    leave_alone(desk)
    desk.table.settings.light.wake()
    desk.play("ruling: Ann has $77")
    leave_alone(desk)
    assert "$77" in desk.texts()


def test_a_roll_wakes_only_where_there_is_a_tray(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    leave_alone(desk)
    assert IDLE["wake"] in desk.texts()
    desk.table.settings.light.wake()
    desk.table.tray_input.state = "found"
    leave_alone(desk)
    assert IDLE["wake by roll"] in desk.texts()


def test_before_a_game_there_is_only_the_clock(desk: Desk) -> None:
    desk.table.time = "07:05"
    leave_alone(desk)
    assert len(idle(desk)) == 1
    assert "07:05" in desk.texts()


@pytest.mark.parametrize("size", [(1280, 800), (720, 1280)])
def test_a_large_panel_keeps_the_board_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    with Desk(tmp_path, size=size) as desk:
        desk.sit_down("Ann Bob", "Ann throws 2 3", "Ann buys")
        leave_alone(desk)
        assert idle(desk)
        assert "space:5" in desk.page().nodes
