"""Whatever is played, the ledger agrees with the rules: balances, deeds, statements, the end."""

import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine import board, edition
from companion.engine.moves import Roll, Rule, Undo
from companion.engine.phases import Over
from companion.engine.rulings import MoveCash, SetCash, SetJailCard, SetMortgaged, SetOwner
from companion.engine.state import Game, Setup
from companion.ledger.audit import audit
from companion.ledger.ledger import Ledger, Source
from companion.table.session import Session
from tests.ledger.gaming import SETUP, evening, play


def table(ledger: Ledger, sql: str) -> list[tuple[Any, ...]]:
    return ledger.query(lambda db: list(db.execute(sql)))


def books_agree(ledger: Ledger, game: Game) -> None:
    cash = {player.name: player.cash for player in game.players.values()}
    balances = ledger.balances(1)
    assert sum(balances.values()) == 0
    assert {name: balances.get(name, 0) for name in (*cash, "pot")} == {**cash, "pot": game.pot}
    deeds = table(ledger, "SELECT deed, owner, buildings, mortgaged FROM deeds WHERE game = 1")
    assert {deed: held for deed, *held in deeds} == {
        deed: [held.owner, held.buildings, held.mortgaged] for deed, held in game.holdings.items()
    }
    last = table(ledger, "SELECT account, balance FROM statements WHERE game = 1")
    assert {account: balance for account, balance in last if account in cash} == cash


def same_session(ledger: Ledger, live: Session) -> None:
    resumed = Session.resume(ledger, 1)
    assert resumed.game == live.game
    assert resumed.history == live.history
    while live.game.past and resumed.game.past:
        live.game, resumed.game = live.game.past.before, resumed.game.past.before
        assert resumed.game == live.game
    assert live.game.past is resumed.game.past is None


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    random=st.randoms(use_true_random=False),
    year=st.sampled_from(["1934", "1961"]),
    name=st.sampled_from(board.names()),
    count=st.integers(0, 60),
)
def test_the_books_agree_with_any_game(random: Random, year: str, name: str, count: int) -> None:
    setup = Setup(("Ann", "Bob", "Cy"), edition.load(year), board.load(name))
    with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder)) as ledger:
        session = Session.begin(ledger, setup)
        books_agree(ledger, session.game)
        for _ in range(4):
            play(session, count // 4, random)
            books_agree(ledger, session.game)
        found = audit(ledger, 1)
        assert found.first_fault is None
        assert found.moves == len(session.history)
        assert ledger.games()[0].over == isinstance(session.game.phase, Over)
        same_session(ledger, session)


@pytest.mark.parametrize("seed", range(2))
def test_the_books_agree_with_a_long_game(tmp_path: Path, seed: int) -> None:
    with evening(tmp_path, count=300, seed=seed) as (ledger, session):
        books_agree(ledger, session.game)
        assert audit(ledger, 1).first_fault is None
        same_session(ledger, session)


def test_an_undo_is_booked_the_other_way_round(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Rule((MoveCash("Ann", "Bob", 70),)), Source.TOUCH)
        session.play(Undo(1), Source.TOUCH)
        books_agree(ledger, session.game)
        sql = "SELECT move, payer, payee, amount, reversed FROM entries WHERE move > 0"
        assert table(ledger, sql) == [(1, "Ann", "Bob", 70, 0), (2, "Bob", "Ann", 70, 1)]
        sql = "SELECT reversed_move, reversed_event FROM events WHERE move = 2 AND reversed"
        assert table(ledger, sql) == [(1, 1)]


def test_undo_counts_back_over_what_still_stands(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        for amount in (1, 2, 3, 4):
            session.play(Rule((SetCash("Ann", amount),)), Source.TOUCH)
        session.play(Undo(2), Source.TOUCH)
        session.play(Rule((SetCash("Ann", 5),)), Source.TOUCH)
        session.play(Undo(2), Source.TOUCH)
        assert session.game.players["Ann"].cash == 1
        books_agree(ledger, session.game)
        sql = "SELECT move, reversed_move FROM events WHERE reversed ORDER BY move, number"
        assert table(ledger, sql) == [(5, 4), (5, 3), (7, 6), (7, 2)]


def test_a_ruling_that_changes_nothing_can_be_undone(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Rule((SetCash("Ann", 9),)), Source.TOUCH)
        session.play(Rule((SetCash("Ann", 9),)), Source.TOUCH)
        session.play(Undo(2), Source.TOUCH)
        books_agree(ledger, session.game)
        assert audit(ledger, 1).first_fault is None


def test_a_deed_comes_back_from_the_bank_without_its_mortgage(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        baltic = "baltic-avenue"
        for effect in (
            SetOwner("Ann", baltic),
            SetMortgaged(baltic, True),
            SetOwner("bank", baltic),
            SetOwner("Bob", baltic),
        ):
            session.play(Rule((effect,)), Source.TOUCH)
            books_agree(ledger, session.game)
        session.play(Undo(2), Source.TOUCH)
        assert session.game.holdings[baltic].mortgaged
        books_agree(ledger, session.game)


def test_a_jail_card_changes_hands(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Rule((SetJailCard("Ann", "chance"),)), Source.TOUCH)
        session.play(Undo(1), Source.TOUCH)
        sql = "SELECT giver, receiver FROM events WHERE kind = 'JailCardPassed'"
        assert table(ledger, sql) == [("bank", "Ann"), ("Ann", "bank")]


def test_a_statement_reads_like_one(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Roll("Ann", (1, 3)), Source.TOUCH)
        session.play(Rule((MoveCash("Ann", "Bob", 70),)), Source.TOUCH)
        sql = "SELECT text, why, other, dollars, balance FROM statements WHERE account = 'Ann'"
        assert table(ledger, sql) == [
            ("start", "start", "bank", 1500, 1500),
            ("ruling: Bob receives $70 from Ann", "ruling", "Bob", -70, 1430),
        ]


def test_what_a_table_begins_with_is_in_its_balances(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        ledger.begin(SETUP)
        assert table(ledger, "SELECT payee, amount, why FROM entries WHERE payee <> 'bank'") == [
            (name, 1500, "start") for name in SETUP.players
        ]
