"""Killed, the bank loses nothing and says so: a row each time, and none when it was closed."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.ledger import connection, paths
from companion.ledger import ledger as ledger_module
from companion.ledger.audit import Verdict, audit
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.paths import BALLAST_NAME
from companion.report import report_html
from companion.report.html import clock
from companion.table.session import Session
from companion.text import listed
from companion.text.report import REPORT
from tests.ledger.gaming import SETUP, evening, go, leave_a_log, line, play, stuff, writer
from tests.report.pages import Page


def test_kill_9_at_any_moment(tmp_path: Path) -> None:
    random, known, rounds = Random(4), 0, 6
    for _ in range(rounds):
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
    assert known > rounds


def moves_by_a_program(where: Path, killed: bool) -> None:
    """Three of them, in a process of its own."""
    with writer(where, "3") as process:
        go(process)
        assert line(process) == "open"
        assert all(line(process) for _ in range(3))
        if killed:
            process.kill()
        process.communicate()
    assert paths.has_log(where / paths.FILE_NAME) == killed


def noted(where: Path) -> list[int]:
    """After how many moves of all games it was cut off, according to the ledger."""
    with snapshot(where) as books:
        assert audit(books, 1).verdict is Verdict.SOUND
        return [row.last_entry for row in books.interruptions()]


def test_each_kill_is_noted_by_the_next_program_and_a_clean_end_is_not(tmp_path: Path) -> None:
    moves_by_a_program(tmp_path, killed=False)
    moves_by_a_program(tmp_path, killed=True)
    assert noted(tmp_path) == []
    moves_by_a_program(tmp_path, killed=True)
    for _ in range(2):
        Ledger.open(tmp_path).close()
        assert noted(tmp_path) == [7, 10]


def test_whoever_waits_for_another_program_to_close_the_ledger_notes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "TIMEOUT_S", 60)
    with writer(tmp_path, "3") as process:
        go(process)
        assert [line(process) for _ in range(4)] == ["open", "1", "2", "3"]
        assert process.stdin
        process.stdin.close()
        with Ledger.open(tmp_path) as ledger:
            assert ledger.interruptions() == []


def test_a_failure_in_the_midst_of_a_game_is_no_interruption(tmp_path: Path) -> None:
    with evening(tmp_path, count=3) as (ledger, session):
        ledger._storage.fail()
        leave_a_log(tmp_path)
        play(session, 1, Random(1))
        assert ledger.interruptions() == []


@pytest.mark.parametrize("ballast", [0, 1 << 18])
def test_a_disk_without_room_for_the_note_keeps_nobody_from_playing(
    small_disk: Path, ballast: int
) -> None:
    """Nor is the reserve, which is for moves, given up for it."""
    data = small_disk / "data"
    with Ledger.open(data) as ledger:
        play(Session.begin(ledger, SETUP), 5, Random(1))
    if ballast:
        (data / BALLAST_NAME).write_bytes(bytes(ballast))
    leave_a_log(data)
    stuffing = stuff(small_disk)
    with Ledger.open(data, ballast=ballast) as ledger:
        assert ledger._storage._opened, "what cannot be continued is said when it is opened"
        assert ledger.interruptions() == []
        assert (data / BALLAST_NAME).exists() == bool(ballast)
        if not ballast:
            stuffing.unlink()
        play(Session.resume(ledger, 1), 3, Random(2))
        assert (audit(ledger, 1).verdict, audit(ledger, 1).moves) == (Verdict.SOUND, 8)


def test_a_report_tells_of_the_times_within_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those before its first move and after its last are none of its own."""
    minutes = (datetime(2026, 7, 3, 20, minute, tzinfo=UTC) for minute in count())
    monkeypatch.setattr(ledger_module, "utc_now", lambda: next(minutes))
    for moves in (0, 4, 4, 4, 0):
        with Ledger.open(tmp_path) as ledger:
            if len(ledger.numbers()) < 2:
                Session.begin(ledger, SETUP)
            play(Session.resume(ledger, ledger.numbers()[-1]), moves, Random(moves))
        leave_a_log(tmp_path)
    with snapshot(tmp_path) as books:
        assert [row.last_entry for row in books.interruptions()] == [1, 6, 10, 14]
        first, second = (Page(report_html(books, game)).lists for game in (1, 2))
        times = [clock(datetime.fromisoformat(row.at)) for row in books.interruptions()]
    assert "interruptions" not in first
    assert second["interruptions"] == [REPORT["cuts"].format(count=2, at=listed(times[1:3]))]
