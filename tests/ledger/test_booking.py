"""What is booked is there, once; what is refused leaves nothing behind."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.engine import codec
from companion.engine.decide import decide
from companion.engine.events import Event, Paid
from companion.engine.moves import Roll, Rule, Undo
from companion.engine.phases import Over
from companion.engine.problems import Problem
from companion.engine.rulings import RemovePlayer, SetCash
from companion.ledger import ledger as ledger_module
from companion.ledger.audit import Verdict, audit
from companion.ledger.ledger import (
    AlreadyBooked,
    Ledger,
    LedgerError,
    Source,
    ThrowOutcome,
    TrayThrow,
)
from companion.ledger.problems import LedgerProblem
from companion.table.session import Played, RollDecision, Session
from tests.ledger.gaming import SETUP, evening, play

THROW = TrayThrow("tray-7/5f3a09c1/17", (3, 5), ThrowOutcome.USED)


def rows(ledger: Ledger) -> dict[str, int]:
    names = ("games", "players", "moves", "events", "tray_throws")
    return {name: ledger.query(lambda db, name=name: db.table(name).count) for name in names}


def opening_throw(session: Session) -> tuple[Event, ...]:
    return decide(session.game, Roll("Ann", (3, 5), by_tray=True))


def test_a_move_is_read_back_as_it_was_booked(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        played = session.play(Roll("Ann", (3, 5)), Source.TOUCH, "touch 1")
    with Ledger.open(tmp_path) as ledger:
        _, row = ledger.entries(1)
    assert (row.number, datetime.fromisoformat(row.at), row.by) == (1, played.at, "Ann")
    assert (row.source, row.text) == (Source.TOUCH, "Ann throws 3 5")
    assert tuple(map(codec.loads, row.events)) == played.events


def test_a_game_begins_with_what_the_bank_hands_out(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        game = ledger.begin(SETUP)
        assert ledger.balances(game) == {"Ann": 1500, "Bob": 1500, "Cy": 1500, "bank": -4500}
        assert ledger.setup(game) == SETUP
        assert ledger.game(game).moves == 0


def test_a_request_counts_once(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        events = opening_throw(session)
        ledger.append(1, 1, "Ann throws 3 5", "Ann", Source.TOUCH, "touch 1", events, None)
        before = rows(ledger)
        with pytest.raises(AlreadyBooked) as caught:
            ledger.append(1, 2, "Ann buys", "Ann", Source.TOUCH, "touch 1", (), None)
        assert (caught.value.game, caught.value.number) == (1, 1)
        assert rows(ledger) == before


def test_a_request_counts_once_over_all_games(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Roll("Ann", (3, 5)), Source.TOUCH, "touch 1")
        with pytest.raises(AlreadyBooked) as caught:
            Session.begin(ledger, SETUP).play(Roll("Ann", (3, 5)), Source.TOUCH, "touch 1")
        assert (caught.value.game, caught.value.number) == (1, 1)


def test_moves_without_a_request_are_no_repeats_of_each_other(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (_, session):
        session.play(Roll("Ann", (3, 5)), Source.IMPORT)
        session.play(Undo(1), Source.IMPORT)
        assert len(session.history) == 2


def test_a_throw_of_the_tray_counts_once(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        assert isinstance(session.tray_roll(THROW.identity, (3, 5), awaited=1), Played)
        assert ledger.tray_throw(THROW.identity) == THROW
        assert session.tray_roll(THROW.identity, (3, 5), awaited=1) is RollDecision.KNOWN
        assert session.tray_roll(THROW.identity, (6, 6), awaited=2) is RollDecision.OTHER_DICE
    with Ledger.open(tmp_path) as ledger:
        session = Session.resume(ledger, 1)
        assert session.tray_roll(THROW.identity, (3, 5), awaited=2) is RollDecision.KNOWN
        assert len(session.history) == 1


def test_a_throw_and_its_move_are_booked_as_one(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        ledger.record_throw(TrayThrow(THROW.identity, (3, 5), ThrowOutcome.DISCARDED))
        before = rows(ledger)
        with pytest.raises(AlreadyBooked) as caught:
            session.use_roll(THROW.identity, (3, 5))
        assert caught.value.reason is LedgerProblem.THROW_KNOWN
        assert rows(ledger) == before
        assert session.history == []

        bad = (Paid("Ann", "Ann", 5, "rent"),)
        fresh = TrayThrow("tray-7/5f3a09c1/18", (3, 5), ThrowOutcome.USED)
        with pytest.raises(LedgerError) as refused:
            ledger.append(1, 1, "Ann throws 3 5", "Ann", Source.TRAY, "x", bad, fresh)
        assert refused.value.reason is LedgerProblem.NOT_BOOKED
        assert ledger.tray_throw(fresh.identity) is None
        assert rows(ledger) == before


@pytest.mark.parametrize(
    "throw",
    [
        TrayThrow("a/b/1", (1, 2), ThrowOutcome.REFUSED),
        TrayThrow("a/b/2", (1, 2), ThrowOutcome.DISCARDED),
        TrayThrow("a/b/3", None, ThrowOutcome.FAULT),
    ],
)
def test_what_became_of_a_throw_is_remembered(tmp_path: Path, throw: TrayThrow) -> None:
    with Ledger.open(tmp_path) as ledger:
        ledger.record_throw(throw)
        with pytest.raises(AlreadyBooked) as caught:
            ledger.record_throw(throw)
        assert caught.value.reason is LedgerProblem.THROW_KNOWN
    with Ledger.open(tmp_path) as ledger:
        assert ledger.tray_throw(throw.identity) == throw
        assert ledger.tray_throw("a/b/4") is None


@pytest.mark.parametrize("number", [0, 1, 3, 99])
def test_only_the_next_number_is_booked(tmp_path: Path, number: int) -> None:
    with evening(tmp_path, count=1) as (ledger, _):
        before = rows(ledger)
        with pytest.raises(LedgerError) as caught:
            ledger.append(1, number, "Ann buys", "Ann", Source.TOUCH, "", (), None)
        wrong = Problem(LedgerProblem.NOT_THE_NEXT_MOVE, move=number, game=1, moves=1)
        assert caught.value.problem == wrong
        assert rows(ledger) == before


def test_what_cannot_be_written_down_changes_nothing(tmp_path: Path) -> None:
    with evening(tmp_path, count=3) as (ledger, session):
        before, balances = rows(ledger), ledger.balances(1)
        half = (Paid("bank", "Ann", 200, "salary"), Paid("Ann", "bank", -5, "tax"))
        with pytest.raises(LedgerError) as caught:
            ledger.append(1, 4, "Ann buys", "Ann", Source.TOUCH, "", half, None)
        assert caught.value.reason is LedgerProblem.NOT_BOOKED
        assert (rows(ledger), ledger.balances(1)) == (before, balances)
        play(session, 3, Random(1))


def play_one_request_twice(ledger: Ledger) -> None:
    with ledger.transaction():
        session = Session.begin(ledger, SETUP)
        session.play(Roll("Ann", (3, 5)), Source.IMPORT, "once")
        session.play(Undo(1), Source.IMPORT, "once")


def test_together_is_all_or_nothing(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        with pytest.raises(AlreadyBooked):
            play_one_request_twice(ledger)
        assert set(rows(ledger).values()) == {0}
        with ledger.transaction():
            session = Session.begin(ledger, SETUP)
            session.play(Roll("Ann", (3, 5)), Source.IMPORT)
        assert audit(ledger, 1).verdict is Verdict.SOUND


def test_the_game_to_go_on_with_is_the_one_played_last(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        assert ledger.latest_unfinished() is None
        first = Session.begin(ledger, SETUP)
        Session.begin(ledger, SETUP)
        assert ledger.latest_unfinished() == 2
        play(first, 1, Random(1))
        assert ledger.latest_unfinished() == 1


def test_a_game_that_is_over_is_none_to_go_on_with_until_that_is_undone(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Rule((RemovePlayer("Bob"), RemovePlayer("Cy"))), Source.TOUCH)
        assert isinstance(session.game.phase, Over)
        assert ledger.games()[0].over
        assert ledger.latest_unfinished() is None
        session.play(Undo(1), Source.TOUCH)
        assert not ledger.games()[0].over
        assert ledger.latest_unfinished() == 1


def test_games_at_a_glance(tmp_path: Path) -> None:
    with evening(tmp_path, count=4) as (ledger, session):
        ledger.begin(SETUP)
        played, begun = ledger.games()
        assert (played.number, played.players, played.moves) == (1, SETUP.players, 4)
        assert played.last_at == session.history[-1].at
        assert (begun.number, begun.moves, begun.last_at) == (2, 0, None)


def test_order_is_by_number_when_the_clock_jumps_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    with evening(tmp_path, count=0) as (ledger, session):
        for amount in range(5):
            at = now - timedelta(days=400 * amount)
            monkeypatch.setattr(ledger_module, "utc_now", lambda at=at: at)
            session.play(Rule((SetCash("Ann", amount),)), Source.TOUCH)
        assert [row.number for row in ledger.entries(1)] == [0, 1, 2, 3, 4, 5]
        assert ledger.balances(1)["Ann"] == 4
        assert audit(ledger, 1).verdict is Verdict.SOUND


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        for ask in (ledger.setup, ledger.head, ledger.fingerprint, lambda n: audit(ledger, n)):
            with pytest.raises(LedgerError) as caught:
                ask(7)
            assert caught.value.problem == Problem(LedgerProblem.NO_SUCH_GAME, game=7)


def test_every_event_is_kept_whole(tmp_path: Path) -> None:
    with evening(tmp_path, count=40) as (ledger, session):
        _, *kept = (tuple(map(codec.loads, row.events)) for row in ledger.entries(1))
        assert kept == [played.events for played in session.history]
        assert all(codec.loads(codec.dumps(e)) == e for events in kept for e in events)
