"""A ruling by touch: what is put together is seen first, and one tap books it."""

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash, MoveToken
from tests.ui.driver import Desk
from tests.ui.scenes import take
from tests.ui.touch import Hand


def test_a_ruling_is_tapped_together_and_booked_once(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    take(desk, "ruling")
    for text in ("Pay someone", "Ann", "Bob", "+50", "+10", "Done"):
        desk.tap(text)
    assert {"Ann pays Bob $60", "$1,500", "$1,440", "$1,560"} <= set(desk.texts())
    for text in ("Fix something else too", "Move a token", "Cy"):
        desk.tap(text)
    desk.tap(Hand(desk).find("pick", "39"))
    for text in ("No reason given", "The table agreed on it", "Save correction"):
        desk.tap(text)
    [played] = desk.table.session.history
    effects = (MoveCash("Ann", "Bob", 60), MoveToken("Cy", 39))
    assert played.move == Rule(effects, "the table agreed on it")
    assert desk.table.screen == "play"


def test_a_ruling_that_cannot_stand_says_why_and_books_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 2 3")
    take(desk, "ruling")
    for text in ("Who owns it", "Reading Railroad", "Bob", "Save correction"):
        desk.tap(text)
    assert desk.moves == 1
    assert desk.key("answer").reason in desk.texts()
    assert desk.table.screen == "ruling"


def test_leaving_changes_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    take(desk, "ruling")
    for text in ("Set a balance", "Ann", "5", "Done"):
        desk.tap(text)
    desk.tap("Leave")
    assert desk.moves == 0
    assert desk.table.screen == "play"


def test_a_ruling_for_another_game_is_forgotten(desk: Desk) -> None:
    desk.sit_down("Ann Bob Gus")
    desk.table.open("ruling")
    desk.does(("kind", "stands"), ("pick", "Gus"), ("pick", "0"))
    assert desk.table.values["ruling"].rules
    desk.sit_down("Ann Bob")
    desk.table.open("ruling")
    assert not desk.table.values["ruling"].rules


def test_what_is_undone_beside_a_ruling_leaves_it_open(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 2 3")
    take(desk, "ruling")
    desk.tap("Undo")
    assert desk.table.screen == "ruling"


def test_nobody_joins_a_full_table_and_that_is_seen_before_the_tap(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy Dee Eve Fay Gus")
    desk.show("menu")
    desk.does(("page", "parting"))
    desk.frames()
    assert desk.key("people", "joins").reason == ""
    desk.play("ruling: Hal joins")
    assert "8" in desk.key("people", "joins").reason
    assert desk.key("people", "renamed").reason == ""
