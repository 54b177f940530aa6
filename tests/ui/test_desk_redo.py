"""After an undo a message says what was undone, and redoes it with one tap."""

from typing import Any

import pytest

from companion.engine.moves import Buy, Roll, Undo
from companion.ledger.audit import audit_all
from companion.table.redo import OFFER_SECONDS
from tests.ui.driver import Desk

BOUGHT = ("Ann throws 4 5", "Ann buys")


def bar(desk: Desk) -> str:
    """What the snackbar says."""
    return "".join(sight.text for sight in desk.sights("snackbar"))


@pytest.fixture
def undone(desk: Desk) -> Desk:
    """A purchase that was just undone."""
    desk.sit_down("Ann Bob", *BOUGHT)
    undo(desk)
    return desk


def undo(desk: Desk) -> None:
    desk.tap(desk.key("undo"))


def redo(desk: Desk) -> None:
    desk.tap(desk.key("redo"))


def made(desk: Desk) -> list[Any]:
    return [played.move for played in desk.table.session.history]


def line(desk: Desk, number: int) -> Any:
    return next(line for line in desk.table.lines if line.number == number)


def test_the_undone_move_is_said_and_redone(undone: Desk) -> None:
    assert str(line(undone, 2).text.briefest()) in bar(undone)
    assert undone.cash("Ann") == 1500
    redo(undone)
    assert made(undone)[1:] == [Buy("Ann"), Undo(), Buy("Ann")], "nothing is erased"
    assert undone.cash("Ann") == 1380
    assert not bar(undone)


def test_the_message_goes_after_ten_seconds(undone: Desk) -> None:
    undone.clock.wait(OFFER_SECONDS - 0.1)
    undone.frames(1)
    assert bar(undone)
    undone.clock.wait(0.2)
    undone.frames(1)
    assert not bar(undone)
    assert not undone.table.can_redo


def test_any_other_move_withdraws_it(undone: Desk) -> None:
    undone.tap("Auction it")
    assert not undone.table.can_redo
    before = undone.moves
    undone.table.redo(undone.table.number, "late")
    assert undone.moves == before


def test_several_undos_are_redone_one_by_one(undone: Desk) -> None:
    undo(undone)
    redo(undone)
    assert made(undone)[-1] == Roll("Ann", (4, 5))
    assert bar(undone), "the purchase can be redone, too"
    redo(undone)
    assert made(undone)[-1] == Buy("Ann")
    assert not bar(undone)
    assert undone.cash("Ann") == 1380


def test_an_undo_of_three_moves_is_redone_in_order(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *BOUGHT, "Bob throws 3 4", "Bob draws dividend")
    game = desk.table.session.game
    desk.table.show_screen("history")
    desk.table.history.consider(2)
    desk.frames()
    desk.tap(desk.table.history.value.preview.answer.text)
    assert str(line(desk, 2).text) in bar(desk)
    redo(desk)
    assert made(desk)[-3:] == made(desk)[1:4]
    now = desk.table.session.game
    assert (now.players, now.holdings, now.phase) == (game.players, game.holdings, game.phase)


def test_a_throw_of_the_tray_is_redone_with_its_dice_and_stays_used(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.tray_input.on_throw("uid/boot/1", (4, 5), 1)
    desk.frames()
    thrown = desk.table.session.history[0]
    desk.watch()
    undo(desk)
    redo(desk)
    again = desk.table.session.history[-1]
    assert (again.move, again.source) == (thrown.move, thrown.source)
    desk.table.tray_input.on_throw("uid/boot/1", (4, 5), int(desk.table.number))
    desk.frames()
    assert desk.moves == 3, "the identity was used by the first one"
    assert [audit.first_fault for audit in audit_all(desk.ledger) if audit.first_fault] == []


def test_a_double_tap_on_redo_books_one_move(undone: Desk) -> None:
    undo(undone)
    before = undone.moves
    undone.double_tap(undone.key("redo"))
    assert undone.moves == before + 1


def test_undone_moves_look_undone_in_the_history(undone: Desk) -> None:
    word = undone.table.words["undone"]
    assert [line.undone for line in undone.table.lines] == ["", word, ""]
    undone.show("history")
    assert [key.does[1] for key in undone.all_keys("move") if word in key.words] == [2]
    assert word in undone.texts()
    redo(undone)
    assert [line.undone for line in undone.table.lines] == ["", "", word, ""]
