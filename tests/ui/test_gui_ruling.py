"""A ruling by touch: what is put together is seen first, and one tap books it."""

import pytest

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash, MoveToken
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_a_ruling_is_tapped_together_and_booked_once(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    desk.table.show_screen("ruling")
    desk.frames()
    for text in ("Money from one to another", "Ann", "Bob", "+50", "+10", "That is right"):
        desk.tap(text)
    assert {"Ann pays Bob $60", "1,500", "1,440", "1,560"} <= set(desk.texts())
    for text in ("And something else", "Where a token stands", "Cy", "Boardwalk"):
        desk.tap(text)
    for text in ("no reason given", "the table agreed on it", "Make it so"):
        desk.tap(text)
    [played] = desk.table.session.history
    effects = (MoveCash("Ann", "Bob", 60), MoveToken("Cy", 39))
    assert played.move == Rule(effects, "the table agreed on it")
    assert desk.table.screen == "play"


def test_a_ruling_that_cannot_stand_says_why_and_books_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 2 3")
    desk.table.show_screen("ruling")
    desk.frames()
    for text in ("Who owns a deed", "Reading Railroad", "Bob", "Make it so"):
        desk.tap(text)
    assert desk.moves == 1
    assert desk.table.ruling.reason in desk.texts()
    assert desk.table.screen == "ruling"


def test_leaving_changes_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    desk.table.show_screen("ruling")
    desk.frames()
    for text in ("Somebody's cash", "Ann", "\N{MINUS SIGN}500", "That is right"):
        desk.tap(text)
    desk.tap("Leave")
    assert desk.moves == 0
    assert desk.table.screen == "play"


def test_a_ruling_for_another_game_is_forgotten(desk: Desk) -> None:
    desk.sit_down("Ann Bob Gus")
    desk.table.show_screen("ruling")
    desk.frames()
    for text in ("Where a token stands", "Gus", "Boardwalk"):
        desk.tap(text)
    desk.sit_down("Ann Bob")
    desk.table.speak("en")
    assert list(desk.table.ruling.answers) == []
