"""Killed, out of space, cut short: what was acknowledged is there, nothing is half there, and
what was not booked is said in one sentence."""

import resource
import shutil
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import Problem
from companion.ledger.audit import Verdict, audit
from companion.ledger.errors import DiskFull
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.ledger.gaming import evening, go, line, play, writer
from tests.problems import reasons

ROUNDS = 10


def test_kill_9_at_any_moment(tmp_path: Path) -> None:
    random = Random(4)
    known = 0
    for _ in range(ROUNDS):
        with writer(tmp_path, "200") as process:
            go(process)
            assert line(process) == "open"
            for _ in range(random.randint(0, 12)):
                known = int(line(process))
            process.kill()
            # What it still managed to say counts as well: somebody may have seen it.
            assert process.stdout
            said = process.stdout.read().splitlines(keepends=True)
            known = max([known, *(int(word) for word in said if word.endswith("\n"))])
        with Ledger.open(tmp_path) as ledger:
            found = audit(ledger, 1)
            assert found.verdict is Verdict.SOUND, found.first_fault
            assert known <= found.moves <= known + 1
            known = found.moves
    assert known > ROUNDS


def play_until_refused(session: Session) -> list[Enum]:
    random = Random(1)
    with pytest.raises(LedgerError) as caught:
        play(session, 2000, random)
    return reasons(caught.value)


def agree(ledger: Ledger, session: Session) -> None:
    """The session knows exactly what is booked, and the ledger is sound."""
    assert [row.number for row in ledger.entries(1)] == [0, *(p.number for p in session.history)]
    cash = {player.name: player.cash for player in session.game.players.values()}
    assert {name: ledger.balances(1)[name] for name in cash} == cash
    found = audit(ledger, 1)
    assert found.verdict is Verdict.SOUND, found.first_fault


def test_a_full_disk_is_said_in_a_sentence(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(100_000))
    with evening(small_disk / "data", count=0) as (ledger, session):
        refused = play_until_refused(session)
        assert refused == [LedgerProblem.NOT_BOOKED, Why.SQLITE, Why.DISK_FULL]
        booked = len(session.history)
        assert booked > 10
        ballast.unlink()
        agree(ledger, session)
        play(session, 3, Random(2))
        assert len(session.history) == booked + 3
        agree(ledger, session)


def test_a_disk_on_which_no_ledger_fits(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(990_000))
    with pytest.raises(DiskFull) as caught:
        Ledger.open(small_disk / "data")
    assert reasons(caught.value) == [LedgerProblem.UNUSABLE, Why.SQLITE, Why.DISK_FULL]


def test_a_write_that_fails(tmp_path: Path, no_file_beyond: Callable[[int], None]) -> None:
    with evening(tmp_path, count=5) as (ledger, session):
        no_file_beyond((tmp_path / "ledger.db-wal").stat().st_size + 50_000)
        refused = play_until_refused(session)
        no_file_beyond(resource.RLIM_INFINITY)
        assert refused == [LedgerProblem.NOT_BOOKED, Why.SQLITE, Why.DISK_FAILED]
        agree(ledger, session)
        play(session, 3, Random(2))
        agree(ledger, session)


def test_a_disk_that_is_gone(tmp_path: Path) -> None:
    """After a failure the ledger is opened anew; if that fails too, that is said."""
    data = tmp_path / "data"
    with evening(data, count=3) as (ledger, session):
        shutil.move(data, tmp_path / "gone")
        data.touch()
        ledger._storage.fail()
        with pytest.raises(LedgerError) as caught:
            play(session, 1, Random(1))
        gone = Problem(LedgerProblem.NOT_THERE, path=data / "ledger.db")
        assert caught.value.problem == gone
        assert len(session.history) == 3
        data.unlink()
        shutil.move(tmp_path / "gone", data)
        play(session, 1, Random(1))
        agree(ledger, session)
