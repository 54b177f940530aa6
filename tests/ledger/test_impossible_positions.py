"""No move is stored after which its game would not open, and a ledger that has one opens."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.engine import invariants
from companion.engine.events import Paid
from companion.engine.evolve import APPLY
from companion.engine.problems import PositionProblem
from companion.engine.rules import bankruptcy
from companion.engine.state import Game, Setup
from companion.ledger import checks, restore
from companion.ledger.audit import Verdict
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.left_copies import find, take_back
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play_text
from tests.ledger.tampering import audited
from tests.ledger.unplugged import everything

OFFERED = """
ruling: Cy owns Baltic Avenue
Ann offers Cy nothing for Baltic Avenue, $100
Bob throws 1 3
"""
FOUR = replace(SETUP, players=("Ann", "Bob", "Cy", "Dee"), first="Bob")
STALE = """
ruling: Ann is out
Cy accepts
Bob pays flat tax
Cy throws 4 6
"""


def outlives(draft: Any, player: str, offers: bool = True) -> None:
    """The fault: whatever is open stays open when somebody leaves."""


# --- nothing is stored that would not open -------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, FOUR)
        play_text(session, OFFERED)
        yield session


def refuses(session: Session, line: str) -> LedgerError:
    """The refusal of a move, which has changed nothing."""
    game, moves = session.game, len(session.history)
    with pytest.raises(LedgerError) as refused:
        play_text(session, line)
    assert refused.value.reason is LedgerProblem.POSITION_IMPOSSIBLE
    assert (session.game, len(session.history)) == (game, moves)
    assert session.catch_up() is False
    return refused.value


@pytest.mark.parametrize("way", ["ruling: Ann is out", "Ann leaves"])
def test_a_rule_that_leaves_an_offer_open_books_nothing(
    session: Session, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fault:
        fault.setattr(bankruptcy, "end_obligations", outlives)
        error = refuses(session, way)
    assert error.facts["why"].reason is PositionProblem.OUT_WITH_OFFER
    play_text(session, way)
    assert session.game.offer is None


def test_a_rule_that_loses_a_dollar_books_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loses(game: Game, event: Paid) -> None:
        sound(game, replace(event, amount=event.amount - 1))

    sound = APPLY[Paid]
    monkeypatch.setitem(APPLY, Paid, loses)
    error = refuses(session, "Bob pays flat tax")
    assert error.facts["why"].reason is PositionProblem.CASH_WITHOUT_PAYMENT


def test_an_undo_to_a_position_that_cannot_exist_books_nothing(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = session.game
    play_text(session, "Bob pays flat tax")
    monkeypatch.setattr(
        invariants, "LAWS", (lambda game: [earlier_fault] if game == earlier else [],)
    )
    earlier_fault = invariants.Problem(PositionProblem.NEGATIVE_POT)
    refuses(session, "undo 1")
    play_text(session, "undo 2")


def test_an_import_that_would_not_open_leaves_the_ledger_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "stale.game"
    record.write_text("players: Ann, Bob, Cy, Dee\nfirst: Bob\n" + OFFERED + "Ann leaves\n")
    data = tmp_path / "data"
    with Ledger.open(data) as ledger:
        play_text(Session.begin(ledger, SETUP), "Ann throws 1 3")
        before = everything(ledger)
    monkeypatch.setattr(bankruptcy, "end_obligations", outlives)
    ran = CliRunner().invoke(cli, ["import", str(record), "--data", str(data)])
    assert (ran.exit_code, "Traceback" in ran.output) == (2, False)
    with Ledger.open(data) as ledger:
        assert everything(ledger) == before


# --- a ledger that has such a game ---------------------------------------------------------------


@contextmanager
def earlier_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Book as the version did whose ruling left the offer open."""
    with monkeypatch.context() as then:
        then.setattr(invariants, "STORED_LAWS", ())
        then.setattr(invariants, "LAWS", ())
        yield


def by_then(setup: Setup) -> Setup:
    return replace(setup, edition=replace(setup.edition, superseded=1))


@pytest.fixture
def stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a ledger: a game, one that became impossible, and one that is going on."""
    data = tmp_path / "stale"
    with Ledger.open(data) as ledger, earlier_version(monkeypatch):
        play_text(Session.begin(ledger, SETUP), "Ann throws 1 3")
        play_text(Session.begin(ledger, by_then(FOUR)), OFFERED + STALE)
        play_text(Session.begin(ledger, SETUP), "Ann throws 1 3")
    return data


def test_the_audit_names_the_move_since_which_the_position_cannot_exist(stale: Path) -> None:
    _, found, _ = audited(stale)
    assert (found.verdict, found.moves, found.superseded) == (Verdict.NOT_SOUND, 7, 2)
    assert found.first_fault
    fault = found.first_fault.facts["fault"]
    assert (fault.reason, fault.facts["move"]) == (Why.IMPOSSIBLE_SINCE, 5)


def test_the_ledger_opens_and_the_game_ends_where_it_was_sound(stale: Path) -> None:
    with Ledger.open(stale) as ledger:
        assert ledger.latest_unfinished() == 3
        assert [row.moves for row in ledger.games()] == [1, 7, 1]
        session = Session.resume(ledger, 2)
        (message,) = ledger.messages()
        assert (message.reason, message.facts["count"]) == (LedgerProblem.ENDED_WHERE_SOUND, 3)
        assert str(session.history[-1].move) == "Undo(count=3)"
        assert session.game.owner("baltic-avenue") == "Cy"
        again = Session.resume(ledger, 2)
        assert (again.game, len(again.history), ledger.messages()) == (session.game, 8, [])
        play_text(again, "Cy refuses\nBob pays flat tax")
    assert [found.verdict for found in audited(stale)] == [Verdict.SOUND] * 3
    assert audited(stale)[1].superseded == 2


def test_undone_in_time_the_audit_says_sound_and_the_ledger_opens(
    stale: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger.open(stale) as ledger, earlier_version(monkeypatch):
        session = Session.resume(ledger, 2)
        play_text(session, "undo 4")
    assert [found.verdict for found in audited(stale)] == [Verdict.SOUND] * 3
    with Ledger.open(stale) as ledger:
        assert len(Session.resume(ledger, 2).history) == 8


def test_an_inspection_passes_it(stale: Path) -> None:
    assert checks.check_copy(stale / "ledger.db", None) is None


def test_all_games_that_can_be_read_are_kept(stale: Path) -> None:
    with snapshot(stale) as reader:
        before = everything(reader)
    assert restore.readable(stale) == len(before) - 3
    restore.restore(stale, None)
    with Ledger.open(stale) as ledger:
        assert everything(ledger)[: len(before)] == before
        assert [row.moves for row in ledger.games()] == [1, 7, 1]
        assert len(Session.resume(ledger, 2).history) == 8


def test_taken_back_from_a_stick_it_opens(stale: Path, tmp_path: Path) -> None:
    (copy,) = find([stale])
    take_back(tmp_path / "new", copy)
    with Ledger.open(tmp_path / "new") as ledger:
        assert len(Session.resume(ledger, 2).history) == 8
