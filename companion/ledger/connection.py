"""Open the database: set every setting that durability needs, and read it back.

By default SQLite and sqlite-utils open with journal_mode=delete, synchronous=FULL and foreign keys
off. On ext4, half of the simulated power cuts lost the last acknowledged payment with these
defaults; none lost it with the settings below. Repeat those trials before changing any of them.
"""

import os
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import paths, schema
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import (
    Damaged,
    DiskFull,
    InUse,
    LedgerError,
    is_damage,
    sqlite_problem,
)
from companion.ledger.problems import LedgerProblem, Why
from companion.ledger.schema import TABLES

TIMEOUT_S = 1.0
"""Seconds to wait for another program that is closing the ledger."""

# (pragma, set to, read back). The order matters: without locking_mode first, WAL would make a -shm
# file for other connections; with it a second one is refused, and with a single connection SQLite's
# WAL-reset bug (before 3.51.3) cannot strike.
_LOCKING = ("locking_mode", "EXCLUSIVE", "exclusive")
_SETTINGS = (
    # One flush a transaction.
    ("journal_mode", "WAL", "wal"),
    # Same as FULL in WAL mode. If WAL is ever refused, EXTRA also syncs the folder of the journal.
    ("synchronous", "EXTRA", 3),
    ("foreign_keys", "ON", 1),
    # INSERT OR REPLACE then runs the delete triggers.
    ("recursive_triggers", "ON", 1),
    # A schema that somebody manipulated must not call functions with side effects.
    ("trusted_schema", "OFF", 0),
    # A damaged page is found when it is read.
    ("cell_size_check", "ON", 1),
    # In pages; a move takes about eight. A checkpoint costs three more flushes, and the log is read
    # when the ledger is opened again: 1 MiB is read quickly and seldom full.
    ("wal_autocheckpoint", "256", 256),
)


def open_ledger(path: Path, check: Callable[[Path], None]) -> tuple[Database, bool]:
    """Open the ledger ``path``, created if missing, and lock it until it is closed.

    Returns the connection, which can read and add but nothing else, and True if the previous
    program was interrupted and could not close the ledger. ``check`` examines the file first and
    raises LedgerError if it must not be opened. Raises LedgerError if it cannot be opened.
    """
    give_up = time.monotonic() + TIMEOUT_S
    while True:
        try:
            check(path)
            return _open(path)
        except InUse:
            if time.monotonic() > give_up:
                raise
        # Two processes that create the same ledger can deadlock. Retry by hand: SQLite's busy
        # handler would keep both locks while it waits.
        time.sleep(random.uniform(0.005, 0.05))


_LONGEST_VALUE = 1 << 24
"""Largest size in bytes of a value or a row that is read; a ruling has a few thousand."""
_FEW_STEPS, _STEPS_PER_BYTE = 10_000_000, 50
"""Steps of SQLite that reading a ledger may take: an audit takes less than one for each byte."""


def open_copy(path: Path, original: Path) -> Database:
    """Open ``path``, a private copy of the ledger ``original``, for reading.

    Raises LedgerError if it is not a ledger or is damaged.
    """
    with _closed_on_error(path, "mode=rw", named=original) as db:
        _limit(db, path)
        check_format(db, original)
        upgrade(db, path)
        _set(db, "query_only", "ON", 1)
        _set(db, "cell_size_check", "ON", 1)
    return db


@contextmanager
def open_in_place(path: Path) -> Iterator[Database]:
    """Open a complete ledger that nobody writes to, such as a backup, where it lies.

    Nothing is copied, so only a few rows should be read. Raises LedgerError if it is not a ledger
    or is damaged.
    """
    with _closed_on_error(path, "mode=ro&immutable=1") as db, closing(db.conn):
        _limit(db, path)
        check_format(db, path)
        yield db


def _limit(db: Database, path: Path) -> None:
    """Limit steps and values: a stranger may have made the file so that reading it has no end."""
    most = _FEW_STEPS + _STEPS_PER_BYTE * path.stat().st_size
    parts = iter(range(100))
    db.conn.set_progress_handler(lambda: next(parts, None) is None, most // 100)
    db.conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)


def _open(path: Path) -> tuple[Database, bool]:
    # psow=0: do not assume that a torn write leaves the rest of its sector intact. With the
    # default, a torn write of up to 4 KiB lost the last commit in most of the simulated power cuts.
    with _closed_on_error(path, "psow=0") as db:
        _set(db, *_LOCKING)
        check_format(db, path)
        if schema.is_extract(db):
            raise LedgerError(LedgerProblem.ONE_GAME_ALONE, path=path)
        # ``check_format`` was the first read. It succeeds only after other programs have closed
        # the file, so a log that exists now was left by a program that was interrupted.
        was_cut_off = paths.has_log(path)
        for setting in _SETTINGS:
            _set(db, *setting)
        upgrade(db, path)
        check_parts(db, path)
        _flush_wal(db)
        install_authorizer(db.conn)
    return db, was_cut_off


def fold_log(path: Path) -> None:
    """Move the content of the log of a ledger, of any version, into its file.

    Raises LedgerError if it cannot be done; then the log still has it.
    """
    with _closed_on_error(path, "mode=rw&psow=0") as db, closing(db.conn):
        for setting in (_LOCKING, *_SETTINGS):
            _set(db, *setting)
        _flush_wal(db)


