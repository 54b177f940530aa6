"""A full shelf opens with as little work as an empty one, and its faults are found after that."""

import errno
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from multiprocessing import Pipe, get_context
from pathlib import Path
from queue import SimpleQueue
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
from tests.ledger import pages
from tests.ledger.changed_bytes import change, contents, discovery
from tests.ledger.gaming import SETUP, evening, play, play_evening
from tests.ledger.shelves import IN_HAND, fill
from tests.ledger.tampering import forge
from tests.problems import reasons

OPEN_ONCE = Path(__file__).with_name("open_once.py")
AS_MUCH = 1.1
A_MINUTE = 60.0
PATIENCE = 900.0
"""Seconds until an inspection of a full shelf is given up, on a machine with other work."""
FULL = 200_000

Shelves = Callable[[int], Path]


@pytest.fixture(scope="session")
def shelf(scratch: Path) -> Shelves:
    """The folder ``data`` of a shelf with ``size`` moves, and ``stick`` with its second copy."""

    @cache
    def filled(moves: int) -> Path:
        where = scratch / f"shelf-{moves}"
        (where / "stick").mkdir(parents=True)
        fill(where / "data", moves)
        Ledger.open(where / "data", where / "stick", check=lambda path, copy: None).close()
        return where

    return filled


def work_to_open(where: Path) -> tuple[int, int]:
    """Calls of functions, and bytes read."""
    command = [sys.executable, str(OPEN_ONCE), str(where / "data"), str(where / "stick")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    moves, calls, read = map(int, done.stdout.split())
    assert moves == IN_HAND
    return calls, read


@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", [20_000, pytest.param(FULL, marks=pytest.mark.slow)])
def test_a_full_shelf_takes_as_much_work_to_open_as_an_empty_one(shelf: Shelves, size: int) -> None:
    empty, full = work_to_open(shelf(2_000)), work_to_open(shelf(size))
    print(f"calls and bytes read to open, with {size} moves on the shelf: {full}, not {empty}")
    for more, less in zip(full, empty, strict=True):
        assert more <= AS_MUCH * less


@pytest.fixture
def found() -> SimpleQueue[InspectionResult]:
    return SimpleQueue()


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize(
    ("size", "anywhere", "of_each_kind"),
    [(2_000, 2, 0), pytest.param(FULL, 24, 2, marks=pytest.mark.slow)],
)
def test_a_byte_that_was_changed_anywhere_is_found_within_a_minute(
    shelf: Shelves, scratch: Path, size: int, anywhere: int, of_each_kind: int
) -> None:
    """As the bank finds it; ``test_changed_bytes`` has more places."""
    whole, folder, random = shelf(size) / "data" / "ledger.db", scratch / "changed", Random(size)
    folder.mkdir(exist_ok=True)
    kinds, sound = pages.kinds(whole), contents(whole)
    places = [random.randrange(whole.stat().st_size) for _ in range(anywhere)]
    for of_one_kind in kinds.values():
        places += (pages.anywhere(random, of_one_kind) for _ in range(of_each_kind))
    when, longest = Counter[str](), 0.0
    for at in places:
        for left in folder.iterdir():
            left.unlink()
        copyfile(whole, folder / "ledger.db")
        change(folder / "ledger.db", at, random)
        copyfile(folder / "ledger.db", folder / "before")
        begun = processor_seconds()
        found = discovery(folder, inspected)
        longest = max(longest, processor_seconds() - begun)
        assert found or contents(folder / "before") == sound, at
        when[f"{pages.kind_of(kinds, at)}: {found or 'harmless'}"] += 1
    print(f"{len(places)} places, the longest took {longest:.1f} s: {dict(sorted(when.items()))}")
    assert longest < A_MINUTE


def processor_seconds() -> float:
    """Return the processor time of this process and its inspections."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def inspected(books: LedgerSession) -> InspectionResult:
    """Return the result of the background process."""
    found: SimpleQueue[InspectionResult] = SimpleQueue()
    books.inspection.start(found.put)
    return found.get(timeout=PATIENCE)


def test_a_sound_ledger_has_no_fault(shelf: Shelves, found: SimpleQueue[InspectionResult]) -> None:
    where = shelf(2_000)
    with LedgerSession(where / "data", where / "stick") as books:
        books.inspection.start(found.put)
        assert found.get(timeout=A_MINUTE) is None


def test_moves_that_are_played_meanwhile_are_no_fault(
    tmp_path: Path, stick: Path, found: SimpleQueue[InspectionResult]
) -> None:
    data = tmp_path / "data"
    with LedgerSession(data, stick) as books:
        assert books.ledger
        session, random = Session.begin(books.ledger, SETUP), Random(1)
        books.inspection.start(found.put)
        while found.empty():
            play(session, 1, random)
        assert found.get() is None


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
def test_the_game_in_hand_is_checked_before_it_is_shown(tmp_path: Path, script: str) -> None:
    """Its oldest moves, too, which are not among the newest of the ledger."""
    play_evening(tmp_path, count=2 * NEWEST)
    forge(tmp_path, script)
    books = LedgerSession(tmp_path, None)
    with books:
        assert books.ledger, books.trouble
        with pytest.raises(Damaged):
            Session.resume(books.ledger, 1)


@pytest.mark.parametrize("back", [1, 2, NEWEST // 2])
def test_the_newest_moves_are_checked_when_it_is_opened(tmp_path: Path, back: int) -> None:
    play_evening(tmp_path, count=2 * NEWEST)
    forge(tmp_path, f"UPDATE moves SET text = 'Eve buys' WHERE number = {2 * NEWEST - back}")
    assert reasons(LedgerSession(tmp_path, None).damage)[-1] is Why.HASH_DIFFERS


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
