"""The history by touch: filters, accounts, and back to any point."""

import pytest

from tests.ui.driver import Desk
from tests.ui.touch import Hand

LINES = ("Ann throws 4 5", "Ann buys", "Bob throws 3 4", "Bob draws dividend", "Cy throws 6 3")


@pytest.fixture
def history(desk: Desk) -> Desk:
    """The history of a few moves."""
    desk.sit_down("Ann Bob Cy", *LINES)
    desk.to_history()
    return desk


def test_the_way_back_is_seen_before_it_is_gone(history: Desk) -> None:
    history.tap("Bob drew Chance: The bank pays you")
    assert history.cash("Bob") == 1550, "nothing has happened yet"
    assert {"$1,550", "$1,500", "Undo 2 moves"} <= set(history.texts())
    history.tap("Undo 2 moves")
    assert history.cash("Bob") == 1500
    assert "Took back 2 moves" in history.texts()


def test_moves_are_filtered_by_player_and_deed(history: Desk) -> None:
    history.tap("Everyone")
    history.tap("Cy")
    assert [line.number for line in history.table.history.value.moves] == [5]
    history.tap("All places")
    history.tap("Baltic Avenue")
    assert "There are no such moves." in history.texts()


def test_an_account_is_looked_into(history: Desk) -> None:
    history.tap("Statements")
    history.tap("The bank")
    history.tap("Ann")
    assert {"Price of Connecticut Avenue · the bank", "$1,380"} <= set(history.texts())


def test_a_throw_that_comes_meanwhile_is_in_the_history(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", "Ann throws 4 5", "Ann buys")
    desk.to_history()
    desk.table.tray_input.on_throw("uid/boot/1", (3, 4), 3)
    desk.frames()
    assert "Bob rolled 7 · Chance" in desk.texts()


def test_the_table_can_photograph_the_fingerprint(history: Desk) -> None:
    assert f"fingerprint {history.ledger.fingerprint(1)}" in " ".join(history.texts())


def test_a_long_way_back_is_seen_at_once(desk: Desk) -> None:
    cash = range(1000, 1300)
    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${amount}" for amount in cash))
    desk.to_history()
    desk.table.history.consider(1)
    desk.frames()
    assert "Undo 300 moves" in desk.texts()
    assert len(desk.all_keys("move")) < 20, "only the lines in sight are there"


def test_one_may_think_better_of_it_and_see_another_way_back(history: Desk) -> None:
    history.table.echo = 0.0
    history.tap("Bob drew Chance: The bank pays you")
    history.tap("Cancel")
    assert (history.table.history.value.page, history.moves) == ("moves", 5)
    history.tap("Bob rolled 7 · Chance")
    assert "Undo 3 moves" in history.texts()


def numbers(desk: Desk) -> list[int]:
    """Numbers of the moves in sight."""
    return [key.does[1] for key in desk.all_keys("move")]


def test_older_moves_come_by_a_key_and_the_list_keeps_its_place(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${amount}" for amount in range(1000, 1130)))
    desk.to_history()
    hand = Hand(desk)
    hand.tap(hand.find("more"))
    assert 80 in numbers(desk), "the list goes on where it ended"
    there = numbers(desk)
    desk.tap(desk.all_keys("move")[1])
    desk.tap("Cancel")
    assert numbers(desk) == there
    hand.tap(hand.find("more"))
    assert hand.find("move", 1)


def test_a_list_on_another_page_begins_at_its_top(desk: Desk) -> None:
    desk.sit_down("Ann Bob", *(f"ruling: Ann has ${amount}" for amount in range(1000, 1040)))
    desk.to_history()
    Hand(desk).find("move", 1)
    assert 40 not in numbers(desk)
    desk.tap("Statements")
    assert str(desk.table.history.value.statement[0].balance) in desk.texts()
    desk.tap(desk.key("back"))
    desk.to_history()
    assert 40 in numbers(desk)
