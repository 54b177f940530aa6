"""The past: which moves a filter finds, what still stands, what an undo would take back, and
statements that add up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.moves import Undo
from companion.engine.notation import parse_move
from companion.ledger.ledger import Ledger
from companion.text.screens.history import PAST
from companion.ui.history.state import HistoryState
from companion.ui.history.view import (
    HistoryCache,
    filtered,
    past_move,
    standing_moves,
    undo_preview,
)
from companion.ui.session import Session, Source
from tests.ui.driver import setup

pytestmark = pytest.mark.usefixtures("keys")

LINES = (
    "Ann throws 4 5",
    "Ann buys",
    "Bob throws 3 4",
    "Bob draws dividend",
    "undo",
    "Bob draws building-loan",
    "Cy throws 6 3",
    "Ann collects rent from Cy",
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(tmp_path) as ledger:
        yield ledger


def played(ledger: Ledger, *lines: str, **chosen: str) -> Session:
    session = Session.begin(ledger, setup("Ann Bob Cy", **chosen))
    for line in lines:
        session.play(parse_move(line, session.setup), Source.IMPORT)
    return session


def looked_at(session: Session) -> HistoryState:
    past = HistoryState(lambda: session, lambda sentence: None)
    past.open()
    return past


def numbers(lines: object) -> list[int]:
    return [line.number for line in lines]


def test_a_player_filter_finds_payers_and_payees(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    lines = [past_move(one, session.setup) for one in session.history]
    assert numbers(filtered(lines, "Ann")) == [1, 2, 8]
    assert numbers(filtered(lines, "Bob")) == [3, 4, 5, 6]


def test_a_deed_filter_finds_landings_and_payments(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    lines = [past_move(one, session.setup) for one in session.history]
    assert numbers(filtered(lines, deed="connecticut-avenue")) == [1, 2, 7, 8]
    assert numbers(filtered(lines, "Cy", "connecticut-avenue")) == [7, 8]


def test_a_deed_filter_finds_how_its_auction_went(ledger: Ledger) -> None:
    auction = ("Ann throws 4 5", "Ann declines", "Bob bids $20", "undo", "Bob passes", "sold")
    session = played(ledger, *auction, "Bob throws 3 4")
    lines = HistoryCache(session.setup).catch_up(session.history)
    assert numbers(filtered(lines, deed="connecticut-avenue")) == [1, 2, 3, 4, 5, 6]


def test_no_filter_tells_an_owner_of_rent_not_asked_for(ledger: Ledger) -> None:
    session = played(ledger, *LINES[:2], "Bob throws 6 3", rent="watchful")
    landing = past_move(session.history[-1], session.setup)
    assert "Ann" not in landing.players


def test_an_undo_takes_back_the_last_moves_that_stand(ledger: Ledger) -> None:
    session = played(ledger, *LINES[:4], "undo", "undo")
    assert numbers(standing_moves(session.history)) == [1, 2]


def test_going_back_takes_what_still_stands_and_no_more(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    past = looked_at(session)
    past.consider(3)
    assert past.page == "undo"
    assert numbers(past.preview.lines) == [8, 7, 6, 3]
    assert past.preview.answer.move == Undo(4)
    session.play(past.preview.answer.move, Source.TOUCH)
    assert session.game.turn.dice is None
    assert session.game.players["Bob"].cash == 1500


def test_what_is_gone_already_cannot_be_gone_back_to(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    said: list[str] = []
    past = HistoryState(lambda: session, said.append)
    past.open()
    for number in (4, 5):
        past.consider(number)
    assert said == [PAST["gone"]] * 2
    assert past.page == "moves"
    assert undo_preview(session.game, list(past.lines), 99) is None


def test_a_move_that_comes_meanwhile_ends_the_thought_of_undo(ledger: Ledger) -> None:
    session = played(ledger, *LINES)
    past = looked_at(session)
    past.consider(8)
    session.play(parse_move("Ann throws 1 2", session.setup), Source.TRAY)
    past.show()
    assert past.page == "moves"
    assert past.lines[0].number == 9


def test_another_game_has_its_own_past(ledger: Ledger) -> None:
    sessions = [played(ledger, *LINES), played(ledger)]
    past = HistoryState(lambda: sessions[0], lambda sentence: None)
    past.open()
    sessions.pop(0)
    past.open()
    assert list(past.lines) == []
    assert past.nothing == PAST["nothing yet"]


@pytest.mark.parametrize("account", ["Ann", "Bob", "Cy", "bank"])
def test_a_statement_ends_with_what_is_there(ledger: Ledger, account: str) -> None:
    session = played(ledger, *LINES)
    postings = session.statement(account)
    balance = 0
    for posting in postings:
        balance += posting.dollars
        assert posting.balance == balance
    players = session.game.players
    there = players[account].cash if account in players else -sum(p.cash for p in players.values())
    assert balance == there


def test_a_statement_says_what_each_payment_was_for(ledger: Ledger) -> None:
    past = looked_at(played(ledger, *LINES))
    past.ask("account")
    past.pick("Bob")
    texts = [(line.text, line.amount, line.balance) for line in past.statement]
    assert texts == [
        ("Card · bank", "+$150", "$1,650"),
        ("Taken back(text=card · bank)", "\N{MINUS SIGN}$50", "$1,500"),
        ("Card · bank", "+$50", "$1,550"),
        ("Start · bank", "+$1,500", "$1,500"),
    ]


def test_the_pot_has_an_account_where_there_is_a_pot(ledger: Ledger) -> None:
    past = looked_at(played(ledger))
    past.ask("account")
    assert [tile.text for tile in past.tiles] == ["Ann", "Bob", "Cy", "Bank"]


def test_whose_account_was_looked_at_is_forgotten_with_the_game(ledger: Ledger) -> None:
    sessions = [played(ledger, *LINES), Session.begin(ledger, setup("May Tom"))]
    past = HistoryState(lambda: sessions[0], lambda sentence: None)
    past.open()
    past.ask("account")
    past.pick("Cy")
    past.ask("deed")
    past.pick("boardwalk")
    sessions.pop(0)
    past.show()
    assert list(past.names) == [PAST["everybody"], PAST["any deed"], "Bank"]
