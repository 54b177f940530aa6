"""An earlier version of the program finds a newer ledger, and goes back to the copy from before."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.ledger import downgrade, schema
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Ledger
from companion.ledger.left_copies import LeftCopy
from companion.ledger.mirror import FILE_NAME
from companion.ledger.problems import LedgerProblem
from companion.runtime.recovery import ways_out
from companion.table.session import Session
from tests.ledger.gaming import SETUP, another_program, play


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of 30 moves, of which a newer version kept a copy, and of 20 moves more."""
    root = tmp_path_factory.mktemp("played")
    folder, stick = root / "data", root / "stick"
    stick.mkdir()
    with Ledger.open(folder, stick) as ledger:
        play(Session.begin(ledger, SETUP), 30, Random(5))
    shutil.copy(folder / "ledger.db", folder / f"ledger-version-{schema.VERSION}.db")
    with Ledger.open(folder, stick) as ledger:
        play(Session.begin(ledger, SETUP), 20, Random(6))
    with another_program(folder) as conn:
        conn.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
        conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('ledger', 'of_the_future', '2030-01-01')"
        )
    return root


@pytest.fixture
def updated(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path / "data"


@pytest.fixture
def stick(updated: Path) -> Path:
    return updated.parent / "stick"


@pytest.fixture
def copy(updated: Path) -> LeftCopy:
    found = downgrade.copy_from_before(updated)
    assert found
    return found


def refused(folder: Path) -> LedgerError:
    with pytest.raises(LedgerError) as error:
        Ledger.open(folder)
    return error.value


def moves(path: Path) -> int:
    with snapshot(path) as books:
        return books.place().moves


def test_the_copy_is_the_ledger_again_and_the_newer_one_is_kept(
    updated: Path, copy: LeftCopy, stick: Path
) -> None:
    assert refused(updated).reason is LedgerProblem.NEWER_VERSION
    newer = (updated / "ledger.db").read_bytes()
    kept = downgrade.go_back(updated, copy, stick)
    assert (kept / "ledger.db").read_bytes() == newer
    assert (copy.games, copy.moves) == (1, moves(updated))
    with Ledger.open(updated, stick) as ledger:
        assert ledger.warning is None
        play(Session.resume(ledger, 1), 3, Random(7))
    assert {path.name for path in stick.iterdir()} == {FILE_NAME, f"{kept.name}.mirror"}
    assert downgrade.kept_in(updated) != kept


def test_a_copy_that_is_newer_or_damaged_is_none(updated: Path) -> None:
    copy = updated / f"ledger-version-{schema.VERSION}.db"
    damaged = bytearray(copy.read_bytes())
    damaged[100:4000] = bytes(3900)
    copy.rename(updated / f"ledger-version-{schema.VERSION + 1}.db")
    assert downgrade.copy_from_before(updated) is None
    copy.write_bytes(damaged)
    assert downgrade.copy_from_before(updated) is None


STEPS = (
    (os, "link"),
    (shutil, "copyfile"),
    (downgrade.paths, "sync"),
    *((Path, name) for name in ("mkdir", "replace", "unlink", "rename")),
)


class PlugPulledError(Exception):
    """Raised where the power fails."""


def pulled_after(calls: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Wrap several functions, after a number of whose calls the plug is pulled."""
    left = [calls]

    def pulled(step: Callable[..., Any]) -> Callable[..., Any]:
        def until_then(*values: Any, **named: Any) -> Any:
            if not left[0]:
                raise PlugPulledError
            left[0] -= 1
            return step(*values, **named)

        return until_then

    return pulled


@pytest.mark.parametrize("call", range(10))
def test_the_plug_may_be_pulled_at_any_step(
    updated: Path, copy: LeftCopy, stick: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger is the newer one or the copy; the newer one is never lost."""
    newer = (updated / "ledger.db").read_bytes()
    pulled = pulled_after(call)
    for where, name in STEPS:
        monkeypatch.setattr(where, name, pulled(getattr(where, name)))
    with suppress(PlugPulledError):
        downgrade.go_back(updated, copy, stick)
    monkeypatch.undo()
    ledgers = [updated / "ledger.db", *updated.glob("newer-*/ledger.db")]
    assert newer in [path.read_bytes() for path in ledgers]
    if (updated / "ledger.db").read_bytes() == newer:
        assert refused(updated).reason is LedgerProblem.NEWER_VERSION
        downgrade.go_back(updated, copy, stick)
    assert moves(updated) == copy.moves
    with Ledger.open(updated, stick) as ledger:
        assert ledger.warning is None


@pytest.fixture
def logged(updated: Path, tmp_path: Path) -> Path:
    """The newer ledger of a bank that was cut off: what it wrote last is in the log alone."""
    running = tmp_path / "running"
    shutil.copytree(updated, running)
    with closing(sqlite3.connect(running / "ledger.db")) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("CREATE TABLE of_the_future (row INTEGER)")
        conn.commit()
        for name in ("ledger.db", "ledger.db-wal"):
            shutil.copy(running / name, updated / name)
    return updated


def has_all(path: Path) -> bool:
    """Return True if the newer program finds what was in the log."""
    with closing(sqlite3.connect(path)) as conn:
        tables = [name for (name,) in conn.execute("SELECT name FROM sqlite_master")]
        return "of_the_future" in tables


def version(path: Path) -> int:
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as conn:
        return int(conn.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("call", range(12))
def test_wherever_the_plug_is_pulled_the_newer_program_finds_its_log(
    logged: Path, copy: LeftCopy, stick: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulled = pulled_after(call)
    with monkeypatch.context() as plug:
        for where, name in STEPS:
            plug.setattr(where, name, pulled(getattr(where, name)))
        with suppress(PlugPulledError):
            downgrade.go_back(logged, copy, stick)
    if version(logged / "ledger.db") > schema.VERSION:
        assert has_all(logged / "ledger.db")
    else:
        (kept,) = logged.glob("newer-*/ledger.db")
        assert has_all(kept)
        assert moves(logged) == copy.moves


def test_a_full_card_leaves_no_trace_of_the_try(
    updated: Path, copy: LeftCopy, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path.name for path in (*updated.iterdir(), *stick.iterdir())}
    monkeypatch.setattr(downgrade.shutil, "copyfile", full)
    with pytest.raises(LedgerError):
        downgrade.go_back(updated, copy, stick)
    assert {path.name for path in (*updated.iterdir(), *stick.iterdir())} == before


def full(*paths: Path) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_second_copy_that_was_set_aside_earlier_stays(
    updated: Path, copy: LeftCopy, stick: Path
) -> None:
    (stick / "newer-1.mirror").write_text("another")
    downgrade.go_back(updated, copy, stick)
    names = {path.name for path in stick.iterdir()}
    assert names == {"newer-1.mirror", "newer-1-2.mirror"}
    assert (stick / "newer-1.mirror").read_text() == "another"


def test_a_stick_that_comes_back_later_has_a_way_out(
    updated: Path, copy: LeftCopy, stick: Path
) -> None:
    downgrade.go_back(updated, copy, None)
    with pytest.raises(LedgerError):
        Ledger.open(updated, stick)
    keep = ways_out(updated, stick, [])[1]
    keep.take(print)
    with Ledger.open(updated, stick) as ledger:
        assert ledger.warning is None
        assert ledger.place().moves == copy.moves


def test_nothing_is_taken_from_a_program_that_plays(updated: Path, copy: LeftCopy) -> None:
    with another_program(updated) as conn:
        conn.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError):
            downgrade.go_back(updated, copy, None)
        conn.rollback()