def _flush_wal(db: Database) -> None:
    """Flush the log that was found and move its content into the database.

    The log may be only in the system's memory: the previous program may have been killed before it
    had waited for the disk. Nothing from the log is shown before it is durable; if the flush fails,
    the ledger is not opened.
    """
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@contextmanager
def _closed_on_error(path: Path, parameters: str, named: Path | None = None) -> Iterator[Database]:
    """Open a connection of our own for sqlite-utils; close it if the block raises.

    A connection made by sqlite-utils would be pysqlite3's where that is installed. Its errors are
    not those of sqlite3, and it takes no URI parameters.
    """
    uri = f"file:{quote(os.fsencode(path.absolute()))}?{parameters}"
    try:
        # sqlite-utils takes no other isolation_level than the default.
        conn = sqlite3.connect(uri, uri=True, timeout=0)
    except sqlite3.Error as error:
        raise _refused(named or path, error) from error
    try:
        yield Database(conn, strict=True, execute_plugins=False)
    except BaseException as error:
        conn.close()
        if isinstance(error, sqlite3.Error | UnicodeDecodeError):
            raise _refused(named or path, error) from error
        raise


def _set(db: Database, pragma: str, value: str, expected: object) -> None:
    db.execute(f"PRAGMA {pragma} = {value}")
    actual = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    if actual != expected:
        raise LedgerError(
            LedgerProblem.NOT_DURABLE,
            version=sqlite3.sqlite_version,
            pragma=pragma,
            actual=actual,
            expected=expected,
        )


def _refused(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> LedgerError:
    if isinstance(error, UnicodeDecodeError):  # SQLite's message quotes damaged text.
        return Damaged(LedgerProblem.UNUSABLE, path=path, why=Problem(Why.DAMAGED))
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_BUSY"):
        return InUse.by(paths.lock_owner(path), path)
    if code.startswith("SQLITE_NOTADB"):
        return Damaged(LedgerProblem.NOT_A_LEDGER, path=path)
    unusable = Problem(LedgerProblem.UNUSABLE, path=path, why=sqlite_problem(error))
    if code.startswith("SQLITE_FULL"):
        return DiskFull.of(unusable)
    if is_damage(error):
        return Damaged.of(unusable)
    if not paths.may_write(path):
        return LedgerError(LedgerProblem.NOT_WRITABLE_HERE, path=path)
    return LedgerError.of(unusable)


def check_format(db: Database, path: Path) -> None:
    """Check that the file is a ledger of a known version.

    Raises LedgerError if another program or a newer version made the file, Damaged if its header
    was changed.
    """
    application_id = db.execute("PRAGMA application_id").fetchone()[0]
    is_ledger = application_id in (schema.APPLICATION_ID, schema.EXTRACT_ID)
    if is_ledger and (part := schema.disguised(db)):
        raise Damaged(LedgerProblem.CHANGED_PART, path=path, part=part)
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    found, migrated = schema.version(db), schema.migrated(db)
    if (is_ledger or migrated) and (not is_ledger or found != migrated):
        raise Damaged(LedgerProblem.UNUSABLE, path=path, why=Problem(Why.DAMAGED))
    if not is_ledger and (application_id or found or tables):
        raise LedgerError(LedgerProblem.ANOTHER_DATABASE, path=path)
    if found > schema.VERSION:
        newer = LedgerProblem.NEWER_VERSION
        raise LedgerError(newer, path=path, found=found, known=schema.VERSION)


def upgrade(db: Database, path: Path) -> None:
    """Create the tables of a new ledger, or those that an older version lacks.

    A copy of the older ledger stays beside it, for a return to the older program.
    """
    found = schema.version(db)
    if 0 < found < schema.VERSION:
        write_copy(db, path.with_name(f"ledger-version-{found}.db"))
    if found < schema.VERSION:
        schema.upgrade(db)


def check_parts(db: Database, path: Path) -> None:
    """Raise Damaged if tables or triggers differ from those that the program creates."""
    if faults := schema.faults(db):
        raise Damaged(LedgerProblem.CHANGED_PART, path=path, part=faults[0])


# Triggers keep other programs from changing a ledger. SQLite's authorizer, which runs before every
# statement, protects it from our own mistakes as well, including those that no trigger sees: DROP
# TRIGGER, ALTER TABLE, writable_schema, ATTACH. Anything that is not allowed below is refused with
# "not authorized" (sqlite.org/c3ref/set_authorizer.html).

_ALWAYS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_SAVEPOINT,
}
_READS = {"integrity_check", "quick_check", "foreign_key_check", "table_info", "table_xinfo"}
"""Pragmas that change nothing, with any argument. Others are allowed without an argument only."""
_ACTS = {"optimize", "incremental_vacuum"}
"""Pragmas that write even without an argument."""


def install_authorizer(conn: sqlite3.Connection) -> None:
    """Restrict ``conn`` to reading and to inserting into the ledger's tables."""
    conn.set_authorizer(_decide)


def _decide(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    allowed = action in _ALWAYS
    if action == sqlite3.SQLITE_INSERT:
        allowed = first in TABLES
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = first in _READS or (second is None and first not in _ACTS)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
