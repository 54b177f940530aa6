"""A full shelf opens with as little work as an empty one, and its faults are found after that."""

import errno
import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing import Pipe, get_context
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from shutil import copyfile
from typing import Any

import pytest

from companion.engine.phases import Over
from companion.engine.problems import Problem
from companion.ledger.checks import NEWEST
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.runtime.inspection import InspectionResult
from companion.runtime.ledger_session import LedgerSession
from companion.table.session import Session
from tests.ledger.gaming import SETUP, evening, play, play_evening
from tests.ledger.shelves import IN_HAND, fill
from tests.ledger.tampering import forge
from tests.problems import reasons
from tests.sizes import sizes

OPEN_ONCE = Path(__file__).with_name("open_once.py")
AS_MUCH, MEMORY = 1.1, 1 << 20
"""Most work in shares of that with an empty shelf, and most bytes of memory beyond it."""
A_MINUTE = 60.0
A_MOVE = 0.2
"""Seconds from one move to the next: less than anybody needs."""
FULL = 200_000


def work_to_open(where: Path, moves_on_it: int) -> list[int]:
    """Calls of functions, bytes read, and most bytes of memory; with a second copy."""
    (where / "stick").mkdir(parents=True)
    fill(where / "data", moves_on_it)
    Ledger.open(where / "data", where / "stick", check=lambda path, copy: None).close()
    command = [sys.executable, str(OPEN_ONCE), str(where / "data"), str(where / "stick")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    moves, *work = map(int, done.stdout.split())
    assert moves == IN_HAND
    return work


@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", sizes(8_000, slow=40_000, hours=FULL))
def test_a_full_shelf_takes_as_much_work_to_open_as_an_empty_one(scratch: Path, size: int) -> None:
    empty = work_to_open(scratch / f"without {size}", 2_000)
    full = work_to_open(scratch / f"with {size}", size)
    print(f"calls, bytes read and memory, with {size} moves on the shelf: {full}, not {empty}")
    *work, memory = zip(full, empty, strict=True)
    assert all(more <= AS_MUCH * less for more, less in work)
    assert memory[0] - memory[1] < MEMORY


@pytest.fixture
def found() -> SimpleQueue[InspectionResult]:
    return SimpleQueue()


def test_moves_that_are_played_meanwhile_are_no_fault(
    tmp_path: Path, stick: Path, found: SimpleQueue[InspectionResult]
) -> None:
    data = tmp_path / "data"
    with LedgerSession(data, stick) as books:
        assert books.ledger
        session, random = Session.begin(books.ledger, SETUP), Random(1)
        books.inspection.start(found.put)
        results: list[InspectionResult] = []
        while not results:
            play(session, 1, random)
            with suppress(Empty):
                results.append(found.get(timeout=A_MOVE))
        assert results == [None]


def test_what_is_wrong_in_the_second_copy_is_a_sentence(
    tmp_path: Path, stick: Path, found: SimpleQueue[InspectionResult]
) -> None:
    data = tmp_path / "data"
    with LedgerSession(data, stick) as books:
        assert books.ledger
        play(Session.begin(books.ledger, SETUP), 20, Random(1))
    lines = (stick / "ledger.mirror").read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"by":"', b'"by":"X')
    (stick / "ledger.mirror").write_bytes(b"".join(lines))
    with LedgerSession(data, stick) as books:
        books.inspection.start(found.put)
        problem = found.get(timeout=A_MINUTE)
        assert isinstance(problem, Problem)
        assert (problem.reason, problem.facts["line"]) == (LedgerProblem.COPY_LINE, 7)


def test_a_check_that_fails_is_told_and_repeated(
    tmp_path: Path, found: SimpleQueue[InspectionResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where there is no room for the copy."""
    from companion.runtime import inspection

    failed = LedgerError(LedgerProblem.CHECK_CUT_SHORT)
    outcomes = iter([failed, None])
    monkeypatch.setattr(inspection, "_look_through_apart", lambda path, copy: next(outcomes))
    play_evening(tmp_path)
    with LedgerSession(tmp_path, None) as books:
        books.inspection.start(found.put, again=0.01)
        assert found.get(timeout=A_MINUTE) is failed
        assert found.get(timeout=A_MINUTE) is None


def test_a_process_that_cannot_be_started_is_told_and_tried_again(
    tmp_path: Path, found: SimpleQueue[InspectionResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where there is no memory for one just now."""
    process = get_context("spawn").Process
    start, failures = process.start, iter([OSError(errno.ENOMEM, "no memory")])

    def fail_at_first(self: Any) -> None:
        if failure := next(failures, None):
            raise failure
        start(self)

    monkeypatch.setattr(process, "start", fail_at_first)
    play_evening(tmp_path)
    with LedgerSession(tmp_path, None) as books:
        books.inspection.start(found.put, again=0.01)
        first = found.get(timeout=A_MINUTE)
        assert isinstance(first, LedgerError)
        assert first.reason is LedgerProblem.CHECK_CUT_SHORT
        assert found.get(timeout=A_MINUTE) is None


def test_a_sandbox_that_forbids_a_lower_priority_does_not_stop_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As systemd's filter of system calls does."""
    from companion.runtime import inspection

    def forbidden(niceness: int) -> int:
        raise PermissionError

    play_evening(tmp_path)
    monkeypatch.setattr(os, "nice", forbidden)
    monkeypatch.setattr(inspection, "exit_on_signals", lambda: None)
    ours, theirs = Pipe(duplex=False)
    inspection._look_through(theirs, tmp_path / "ledger.db", None)
    assert ours.recv() is None


def test_a_condemned_file_is_not_opened_again_and_its_successor_is(tmp_path: Path) -> None:
    play_evening(tmp_path)
    with LedgerSession(tmp_path, None) as books:
        damage = Damaged(LedgerProblem.GAME_MISSING, game=3)
        books.condemn(damage)
        with pytest.raises(Damaged) as caught:
            books.open()
        assert caught.value is damage
        copyfile(tmp_path / "ledger.db", tmp_path / "another.db")
        os.replace(tmp_path / "another.db", tmp_path / "ledger.db")
        assert books.open().numbers() == [1]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger whose oldest moves are not among the newest."""
    folder = tmp_path_factory.mktemp("played")
    play_evening(folder, count=2 * NEWEST)
    return folder


@pytest.mark.parametrize(
    "script",
    [
        "UPDATE moves SET text = 'Eve buys' WHERE entry = 5",
        "UPDATE moves SET previous_hash = hash WHERE entry = 9",
        "UPDATE players SET name = 'Eve' WHERE seat = 1",
        "DELETE FROM moves WHERE entry = 9",
        "UPDATE events SET amount = 7 WHERE move = 0 AND payee = 'Ann'",
    ],
)
def test_the_game_in_hand_is_checked_before_it_is_shown(
    played: Path, tmp_path: Path, script: str
) -> None:
    copyfile(played / "ledger.db", tmp_path / "ledger.db")
    forge(tmp_path, script)
    with LedgerSession(tmp_path, None) as books:
        assert books.ledger, books.trouble
        with pytest.raises(Damaged):
            Session.resume(books.ledger, 1)


@pytest.mark.parametrize("back", [1, 2, NEWEST // 2])
def test_the_newest_moves_are_checked_when_it_is_opened(
    played: Path, tmp_path: Path, back: int
) -> None:
    copyfile(played / "ledger.db", tmp_path / "ledger.db")
    forge(tmp_path, f"UPDATE moves SET text = 'Eve buys' WHERE number = {2 * NEWEST - back}")
    assert reasons(LedgerSession(tmp_path, None).damage)[-1] is Why.HASH_DIFFERS


@pytest.mark.parametrize(
    ("text", "unit"),
    [(b"touch 1.", 4096), (b"CREATE VIEW", 1)],
    ids=["the page of the newest moves", "the text of the schema"],
)
def test_what_rotted_is_found_when_it_is_opened(
    played: Path, tmp_path: Path, text: bytes, unit: int
) -> None:
    data = bytearray((played / "ledger.db").read_bytes())
    at = data.rindex(text) // unit * unit
    size = max(unit, len(text))
    data[at : at + size] = b"\xff" * size
    (tmp_path / "ledger.db").write_bytes(data)
    assert reasons(LedgerSession(tmp_path, None).damage)[-1] is Why.DAMAGED


def test_a_game_that_is_resumed_is_folded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ledger import replay

    with evening(tmp_path, count=20) as (_, session):
        assert not isinstance(session.game.phase, Over)
    applied, apply = [], replay.apply
    monkeypatch.setattr(replay, "apply", lambda *told: applied.append(1) or apply(*told))
    with LedgerSession(tmp_path, None) as books:
        assert books.ledger
        Session.resume(books.ledger, 1)
    assert len(applied) == 20


def test_an_error_crosses_to_another_process_whole() -> None:
    import pickle

    fault = Problem(LedgerProblem.GAME_MISSING, game=3)
    error = Damaged(LedgerProblem.CANNOT_CONTINUE, path=Path("{a}"), fault=fault)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problem) == (Damaged, error.problem)
