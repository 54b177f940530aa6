"""Keys of a keyboard in the window."""

from typing import Any

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui
TAB, RETURN, ESCAPE, DOWN = 9, 13, 27, 274


@pytest.fixture
def press(desk: Desk) -> Any:
    """A key goes down, as the window is told of it, on a page that takes touches at once."""
    from kivy.core.window import Window

    desk.table.echo = 0.0

    def down(key: int, letter: str | None = None, *modifiers: str) -> bool:
        desk.frames(3)
        taken = Window.dispatch("on_key_down", key, 0, letter, list(modifiers))
        desk.frames(3)
        return bool(taken)

    return down


def test_a_deed_is_bought_by_keys(desk: Desk, press: Any) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    press(TAB)
    assert press(RETURN)
    assert desk.moves == 2


def test_dice_are_thrown_by_digits_and_the_page_is_left_by_escape(desk: Desk, press: Any) -> None:
    desk.sit_down("Ann Bob")
    press(ord("4"), "4")
    press(ord("5"), "5")
    assert desk.moves == 1
    desk.show("menu")
    assert press(ESCAPE)
    assert desk.table.screen == "play"


def test_commands_of_the_desktop_are_left_to_it(desk: Desk, press: Any) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    press(TAB)
    assert not press(RETURN, None, "alt")
    assert desk.moves == 1
