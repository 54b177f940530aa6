"""Fingers as they are: two at once, twice in a row, impatient. It is booked once, or a sentence
says why not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.moves import Buy, Undo
from tests.ui.driver import Desk
from tests.words import plain

pytestmark = pytest.mark.gui


@pytest.fixture
def glass(desk: Desk) -> Iterator[Any]:
    from tests.ui.window import Glass

    with Glass() as glass:
        yield glass


def while_booking(desk: Desk, monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """``do`` happens while the card is busy with the next move."""
    append = desk.ledger.append

    def slowly(*arguments: Any) -> Any:
        booked = append(*arguments)
        do()
        return booked

    monkeypatch.setattr(desk.ledger, "append", slowly)


def made(desk: Desk) -> list[Any]:
    return [played.move for played in desk.table.session.history]


def still_answers(desk: Desk) -> None:
    """A finger leads somewhere else and back."""
    desk.table.echo = 0.0
    desk.to_menu()
    assert desk.table.screen == "menu"
    desk.show("play")


@pytest.mark.parametrize("impatient", ["Buy for $120", "Auction it", "Undo"])
def test_a_tap_during_the_commit_is_not_meant_for_what_comes_after(
    desk: Desk, glass: Any, monkeypatch: pytest.MonkeyPatch, impatient: str
) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    button = desk.saying(impatient)
    while_booking(desk, monkeypatch, lambda: glass.tap(*desk.place(button)))
    glass.tap(*desk.place(desk.saying("Buy for $120")))
    desk.until(lambda: desk.moves == 2)
    desk.frames(6)
    assert made(desk)[1:] == [Buy("Ann")]
    still_answers(desk)


def test_after_the_commit_every_finger_counts_again(
    desk: Desk, glass: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann declines")
    while_booking(desk, monkeypatch, lambda: glass.tap(*desk.place(desk.saying("Undo"))))
    glass.tap(*desk.place(desk.saying("$50")))
    desk.until(lambda: str(desk.table.notice) == plain(desk.table.words["changed"]))
    glass.tap(*desk.place(desk.saying("Undo")))
    desk.until(lambda: desk.moves == 4)
    assert made(desk)[-1] == Undo()


def test_two_fingers_on_two_answers_book_one(desk: Desk, glass: Any) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    for text in ("Buy for $120", "Auction it"):
        glass.tap(*desk.place(desk.saying(text)))
    desk.frames(6)
    assert desk.moves == 2
    still_answers(desk)


def two_fingers_on(desk: Desk, glass: Any, text: str) -> None:
    button = desk.saying(text)
    x, y = desk.place(button)
    fingers = [glass.down(x + aside, y) for aside in (-12, 12)]
    desk.frames()
    for finger in fingers:
        glass.up(finger)
    desk.frames(8)


def test_two_fingers_on_one_button_begin_one_game(desk: Desk, glass: Any) -> None:
    for name in ("Ann", "Bob"):
        desk.tap(name)
    two_fingers_on(desk, glass, "Start")
    assert desk.ledger.numbers() == [1]
    assert desk.table.session.game_number == 1


def test_two_fingers_switch_the_machine_off_once(desk: Desk, glass: Any) -> None:
    from companion.table.states.device import DeviceActions, DeviceState

    done: list[str] = []
    desk.table.device = DeviceState(
        DeviceActions(kiosk=True, may_switch=lambda _: True, switch=done.append), desk.clock
    )
    desk.table.show_screen("device")
    desk.until(lambda: desk.table.device.value.may_switch)
    desk.frames()
    desk.tap("Switch off")
    desk.clock.wait(1)
    two_fingers_on(desk, glass, "Yes, switch off")
    desk.until(lambda: done)
    desk.frames(20)
    assert done == ["PowerOff"]


def test_a_finger_that_stays_down_while_the_dice_come_means_what_it_saw(
    desk: Desk, glass: Any
) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5", "Ann buys")
    button = desk.saying("Undo")
    finger = glass.down(*desk.place(button))
    desk.frames()
    desk.table.tray_input.on_throw("uid/boot/1", (1, 2), int(desk.table.number))
    desk.frames()
    glass.up(finger)
    desk.frames()
    assert str(desk.table.notice) == plain(desk.table.words["changed"])
    assert desk.moves == 3
    still_answers(desk)


def test_a_finger_that_slides_off_a_button_means_nothing(desk: Desk, glass: Any) -> None:
    desk.sit_down("Ann Bob", "Ann throws 4 5")
    button = desk.saying("Buy for $120")
    finger = glass.down(*desk.place(button))
    desk.frames()
    glass.moves(finger, 2, 2)
    glass.up(finger)
    desk.frames()
    assert desk.moves == 1
    still_answers(desk)
