"""Whatever is played, the ledger agrees with the rules: balances, deeds, statements, the end."""

import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine import board, edition
from companion.engine.phases import Over
from companion.engine.state import Game, Setup
from companion.ledger.audit import audit
from companion.ledger.ledger import Ledger
from companion.table.session import Session
from tests.ledger.gaming import evening, play, play_text


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


BOOKED = {
    "an undo the other way round": (
        """
        ruling: Bob receives $70 from Ann
        undo""",
        "SELECT move, payer, payee, amount, reversed FROM entries WHERE move > 0",
        [(1, "Ann", "Bob", 70, 0), (2, "Bob", "Ann", 70, 1)],
    ),
    "an undo over what still stands": (
        """
        ruling: Ann has $1
        ruling: Ann has $2
        ruling: Ann has $3
        ruling: Ann has $4
        undo 2
        ruling: Ann has $5
        undo 2""",
        "SELECT move, reversed_move FROM events WHERE reversed ORDER BY move, number",
        [(5, 4), (5, 3), (7, 6), (7, 2)],
    ),
    "an undo of a ruling that changed nothing": (
        """
        ruling: Ann has $9
        ruling: Ann has $9
        undo 2""",
        "SELECT balance FROM statements WHERE account = 'Ann' ORDER BY move DESC LIMIT 1",
        [(1500,)],
    ),
    "a deed that comes back from the bank without its mortgage": (
        """
        ruling: Ann owns Baltic Avenue
        ruling: Baltic Avenue is mortgaged
        ruling: bank owns Baltic Avenue
        ruling: Bob owns Baltic Avenue""",
        "SELECT owner, mortgaged FROM deeds",
        [("Bob", 0)],
    ),
    "a deed that is mortgaged again by an undo": (
        """
        ruling: Ann owns Baltic Avenue
        ruling: Baltic Avenue is mortgaged
        ruling: bank owns Baltic Avenue
        ruling: Bob owns Baltic Avenue
        undo 2""",
        "SELECT owner, mortgaged FROM deeds",
        [("Ann", 1)],
    ),
    "a jail card that changes hands": (
        """
        ruling: Ann holds chance jail card
        undo""",
        "SELECT giver, receiver FROM events WHERE kind = 'JailCardPassed'",
        [("bank", "Ann"), ("Ann", "bank")],
    ),
    "a statement": (
        """
        Ann throws 1 3
        ruling: Bob receives $70 from Ann""",
        "SELECT text, why, other, dollars, balance FROM statements WHERE account = 'Ann'",
        [
            ("start", "start", "bank", 1500, 1500),
            ("ruling: Bob receives $70 from Ann", "ruling", "Bob", -70, 1430),
        ],
    ),
}


@pytest.mark.parametrize(("lines", "sql", "rows"), BOOKED.values(), ids=BOOKED)
def test_a_person_reads_in_the_ledger_what_was_played(
    tmp_path: Path, lines: str, sql: str, rows: list[tuple[Any, ...]]
) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        play_text(session, lines)
        books_agree(ledger, session.game)
        assert table(ledger, sql) == rows
        assert audit(ledger, 1).first_fault is None
