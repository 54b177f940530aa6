"""The commands that keep the ledger safe: what they print, what they answer, what they leave."""

import errno
import os
from pathlib import Path
from random import Random

import pytest

from companion.engine.problems import InputProblem, Problem
from companion.ledger.audit import audit_all
from companion.ledger.checks import row_name
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.mirror import count_moves
from companion.ledger.problems import LedgerProblem, Why
from companion.table.session import Session
from tests.commands import companion
from tests.ledger.gaming import evening, go, line, play, writer
from tests.ledger.tampering import forge
from tests.problems import sentence

CHANGED = {"row": row_name(1, 3), "fault": Problem(Why.HASH_DIFFERS)}
"""Fault of a row after ``damage``."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with evening(tmp_path / "data", count=6) as (ledger, _):
        play(Session.begin(ledger, ledger.setup(1)), 3, Random(1))
    return tmp_path / "data"


@pytest.fixture
def stick(data: Path, stick: Path) -> Path:
    Ledger.open(data, stick).close()
    return stick


def fingerprints(output: str) -> list[str]:
    return [line.split()[-1] for line in output.splitlines() if "fingerprint" in line]


def damage(data: Path) -> bytes:
    forge(data, "UPDATE moves SET text = 'Eve buys' WHERE entry = 4")
    return (data / "ledger.db").read_bytes()


def test_a_backup_is_a_ledger_with_the_same_fingerprints(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "evening.db"
    output = companion("backup", target, "--data", data)
    assert output.endswith(f"Copied to {target}: 2 games.\n")
    audited = companion("audit", target)
    assert fingerprints(output) == fingerprints(audited)
    assert len(fingerprints(output)) == 2
    assert not list(tmp_path.glob("evening.db?*"))


def test_a_backup_can_be_made_while_somebody_plays(tmp_path: Path) -> None:
    with writer(tmp_path / "data", "400") as process:
        go(process)
        assert line(process) == "open"
        known = [int(line(process)) for _ in range(60)][-1]
        output = companion("backup", tmp_path / "copy.db", "--data", tmp_path / "data")
        assert int(output.split()[2]) >= known
        process.kill()


def test_a_backup_writes_over_nothing_unless_told(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "evening.db"
    target.write_text("precious")
    assert f"{target} exists already." in companion("backup", target, "--data", data, status=2)
    assert target.read_text() == "precious"
    companion("backup", target, "--replace", "--data", data)
    assert companion("audit", target)


def test_a_backup_that_cannot_be_written_leaves_nothing(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "none" / "evening.db"
    why = Problem(Why.SQLITE, why=Problem(Why.CANNOT_OPEN), code="SQLITE_CANTOPEN")
    unwritable = sentence(LedgerProblem.UNWRITABLE, path=target, why=why)
    assert unwritable in companion("backup", target, "--data", data, status=2)
    assert not target.parent.exists()


def test_a_backup_of_damaged_books_says_so(data: Path, tmp_path: Path) -> None:
    damage(data)
    output = companion("backup", tmp_path / "copy.db", "--data", data, status=1)
    assert sentence(LedgerProblem.ROW_FAULT, **CHANGED) in output


def test_a_damaged_ledger_is_restored_from_its_second_copy(data: Path, stick: Path) -> None:
    before = companion("audit", "--all", "--data", data)
    damaged = damage(data)
    output = companion("restore", "--data", data, "--mirror", stick)
    fault = Problem(LedgerProblem.ROW_FAULT, **CHANGED)
    path = data / "ledger.db"
    assert sentence(LedgerProblem.CANNOT_CONTINUE, path=path, fault=fault) in output
    kept = data / "ledger-damaged-1.db"
    assert kept.read_bytes() == damaged
    after = companion("audit", "--all", "--data", data, "--mirror", stick)
    assert fingerprints(after) == fingerprints(before)
    with snapshot(data) as books:
        restored = [(r.first, r.last, r.source) for a in audit_all(books) for r in a.restored]
    assert (0, 6, f"{stick}/ledger.mirror") in restored
    assert f"Second copy {stick}/ledger.mirror: sound" in after
    assert companion("audit", kept, status=1)


def test_restore_needs_something_to_restore(data: Path, stick: Path, tmp_path: Path) -> None:
    assert f"{data / 'ledger.db'} is sound" in companion(
        "restore", "--data", data, "--mirror", stick, status=2
    )
    assert "--mirror" in companion("restore", "--data", data, status=2)
    damage(data)
    empty = tmp_path / "empty"
    empty.mkdir()
    missing = {"file": empty / "ledger.mirror", "why": os.strerror(errno.ENOENT)}
    assert sentence(InputProblem.UNREADABLE, **missing) in companion(
        "restore", "--data", data, "--mirror", empty, status=2
    )


def test_the_second_copy_is_audited_with_the_ledger(data: Path, stick: Path) -> None:
    path = stick / "ledger.mirror"
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Eve", 1))
    output = companion("audit", "--data", data, "--mirror", stick, status=1)
    assert "Game 2: sound" in output
    changed = {"line": 1, "path": path, "fault": Problem(Why.LINE_CHANGED)}
    assert sentence(LedgerProblem.COPY_LINE, **changed) in output


def test_what_is_imported_is_in_the_second_copy(data: Path, stick: Path, tmp_path: Path) -> None:
    record = tmp_path / "evening.game"
    record.write_text("players: Ann, Bob\nfirst: Ann\n\nAnn throws 1 2\nAnn buys\n")
    companion("import", record, "--data", data, "--mirror", stick)
    companion("audit", "--data", data, "--mirror", stick)
    assert count_moves(stick / "ledger.mirror") == 14
