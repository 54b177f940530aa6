"""Every table, view, trigger and index of a ledger: without it, or with another in its place, the
audit does not call the ledger sound, and nothing more is booked in it."""

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import schema
from companion.ledger.ledger import Ledger, LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.text import translate_message
from tests.ledger.gaming import another_program, play_evening
from tests.ledger.tampering import faults


def parts() -> list[tuple[str, str, str]]:
    """Kind, name and SQL of what a new ledger consists of."""
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        schema.upgrade(fresh)
        rows = fresh.execute("SELECT type, name, sql FROM sqlite_master")
        return [row for row in rows if "sqlite_" not in row[1]]


PARTS = {f"{kind} {name}": (kind, name, sql) for kind, name, sql in parts()}


def noticed(folder: Path) -> Problem:
    """The fault that an audit finds in every game, and why nobody can play on."""
    found, *others = faults(folder / "ledger.db").values()
    assert found
    assert all(other == found for other in others)
    with pytest.raises(LedgerError) as refused:
        Ledger.open(folder)
    assert refused.value.facts["path"] == folder / "ledger.db"
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", [part for part in PARTS if not part.startswith("table")])
def test_a_part_that_is_missing(tmp_path: Path, part: str) -> None:
    play_evening(tmp_path, count=3)
    kind, name, _ = PARTS[part]
    with another_program(tmp_path) as conn:
        conn.execute(f"DROP {kind} {name}")
    assert name in translate_message(noticed(tmp_path))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_not_as_it_was_made(tmp_path: Path, part: str) -> None:
    """Only a space more, put there past all of SQLite's checks."""
    play_evening(tmp_path, count=3)
    kind, name, _ = PARTS[part]
    with another_program(tmp_path) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("UPDATE sqlite_master SET sql = sql || ' ' WHERE name = ?", [name])
    changed = Problem(Why.PART_CHANGED, kind=kind, name=name)
    assert noticed(tmp_path) == Problem(LedgerProblem.FILE_CHANGED, part=changed)


def test_a_trigger_more_is_noticed(tmp_path: Path) -> None:
    """Wherever it sits: on the list of migrations, too, which is not the ledger's own."""
    for place, table in enumerate(["moves", "_sqlite_migrations"]):
        folder = tmp_path / str(place)
        play_evening(folder, count=3)
        with another_program(folder) as conn:
            conn.execute(f"CREATE TRIGGER theirs AFTER INSERT ON {table} BEGIN SELECT 1; END")
        assert noticed(folder).facts["part"] == Problem(Why.FOREIGN_TRIGGER, name="theirs")
