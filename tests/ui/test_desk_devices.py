"""The tray and the buttons at the table, through the screen that they change."""

from collections.abc import Iterator
from threading import Thread

import pytest

from companion.runtime import devices
from companion.text.tray import pin_troubles, tray_problem
from hardware import PINS, FakePanel, FakeTray
from tests.ui.driver import Desk


@pytest.fixture
def tray(desk: Desk) -> Iterator[FakeTray]:
    with FakeTray() as tray:
        desk.devices.tray(tray.path)
        desk.until(lambda: desk.table.tray_input.state == "found")
        yield tray


@pytest.fixture
def panel(desk: Desk) -> Iterator[FakePanel]:
    panel = FakePanel()
    desk.devices.panel(panel.pins, panel.factory)
    yield panel
    desk.devices.close()
    panel.close()


def press(desk: Desk, panel: FakePanel, name: str, seconds: float = 0.06) -> None:
    """As a finger does: while the window goes on."""
    finger = Thread(target=panel.press, args=(name, seconds))
    finger.start()
    desk.until(lambda: not finger.is_alive())
    desk.frames()


def test_a_throw_of_the_tray_is_seen_without_a_tap(desk: Desk, tray: FakeTray) -> None:
    desk.sit_down()
    desk.until(lambda: (tray.lamp.state, tray.lamp.number) == ("ready", 1))
    tray.throw(4, 5)
    desk.until(lambda: "Connecticut Avenue" in desk.texts())
    desk.until(lambda: not tray.waiting)
    assert desk.moves == 1
    desk.until(lambda: tray.lamp.state == "wait")


def test_a_throw_from_before_is_asked_about(desk: Desk, tray: FakeTray) -> None:
    desk.until(lambda: tray.lamp.state == "wait")
    tray.throw(4, 5)
    desk.until(lambda: desk.table.tray_input.pending_rolls)
    desk.sit_down()
    desk.tap("Count")
    desk.until(lambda: not tray.waiting)
    assert desk.moves == 1


def test_a_tray_that_is_lost_is_said(desk: Desk, tray: FakeTray) -> None:
    desk.sit_down()
    tray.unplug()
    desk.until(lambda: desk.table.tray_input.state == "lost")
    desk.frames()
    assert str(desk.table.notice) in desk.texts()
    tray.replug()


def test_a_tray_that_was_named_and_is_not_there_is_said(desk: Desk) -> None:
    desk.devices.tray("/dev/no-such-tray")
    desk.until(lambda: desk.table.notice)
    assert tray_problem("no-such-port", "/dev/no-such-tray") in str(desk.table.notice)
    assert desk.table.tray_input.state == "lost"


def test_a_busy_pin_is_named_and_used_as_soon_as_it_is_free(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers, held = FakePanel(), ["no"]
    found = fingers.factory.pin

    def pin(number: int) -> object:
        if number in [fingers.pins[name] for name in held]:
            raise OSError("'GPIO busy'")
        return found(number)

    monkeypatch.setattr(fingers.factory, "pin", pin)
    assert desk.devices.panel(fingers.pins, fingers.factory) == pin_troubles([("no", 27, "busy")])
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    assert fingers.is_lit, "the other devices work"
    held.clear()

    def opens_an_auction() -> bool:
        press(desk, fingers, "no")
        return desk.table.screen == "auction"

    desk.until(opens_an_auction, passing=devices.PINS_AGAIN)
    desk.devices.close()
    fingers.close()


def test_a_button_without_a_move_is_named_and_does_nothing(desk: Desk) -> None:
    fingers = FakePanel({**PINS, "horn": 5})
    told = desk.devices.panel(fingers.pins, fingers.factory)
    assert told == pin_troubles([("horn", 5, devices.NO_MOVE)])
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    moves = desk.moves
    press(desk, fingers, "horn")
    assert (desk.moves, desk.table.notice) == (moves, "")
    press(desk, fingers, "no")
    assert desk.moves == moves + 1, "the others work"
    desk.devices.close()
    fingers.close()


def test_the_buttons_say_yes_no_and_undo(desk: Desk, panel: FakePanel) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    assert panel.is_lit
    press(desk, panel, "yes")
    assert desk.cash("Ann") == 1380
    panel.down("undo")
    desk.until(lambda: desk.cash("Ann") == 1500)
    panel.up("undo")
    press(desk, panel, "no")
    assert desk.table.screen == "auction"
