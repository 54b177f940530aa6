"""Before a ledger is opened: whether it holds, in a moment, and without a byte written to it."""

from pathlib import Path

import pytest

from companion.engine.problems import Message, Problem
from companion.ledger import checks, paths
from companion.ledger.errors import InUse
from companion.ledger.ledger import Damaged, Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.text import translate_message
from tests.ledger.gaming import contents, evening, go, line, play_evening, writer
from tests.ledger.said import HEAD, Place, named
from tests.ledger.tampering import forge

DAMAGED = (
    ("UPDATE moves SET text = 'Eve buys' WHERE entry = 5", ((1, 4), Why.HASH_DIFFERS)),
    ("UPDATE moves SET previous_hash = hash WHERE entry = 5", ((1, 4), Why.OUT_OF_ORDER)),
    ("UPDATE players SET name = 'Eve' WHERE seat = 1", ((1, HEAD), Why.HEAD_CHANGED)),
    (
        "UPDATE events SET amount = 7 WHERE move = 0 AND payee = 'Ann'",
        ((1, 0), Why.COLUMN_DIFFERS),
    ),
    ("DROP INDEX moves_request", (None, Why.PART_MISSING)),
    ("DELETE FROM moves WHERE entry = 5", (None, LedgerProblem.STRAY_ROW)),
)


def refused(folder: Path) -> Problem:
    """The fault for which a ledger is not opened."""
    before = contents(folder)
    with pytest.raises(Damaged) as caught:
        Ledger.open(folder)
    assert contents(folder) == before
    error = caught.value
    assert error.reason is LedgerProblem.CANNOT_CONTINUE
    assert error.facts["path"] == folder / "ledger.db"
    assert translate_message(error).endswith(".")
    fault = error.facts["fault"]
    assert isinstance(fault, Problem)
    return fault


@pytest.mark.parametrize(("script", "fault"), DAMAGED)
def test_what_does_not_hold_is_not_opened(
    tmp_path: Path, script: str, fault: tuple[Place | None, Message]
) -> None:
    play_evening(tmp_path, count=20)
    forge(tmp_path, script)
    assert named(refused(tmp_path)) == fault


def list_lock(tmp_path: Path, path: Path, process: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists a lock of ``process`` on the inode of ``path``, on a device that is not there."""
    locks = tmp_path / "locks"
    inode = path.stat().st_ino
    locks.write_text(f"1: POSIX  ADVISORY  WRITE {process} fe:ff:{inode} 0 EOF\n")
    monkeypatch.setattr(paths, "LOCKS", locks)


def test_a_lock_on_another_device_does_not_excuse_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    play_evening(data, count=20)
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 5")
    list_lock(tmp_path, data / "ledger.db", 1, monkeypatch)
    assert named(refused(data)) == ((1, 4), Why.HASH_DIFFERS)
    assert paths.holder(data / "ledger.db") is None


def test_who_has_the_file_open_holds_it_under_whatever_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As btrfs and overlayfs list it."""
    data = tmp_path / "data"
    with writer(data) as process:
        go(process)
        assert line(process) == "open"
        list_lock(tmp_path, data / "ledger.db", process.pid, monkeypatch)
        with pytest.raises(InUse) as caught:
            checks.check_all(data / "ledger.db", None)
        holder = Problem(Why.ANOTHER_PROCESS, process=str(process.pid))
        assert caught.value.facts["holder"] == holder
        process.communicate()


def test_who_holds_the_ledger_is_never_passed_over_unchecked(tmp_path: Path) -> None:
    """It may let go of a damaged ledger before that is opened."""
    with evening(tmp_path, count=3), pytest.raises(InUse):
        checks.check_all(tmp_path / "ledger.db", None)
