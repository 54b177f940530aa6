"""A disk that fills up: said in time, and a game in hand can be finished on the ballast."""

import os
from pathlib import Path
from random import Random
from shutil import disk_usage

import pytest

from companion.ledger.audit import Verdict, audit
from companion.ledger.disk_space import BALLAST
from companion.ledger.errors import DiskFull
from companion.ledger.ledger import Ledger
from companion.ledger.paths import BALLAST_NAME
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play, stuff
from tests.problems import reasons

PROMISED = 1000


def begin(card: Path) -> tuple[Ledger, Session]:
    ledger = Ledger.open(card / "data", ballast=BALLAST)
    return ledger, Session.begin(ledger, SETUP)


def test_there_is_a_ballast_and_it_takes_its_room(card: Path) -> None:
    before = disk_usage(card).free
    ledger, _ = begin(card)
    assert (card / "data" / BALLAST_NAME).stat().st_size == BALLAST
    assert before - disk_usage(card).free >= BALLAST
    assert ledger.warning is None
    ledger.close()


IN_RESERVE = (LedgerProblem.RESERVE_IN_USE, LedgerProblem.RESERVE_ALMOST_USED)


def test_a_full_disk_is_announced_a_thousand_moves_before(card: Path) -> None:
    """And goes on after that, on the ballast, without one move lost."""
    ledger, session = begin(card)
    stuff(card, leave=5 << 20)
    random, told = Random(2), []
    while (card / "data" / BALLAST_NAME).exists():
        play(session, 1, random)
        told += [(len(session.history), message) for message in ledger.messages()]
        assert len(session.history) < 20_000
    given_up = len(session.history)
    first, message = told[0]
    assert message.reason is LedgerProblem.DISK_NEARLY_FULL
    assert 1000 <= message.facts["moves"] < 2000
    assert given_up - first >= PROMISED
    assert len(told) < 8
    assert told[-1][1].reason in IN_RESERVE
    assert ledger.warning.reason in IN_RESERVE
    play(session, PROMISED, random)
    assert ledger.game(1).moves == given_up + PROMISED
    found = audit(ledger, 1)
    assert (found.verdict, found.first_fault) == (Verdict.SOUND, None)
    ledger.close()


def test_the_ballast_is_made_again_when_there_is_room(card: Path) -> None:
    ledger, session = begin(card)
    stuffing = stuff(card)
    play(session, 80, Random(2))
    assert not (card / "data" / BALLAST_NAME).exists()
    assert ledger.warning
    stuffing.unlink()
    play(session, 1, Random(3))
    assert (card / "data" / BALLAST_NAME).stat().st_size == BALLAST
    assert ledger.warning is None
    ledger.close()


def test_a_log_that_was_left_behind_is_put_down_on_a_full_disk(card: Path) -> None:
    """As when the power went, and something else has filled the disk since."""
    ledger, session = begin(card)
    names = ("ledger.db", "ledger.db-wal")
    play(session, 28, Random(1))
    kept = {name: (card / "data" / name).read_bytes() for name in names}
    ledger.close()
    for name, data in kept.items():
        (card / "data" / name).write_bytes(data)
    stuff(card)
    ledger = Ledger.open(card / "data", ballast=BALLAST)
    assert ledger.warning.reason in IN_RESERVE
    assert [row.last_entry for row in ledger.interruptions()] == [29]
    play(Session.resume(ledger, 1), 20, Random(2))
    assert audit(ledger, 1).moves == 48
    ledger.close()


def test_a_disk_on_which_no_ledger_fits(card: Path) -> None:
    stuff(card, leave=10_000)
    with pytest.raises(DiskFull) as caught:
        Ledger.open(card / "data")
    assert reasons(caught.value) == [LedgerProblem.UNUSABLE, Why.SQLITE, Why.DISK_FULL]


def test_when_even_the_ballast_is_used_up_that_is_said(card: Path) -> None:
    ledger, session = begin(card)
    stuff(card)
    random = Random(2)
    while (card / "data" / BALLAST_NAME).exists():
        play(session, 1, random)
    stuff(card)
    with pytest.raises(DiskFull) as caught:
        play(session, 200, random)
    assert reasons(caught.value) == [LedgerProblem.NOT_BOOKED, Why.SQLITE, Why.DISK_FULL]
    booked = len(session.history)
    assert audit(ledger, 1).moves == booked
    ledger.close()


def test_nobody_asks_the_disk_more_than_once_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    statvfs = os.statvfs
    monkeypatch.setattr(os, "statvfs", lambda path: asked.append(path) or statvfs(path))
    with Ledger.open(tmp_path, ballast=1 << 16) as ledger:
        session = Session.begin(ledger, SETUP)
        for _ in range(10):
            asked.clear()
            play(session, 1, Random(session.next_number))
            assert len(asked) == 1
