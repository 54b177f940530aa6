"""Nothing that was booked is ever changed: not by a mistake of ours, not by another program."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree

import pytest
from sqlite_utils import Database

from companion.engine.moves import Undo
from companion.engine.problems import Problem
from companion.ledger import schema
from companion.ledger.ledger import Ledger, LedgerError, Source, ThrowOutcome, TrayThrow
from companion.ledger.problems import LedgerProblem, Why
from companion.text import translate_message
from tests.ledger.gaming import another_program, evening, leave_a_log, play_evening
from tests.ledger.tampering import faults
from tests.problems import reasons

# Ways round append-only: these a trigger stops, whoever tries,
CHANGES = (
    "UPDATE moves SET text = 'Ann buys' WHERE number = 3",
    "DELETE FROM moves WHERE number = 3",
    "DELETE FROM moves",
    "INSERT OR REPLACE INTO moves SELECT * FROM moves WHERE number = 3",
    """INSERT INTO moves SELECT * FROM moves WHERE number = 3
       ON CONFLICT DO UPDATE SET text = 'Ann buys'""",
    # A gap and a fork.
    """INSERT INTO moves SELECT entry + 1, game, number + 2, at, "by", source, text, '',
       hash, hash FROM moves ORDER BY number DESC LIMIT 1""",
    """INSERT INTO moves SELECT entry + 1, game, number + 1, at, "by", source, text, '',
       previous_hash, hash FROM moves ORDER BY number DESC LIMIT 1""",
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
# and these no trigger sees: the first of them are seen when the ledger is opened again.
SEEN_LATER = (
    "DROP TRIGGER moves_keep_update",
    "DROP TABLE events",
    "ALTER TABLE moves ADD COLUMN more TEXT",
    "DROP VIEW balances; CREATE VIEW balances AS SELECT 1",
)
SCHEMA_CHANGES = (
    *SEEN_LATER[:-1],
    "PRAGMA writable_schema = ON",
    "ATTACH ':memory:' AS elsewhere",
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


def fill(folder: Path) -> Path:
    with evening(folder, count=8) as (ledger, _):
        ledger.record_throw(TrayThrow("a/b/1", (1, 2), ThrowOutcome.REFUSED))
        ledger.record_restoration(1, 9, "old.db")
    leave_a_log(folder)
    Ledger.open(folder).close()
    return folder


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The connection of the program itself."""
    with Ledger.open(fill(tmp_path_factory.mktemp("ours"))) as ledger:
        yield ledger.query(lambda db: db)


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """The connection of any other program."""
    with another_program(fill(tmp_path_factory.mktemp("theirs"))) as conn:
        yield conn


@contextmanager
def refused(conn: sqlite3.Connection, error: type[sqlite3.Error]) -> Iterator[None]:
    """Check that everything within fails, and that schema and rows stay as they are."""
    before = list(conn.iterdump())
    with pytest.raises(error):
        yield
    conn.rollback()
    assert list(conn.iterdump()) == before


@pytest.mark.parametrize("statement", CHANGES + SCHEMA_CHANGES)
def test_our_own_connection_cannot(ours: Database, statement: str) -> None:
    with refused(ours.conn, sqlite3.DatabaseError):
        ours.conn.execute(statement).fetchall()


def test_sqlite_utils_cannot_either(ours: Database) -> None:
    table = ours.table("moves")
    row = next(table.rows)
    for attempt in (
        lambda: table.upsert({**row, "text": "Ann buys"}, pk="entry"),
        lambda: table.update(1, {"text": "Ann buys"}),
        lambda: table.delete(1),
        lambda: table.delete_where(),
        lambda: table.drop(),
        lambda: table.add_column("more", str),
        lambda: ours.execute("CREATE TABLE more (text)"),
    ):
        with refused(ours.conn, sqlite3.DatabaseError):
            attempt()


@pytest.mark.parametrize("statement", CHANGES)
def test_another_program_cannot_change_a_row(theirs: sqlite3.Connection, statement: str) -> None:
    with refused(theirs, sqlite3.IntegrityError):
        theirs.execute(statement)


@pytest.mark.parametrize("script", SEEN_LATER)
def test_what_no_trigger_stops_is_seen_before_anything_more_is_booked(
    tmp_path: Path, script: str
) -> None:
    with another_program(fill(tmp_path)) as conn:
        conn.executescript(script)
    with pytest.raises(LedgerError) as error:
        Ledger.open(tmp_path)
    changed = {
        LedgerProblem.FILE_CHANGED,
        LedgerProblem.LEDGER_UNREADABLE,
        LedgerProblem.CHANGED_PART,
    }
    assert changed & {*reasons(error.value)}


REVERSED = "SELECT reversed_move FROM events WHERE reversed"


def test_an_event_is_taken_back_once(tmp_path: Path) -> None:
    with evening(tmp_path, count=3) as (ledger, session):
        session.play(Undo(1), Source.TOUCH)
        taken = ledger.query(lambda db: list(db.execute(REVERSED)))
        assert taken
        assert {move for (move,) in taken} == {3}
    with another_program(tmp_path) as conn, pytest.raises(sqlite3.IntegrityError, match="once"):
        conn.execute(
            """INSERT INTO events
               SELECT game, 5, 1, kind, player, payer, payee, giver, receiver, amount, deed, space,
                      buildings, mortgaged, why, reversed, reversed_move, reversed_event, data
               FROM events WHERE reversed"""
        )


# --- the parts of the schema ------------------------------------------------------------------


def parts() -> list[tuple[str, str, str]]:
    """Kind, name and SQL of what a new ledger consists of."""
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        schema.upgrade(fresh)
        rows = fresh.execute("SELECT type, name, sql FROM sqlite_master")
        return [row for row in rows if "sqlite_" not in row[1]]


PARTS = {f"{kind} {name}": (kind, name, sql) for kind, name, sql in parts()}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play_evening(folder, count=3)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(copytree(played, tmp_path, dirs_exist_ok=True))


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
def test_a_part_that_is_missing(folder: Path, part: str) -> None:
    kind, name, _ = PARTS[part]
    with another_program(folder) as conn:
        conn.execute(f"DROP {kind} {name}")
    assert name in translate_message(noticed(folder))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_not_as_it_was_made(folder: Path, part: str) -> None:
    """Only a space more, put there past all of SQLite's checks."""
    kind, name, _ = PARTS[part]
    with another_program(folder) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("UPDATE sqlite_master SET sql = sql || ' ' WHERE name = ?", [name])
    changed = Problem(Why.PART_CHANGED, kind=kind, name=name)
    assert noticed(folder) == Problem(LedgerProblem.FILE_CHANGED, part=changed)


@pytest.mark.parametrize("table", ["moves", "_sqlite_migrations"])
def test_a_trigger_more_is_noticed(folder: Path, table: str) -> None:
    """Wherever it sits: on the list of migrations, too, which is not the ledger's own."""
    with another_program(folder) as conn:
        conn.execute(f"CREATE TRIGGER theirs AFTER INSERT ON {table} BEGIN SELECT 1; END")
    assert noticed(folder).facts["part"] == Problem(Why.FOREIGN_TRIGGER, name="theirs")
