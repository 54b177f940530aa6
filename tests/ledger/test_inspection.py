"""A full shelf opens as fast as an empty one, and what is wrong in it is found after that."""

import os
import sqlite3
import statistics
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import cache
from operator import truediv
from pathlib import Path
from queue import SimpleQueue
from random import Random
from shutil import copyfile

import pytest

from companion.engine.sentence import Sentence
from companion.ledger.checks import NEWEST
from companion.ledger.ledger import Damaged, Ledger, LedgerError
from companion.runtime.inspection import Found
from companion.runtime.ledger_session import LedgerSession
from companion.ui.session import Session
from tests.ledger.gaming import SETUP, evening, play
from tests.ledger.shelves import IN_HAND, fill
from tests.ledger.tampering import forge

OPEN_ONCE = Path(__file__).with_name("open_once.py")
RUNS = 21
AS_FAST = 1.1
A_MINUTE = 60.0
FULL = 200_000

Shelves = Callable[[int], Path]


@pytest.fixture(scope="session")
def shelf(scratch: Path) -> Shelves:
    """The folder ``data`` of a shelf with so many moves, and ``stick`` with its second copy."""

    @cache
    def filled(moves: int) -> Path:
        where = scratch / f"shelf-{moves}"
        (where / "stick").mkdir(parents=True)
        fill(where / "data", moves)
        Ledger.open(where / "data", where / "stick", check=lambda path, copy: None).close()
        return where

    return filled


def seconds(where: Path) -> float:
    command = [sys.executable, str(OPEN_ONCE), str(where / "data"), str(where / "stick")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    moves, took = done.stdout.split()
    assert int(moves) == IN_HAND
    return float(took)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "sizes", [(2_000, 20_000), pytest.param((2_000, 20_000, FULL), marks=pytest.mark.slow)]
)
def test_a_full_shelf_opens_as_fast_as_an_empty_one(shelf: Shelves, sizes: tuple[int, ...]) -> None:
    took: dict[int, list[float]] = {size: [] for size in sizes}
    for size in sizes:
        shelf(size)
    for _ in range(RUNS):
        for size in sizes:
            took[size].append(seconds(shelf(size)))
    medians = {size: statistics.median(times) for size, times in took.items()}
    print(f"processor seconds to open, by moves on the shelf: {medians}")
    # Round by round: what else the machine did meanwhile, it did to all of a round.
    for size in sizes[1:]:
        slower = map(truediv, took[size], took[sizes[0]])
        assert statistics.median(slower) <= AS_FAST, (size, took)


def change_a_byte(path: Path, random: Random) -> None:
    """One byte in or beside a move that is older than what is looked at when a ledger is opened."""
    with closing(sqlite3.connect(path)) as conn:
        (last,) = conn.execute("SELECT max(entry) FROM moves").fetchone()
        entry = random.randint(1, last - IN_HAND - NEWEST)
        (link,) = conn.execute("SELECT hash FROM moves WHERE entry = ?", [entry]).fetchone()
    at = path.read_bytes().index(link.encode()) + random.randint(-100, len(link) - 1)
    with path.open("r+b") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ 1 << random.randrange(8)]))


@pytest.fixture
def found() -> SimpleQueue[Found]:
    return SimpleQueue()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("size", "places"), [(2_000, 3), pytest.param(FULL, 5, marks=pytest.mark.slow)]
)
def test_a_byte_that_was_changed_anywhere_is_found_within_a_minute(
    shelf: Shelves, tmp_path: Path, size: int, places: int
) -> None:
    whole, path, random = shelf(size) / "data" / "ledger.db", tmp_path / "ledger.db", Random(size)
    for _ in range(places):
        copyfile(whole, path)
        change_a_byte(path, random)
        found: SimpleQueue[Found] = SimpleQueue()
        with LedgerSession(tmp_path, None) as books:
            assert books.ledger, "it opens at once"
            assert Session.resume(books.ledger, books.ledger.latest_unfinished() or 0).history
            books.inspection.start(found.put)
            assert isinstance(found.get(timeout=A_MINUTE), Damaged)


