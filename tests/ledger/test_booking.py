"""What is booked is there, once; what is refused leaves nothing behind."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.engine import codec
from companion.engine.events import Paid
from companion.engine.moves import Roll, Rule, Undo
from companion.engine.notation import check, parse_record
from companion.engine.phases import Over
from companion.engine.problems import Problem
from companion.engine.rulings import RemovePlayer, SetCash
from companion.ledger import ledger as ledger_module
from companion.ledger import mirror, restore
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
from tests.commands import companion
from tests.ledger.gaming import SETUP, evening, play
from tests.ledger.unplugged import everything

THROW = TrayThrow("tray-7/5f3a09c1/17", (3, 5), ThrowOutcome.USED)


def rows(ledger: Ledger) -> dict[str, int]:
    names = ("games", "players", "moves", "events", "tray_throws")
    return {name: ledger.query(lambda db, name=name: db.table(name).count) for name in names}


def test_a_move_is_read_back_as_it_was_booked(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, SETUP)
        played = session.play(Roll("Ann", (3, 5)), Source.TOUCH, "touch 1")
    with Ledger.open(tmp_path) as ledger:
        _, row = ledger.entries(1)
    assert (row.number, datetime.fromisoformat(row.at), row.by) == (1, played.at, "Ann")
    assert (row.source, row.text) == (Source.TOUCH, "Ann throws 3 5")
    assert tuple(map(codec.loads, row.events)) == played.events


def test_a_request_counts_once_over_all_games(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        session.play(Roll("Ann", (3, 5)), Source.TOUCH, "touch 1")
        other = Session.begin(ledger, SETUP)
        before = rows(ledger)
        for again in (session, other):
            with pytest.raises(AlreadyBooked) as caught:
                again.play(Rule((SetCash("Ann", 5),)), Source.TOUCH, "touch 1")
            assert (caught.value.game, caught.value.number) == (1, 1)
        assert rows(ledger) == before


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


def test_a_move_is_booked_with_its_throw_and_all_its_events_or_not_at_all(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (ledger, session):
        ledger.record_throw(TrayThrow(THROW.identity, (3, 5), ThrowOutcome.DISCARDED))
        before = rows(ledger)
        with pytest.raises(AlreadyBooked) as caught:
            session.use_roll(THROW.identity, (3, 5))
        assert caught.value.reason is LedgerProblem.THROW_KNOWN
        assert rows(ledger) == before
        assert session.history == []

        half = (Paid("bank", "Ann", 200, "salary"), Paid("Ann", "bank", -5, "tax"))
        fresh = TrayThrow("tray-7/5f3a09c1/18", (3, 5), ThrowOutcome.USED)
        with pytest.raises(LedgerError) as refused:
            ledger.append(1, 1, "Ann throws 3 5", "Ann", Source.TRAY, "x", half, fresh)
        assert refused.value.reason is LedgerProblem.NOT_BOOKED
        assert ledger.tray_throw(fresh.identity) is None
        assert rows(ledger) == before
        play(session, 3, Random(1))


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


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        for ask in (ledger.setup, ledger.head, ledger.fingerprint, lambda n: audit(ledger, n)):
            with pytest.raises(LedgerError) as caught:
                ask(7)
            assert caught.value.problem == Problem(LedgerProblem.NO_SUCH_GAME, game=7)


# --- a clock that jumps -----------------------------------------------------------------------

JUMPS = (0, 3600, -86_400, 1, 0, -400 * 86_400, 30 * 365 * 86_400, -3600, 0, 5)
"""Seconds from one look at the clock to the next, over and over."""


@pytest.fixture
def _jumping_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def times() -> Iterator[datetime]:
        now = datetime(2026, 11, 21, 20, tzinfo=UTC)
        while True:
            for seconds in JUMPS:
                now += timedelta(seconds=seconds)
                yield now
            now = datetime(1970, 1, 1, tzinfo=UTC)  # As after a cut, until the network tells.

    clock = times()
    monkeypatch.setattr(ledger_module, "utc_now", lambda: next(clock))


@pytest.mark.usefixtures("_jumping_clock")
def test_a_game_played_by_a_clock_that_jumps_is_in_order_everywhere(
    tmp_path: Path, stick: Path
) -> None:
    data = tmp_path / "data"
    played = []
    for night in range(4):
        with Ledger.open(data, stick) as ledger:
            session = Session.resume(ledger, 1) if night else Session.begin(ledger, SETUP)
            assert [(p.number, p.events) for p in session.history] == played
            play(session, 12, Random(night))
            played = [(p.number, p.events) for p in session.history]
            other = Session.begin(ledger, SETUP)
            play(other, 2, Random(night))
            assert ledger.newest_first()[0] == other.game_number
            play(session, 1, Random(night))
            played = [(p.number, p.events) for p in session.history]
            assert ledger.newest_first()[0] == 1
            assert [game.number for game in ledger.games()] == list(range(1, night + 3))
            found = audit(ledger, 1)
            assert (found.verdict, found.moves) == (Verdict.SOUND, len(played))
            position, rows = session.game, everything(ledger)
        assert len({p.at for p in session.history}) > 5
        assert sorted(p.at for p in session.history) != [p.at for p in session.history]
    exported = companion("export", "1", "--notation", "--data", data)
    assert check(parse_record(exported)).game == position
    assert list(mirror.read(stick / "ledger.mirror")) == rows
    (data / "ledger.db").unlink()
    restore.restore(data, stick / "ledger.mirror")
    with Ledger.open(data, stick) as ledger:
        assert Session.resume(ledger, 1).game == position
