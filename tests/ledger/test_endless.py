"""Ledgers that a stranger made so that reading them has no end: each is refused in one sentence,
before anything endless is asked."""

import sqlite3
from pathlib import Path

import pytest

from companion.ledger import connection
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.ledger import Damaged, Ledger
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.restore import readable
from tests.commands import companion
from tests.ledger.gaming import another_program, play_evening
from tests.problems import reasons

COUNT = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
VIEWS = {
    "results": f"{COUNT} SELECT x AS game, 1 AS winner, 1 AS edition, 1 AS board FROM c",
    "standing_events": f"{COUNT} SELECT events.* FROM events, c",
    "postings": f"{COUNT} SELECT 1 AS game, 'Ann' AS account, x AS dollars FROM c",
}
TABLES = ("games", "moves", "events", "tray_throws", "_sqlite_migrations")
COMMANDS = (["audit"], ["audit", "--all"], ["games"], ["stats"], ["report"], ["statement", "Ann"])


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger that may be read for a moment only: what asks for something endless fails soon."""
    monkeypatch.setattr(connection, "_FEW_STEPS", 1_000_000)
    monkeypatch.setattr(connection, "_STEPS_PER_BYTE", 0)
    play_evening(tmp_path, count=5)
    return tmp_path


def replace_view(conn: sqlite3.Connection, name: str) -> None:
    conn.execute(f"DROP VIEW {name}")
    conn.execute(f"CREATE VIEW {name} AS {VIEWS[name]}")


def disguise(conn: sqlite3.Connection, table: str) -> None:
    """A view with the name of a table."""
    triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    for (trigger,) in conn.execute(triggers).fetchall():
        conn.execute(f"DROP TRIGGER {trigger}")
    conn.execute("PRAGMA legacy_alter_table = ON")
    conn.execute(f"ALTER TABLE {table} RENAME TO theirs")
    conn.execute(f"CREATE VIEW {table} AS {COUNT} SELECT theirs.* FROM theirs, c")


def refusal(data: Path) -> LedgerError:
    with pytest.raises(LedgerError) as error, snapshot(data):
        pass
    assert error.value.reason is LedgerProblem.CHANGED_PART
    return error.value


@pytest.mark.parametrize("view", VIEWS)
def test_no_endless_view_is_asked(data: Path, view: str) -> None:
    with another_program(data) as conn:
        replace_view(conn, view)
    refusal(data)
    for command in COMMANDS if view == "results" else ():
        audits = command[0] == "audit"
        output = companion(*command, "--data", data, status=1 if audits else 2)
        assert f"the view '{view}' was changed" in output
    # The moves are in tables, and can be restored.
    assert readable(data) == 6


@pytest.mark.parametrize("table", TABLES)
def test_no_view_in_the_place_of_a_table_is_asked(data: Path, table: str) -> None:
    with another_program(data) as conn:
        disguise(conn, table)
    refusal(data)
    for command in COMMANDS if table == "events" else ():
        output = companion(*command, "--data", data, status=2)
        assert f"the table '{table}' was changed" in output
    with pytest.raises(Damaged) as error:
        Ledger.open(data)
    assert error.value.reason is LedgerProblem.CHANGED_PART


def test_whatever_else_has_no_end_is_ended(data: Path) -> None:
    with snapshot(data) as reader, pytest.raises(LedgerError) as error:
        reader.query(lambda db: db.execute(f"{COUNT} SELECT x FROM c").fetchall())
    assert Why.ENDLESS in reasons(error.value)


def test_no_value_takes_all_memory(data: Path) -> None:
    with snapshot(data) as reader, pytest.raises(LedgerError):
        reader.query(lambda db: db.execute("SELECT hex(zeroblob(400000000))").fetchall())
