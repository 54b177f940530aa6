"""Nothing that was booked is ever changed: not by a mistake of ours, not by another program."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.engine.moves import Undo
from companion.ledger.ledger import Ledger, LedgerError, Source, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem
from tests.ledger.gaming import another_program, evening, leave_a_log
from tests.problems import reasons

# Twelve ways round append-only: these a trigger stops, whoever tries,
TRIGGERS_STOP = {
    "UPDATE": "UPDATE moves SET text = 'Ann buys' WHERE number = 3",
    "DELETE": "DELETE FROM moves WHERE number = 3",
    "DELETE of all": "DELETE FROM moves",
    "INSERT OR REPLACE": "INSERT OR REPLACE INTO moves SELECT * FROM moves WHERE number = 3",
    "UPSERT": """INSERT INTO moves SELECT * FROM moves WHERE number = 3
        ON CONFLICT DO UPDATE SET text = 'Ann buys'""",
    "a gap": """INSERT INTO moves SELECT entry + 1, game, number + 2, at, "by", source, text, '',
        hash, hash FROM moves ORDER BY number DESC LIMIT 1""",
    "a fork": """INSERT INTO moves SELECT entry + 1, game, number + 1, at, "by", source, text, '',
        previous_hash, hash FROM moves ORDER BY number DESC LIMIT 1""",
}
# and these no trigger sees.
ONLY_WE_STOP = {
    "DROP TRIGGER": "DROP TRIGGER moves_keep_update",
    "DROP TABLE": "DROP TABLE events",
    "ALTER TABLE": "ALTER TABLE moves ADD COLUMN more TEXT",
    "writable_schema": "PRAGMA writable_schema = ON",
    "ATTACH": "ATTACH ':memory:' AS elsewhere",
}
WAYS = TRIGGERS_STOP | ONLY_WE_STOP
# The same and others, elsewhere.
CHANGES = (
    "UPDATE events SET amount = amount + 100",
    "UPDATE games SET header = ''",
    "UPDATE players SET name = 'Eve' WHERE seat = 1",
    "UPDATE tray_throws SET outcome = 'used'",
    "UPDATE restorations SET source = 'mine'",
    "UPDATE interruptions SET last_entry = 1",
    "DELETE FROM events WHERE move = 3",
    "DELETE FROM games",
    "DELETE FROM players",
    "DELETE FROM tray_throws",
    "DELETE FROM restorations",
    "DELETE FROM interruptions",
    "INSERT OR REPLACE INTO events SELECT * FROM events WHERE move = 3",
    "INSERT OR REPLACE INTO games SELECT * FROM games",
    "INSERT OR REPLACE INTO players SELECT * FROM players",
    "INSERT OR REPLACE INTO players VALUES (1, 4, 'Ann')",
    "INSERT OR REPLACE INTO players VALUES (2, 1, 'Ann'), (2, 2, 'Ann')",
    "INSERT OR REPLACE INTO tray_throws SELECT * FROM tray_throws",
    "INSERT OR REPLACE INTO restorations SELECT * FROM restorations",
    "INSERT OR REPLACE INTO interruptions SELECT * FROM interruptions",
    # Of another moment than this.
    """INSERT OR REPLACE INTO interruptions
       SELECT number + 1, at, last_entry - 1, hash, hash FROM interruptions""",
    """INSERT OR REPLACE INTO tray_throws
       SELECT number + 1, identity, outcome, a, b, game, move, at, hash, hash FROM tray_throws""",
    """INSERT OR REPLACE INTO moves SELECT entry + 1, game, number + 1, at, "by", source, text,
       (SELECT request FROM moves WHERE number = 2), hash, hash
       FROM moves ORDER BY number DESC LIMIT 1""",
    # A gap in the count of all games.
    """INSERT INTO moves SELECT entry + 2, game, number + 1, at, "by", source, text, '', hash, hash
       FROM moves ORDER BY number DESC LIMIT 1""",
    # One more event for a move that is sealed, one more player for a game that has begun.
    """INSERT INTO events (game, move, number, kind, reversed, data)
       SELECT 1, 3, 1 + max(number), 'Paid', 0, '{}' FROM events WHERE move = 3""",
    "INSERT INTO players VALUES (1, 4, 'Eve')",
    """INSERT INTO tray_throws SELECT number + 1, 'new', 'used', 1, 1, 1, 3, at, hash, hash
       FROM tray_throws""",
)
# What no trigger can see.
SCHEMA_CHANGES = (
    "DROP VIEW balances",
    "DROP INDEX moves_request",
    "ALTER TABLE moves RENAME TO gone",
    "ALTER TABLE moves DROP COLUMN request",
    "CREATE TRIGGER cheat AFTER INSERT ON moves BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER cheat AFTER INSERT ON moves BEGIN SELECT 1; END",
    "CREATE TABLE more (text)",
    "CREATE TEMP VIEW balances AS SELECT 1",
    "PRAGMA ignore_check_constraints = ON",
    "PRAGMA foreign_keys = OFF",
    "PRAGMA recursive_triggers = OFF",
    "PRAGMA locking_mode = NORMAL",
    "PRAGMA synchronous = OFF",
    "PRAGMA user_version = 0",
    "PRAGMA optimize",
    "UPDATE sqlite_master SET sql = ''",
    "DELETE FROM sqlite_master",
    "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('ledger', 'v2')",
    "VACUUM",
    "ANALYZE",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with evening(tmp_path, count=8) as (ledger, _):
        ledger.record_throw(TrayThrow("a/b/1", (1, 2), ThrowOutcome.REFUSED))
        ledger.record_restoration(1, 9, "old.db")
    leave_a_log(tmp_path)
    Ledger.open(tmp_path).close()
    return tmp_path


@pytest.fixture
def ledger(folder: Path) -> Iterator[Ledger]:
    with Ledger.open(folder) as ledger:
        yield ledger


def content(db: sqlite3.Connection) -> list[str]:
    """Everything: schema and rows."""
    return list(db.iterdump())


@pytest.mark.parametrize("way", WAYS)
def test_each_of_the_twelve_ways_is_closed_to_our_own_connection(ledger: Ledger, way: str) -> None:
    ours_cannot(ledger, WAYS[way])


@pytest.mark.parametrize("statement", CHANGES + SCHEMA_CHANGES)
def test_our_own_connection_cannot(ledger: Ledger, statement: str) -> None:
    ours_cannot(ledger, statement)


def ours_cannot(ledger: Ledger, statement: str) -> None:
    conn = ledger.query(lambda db: db.conn)
    before = content(conn)
    with pytest.raises(sqlite3.DatabaseError):
        conn.execute(statement).fetchall()
    conn.rollback()
    assert content(conn) == before


def test_sqlite_utils_cannot_either(ledger: Ledger) -> None:
    db = ledger.query(lambda db: db)
    before = content(db.conn)
    table = db.table("moves")
    row = next(table.rows)
    for attempt in (
        lambda: table.upsert({**row, "text": "Ann buys"}, pk="entry"),
        lambda: table.update(1, {"text": "Ann buys"}),
        lambda: table.delete(1),
        lambda: table.delete_where(),
        lambda: table.drop(),
        lambda: table.add_column("more", str),
        lambda: db.execute("CREATE TABLE more (text)"),
    ):
        with pytest.raises(sqlite3.DatabaseError):
            attempt()
        db.rollback()
        assert content(db.conn) == before


@pytest.mark.parametrize("way", TRIGGERS_STOP)
def test_seven_of_the_ways_are_closed_to_any_program(folder: Path, way: str) -> None:
    others_cannot(folder, TRIGGERS_STOP[way])


@pytest.mark.parametrize("statement", CHANGES)
def test_another_program_cannot_change_a_row(folder: Path, statement: str) -> None:
    others_cannot(folder, statement)


def others_cannot(folder: Path, statement: str) -> None:
    with another_program(folder) as conn:
        before = content(conn)
        with pytest.raises(sqlite3.IntegrityError):
            conn.execute(statement)
        conn.rollback()
        assert content(conn) == before


@pytest.mark.parametrize("way", ONLY_WE_STOP)
def test_what_no_trigger_stops_is_seen_before_anything_more_is_booked(
    folder: Path, way: str
) -> None:
    with another_program(folder) as conn:
        conn.execute(ONLY_WE_STOP[way])
        if way == "writable_schema":
            conn.execute("UPDATE sqlite_master SET sql = sql || ' ' WHERE name = 'balances'")
    if way == "ATTACH":  # It leaves nothing behind.
        Ledger.open(folder).close()
    else:
        with pytest.raises(LedgerError) as error:
            Ledger.open(folder)
        changed = {
            LedgerProblem.FILE_CHANGED,
            LedgerProblem.LEDGER_UNREADABLE,
            LedgerProblem.CHANGED_PART,
        }
        assert changed & {*reasons(error.value)}


def test_an_event_is_taken_back_once(tmp_path: Path) -> None:
    with evening(tmp_path, count=3) as (ledger, session):
        session.play(Undo(1), Source.TOUCH)
        taken = ledger.query(reversals)
        assert taken
        assert {move for move, _ in taken} == {3}
    with another_program(tmp_path) as conn, pytest.raises(sqlite3.IntegrityError, match="once"):
        conn.execute(
            """INSERT INTO events
               SELECT game, 5, 1, kind, player, payer, payee, giver, receiver, amount, deed, space,
                      buildings, mortgaged, why, reversed, reversed_move, reversed_event, data
               FROM events WHERE reversed"""
        )


def reversals(db: Database) -> list[tuple[int, int]]:
    sql = "SELECT reversed_move, reversed_event FROM events WHERE reversed"
    return list(db.execute(sql))