def test_a_sound_ledger_has_no_fault(shelf: Shelves, found: SimpleQueue[Found]) -> None:
    where = shelf(2_000)
    with LedgerSession(where / "data", where / "stick") as books:
        books.inspection.start(found.put)
        assert found.get(timeout=A_MINUTE) == ""


def test_moves_that_are_played_meanwhile_are_no_fault(
    tmp_path: Path, found: SimpleQueue[Found]
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with LedgerSession(data, stick) as books:
        assert books.ledger
        session, random = Session.begin(books.ledger, SETUP), Random(1)
        books.inspection.start(found.put)
        while found.empty():
            play(session, 1, random)
        assert found.get() == ""


def test_what_is_wrong_in_the_second_copy_is_a_sentence(
    tmp_path: Path, found: SimpleQueue[Found]
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with LedgerSession(data, stick) as books:
        assert books.ledger
        play(Session.begin(books.ledger, SETUP), 20, Random(1))
    lines = (stick / "ledger.mirror").read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"by":"', b'"by":"X')
    (stick / "ledger.mirror").write_bytes(b"".join(lines))
    with LedgerSession(data, stick) as books:
        books.inspection.start(found.put)
        said = found.get(timeout=A_MINUTE)
        assert isinstance(said, str)
        assert "Line 7" in said


def test_a_check_that_fails_is_told_and_repeated(
    tmp_path: Path, found: SimpleQueue[Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where there is no room for the copy."""
    from companion.runtime import inspection

    failed = LedgerError("No room for a copy.")
    outcomes = iter([failed, ""])
    monkeypatch.setattr(inspection, "_look_through_apart", lambda path, copy: next(outcomes))
    with evening(tmp_path):
        pass
    with LedgerSession(tmp_path, None) as books:
        books.inspection.start(found.put, again=0.01)
        assert found.get(timeout=A_MINUTE) is failed
        assert found.get(timeout=A_MINUTE) == ""


def test_a_condemned_file_is_not_opened_again_and_its_successor_is(tmp_path: Path) -> None:
    with evening(tmp_path):
        pass
    with LedgerSession(tmp_path, None) as books:
        books.condemn("Move 3 is damaged.")
        with pytest.raises(Damaged, match="Move 3 is damaged"):
            books.open()
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
    with evening(tmp_path, count=2 * NEWEST):
        pass
    forge(tmp_path, script)
    books = LedgerSession(tmp_path, None)
    with books:
        assert books.ledger, books.trouble
        with pytest.raises(Damaged):
            Session.resume(books.ledger, 1)


@pytest.mark.parametrize("back", [1, 2, NEWEST // 2])
def test_the_newest_moves_are_checked_when_it_is_opened(tmp_path: Path, back: int) -> None:
    with evening(tmp_path, count=2 * NEWEST):
        pass
    forge(tmp_path, f"UPDATE moves SET text = 'Eve buys' WHERE number = {2 * NEWEST - back}")
    assert "is not as it was booked" in LedgerSession(tmp_path, None).damage


def test_a_game_that_is_resumed_is_folded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ledger import replay

    with evening(tmp_path, count=30):
        pass
    applied, apply = [], replay.apply
    monkeypatch.setattr(replay, "apply", lambda *told: applied.append(1) or apply(*told))
    with LedgerSession(tmp_path, None) as books:
        assert books.ledger
        Session.resume(books.ledger, 1)
    assert len(applied) == 30


def test_a_sentence_crosses_to_another_process_whole() -> None:
    import pickle

    sentence = Sentence("{path} is {why}.", path="{a}", why=Sentence("gone"))
    again = pickle.loads(pickle.dumps(sentence))
    assert (again, again.template, again.facts) == (sentence, sentence.template, sentence.facts)
