"""The one way in: every setting that durability hangs on, set in one place and read back.

SQLite and sqlite-utils by themselves open with journal_mode=delete, synchronous=FULL and foreign
keys off; on ext4 that lost the last acknowledged payment in half of the power cuts tried, while
what is set here lost none. Whoever changes a line of it repeats those trials.
"""

import os
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import paths, schema
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import Damaged, DiskFull, InUse, LedgerError, reason
from companion.ledger.schema import TABLES

PATIENCE = 1.0
"""For how many seconds another program may still be closing the ledger."""

# (pragma, set to, read back). The order matters: without locking_mode first, WAL would make a -shm
# file for other connections; with it a second one is refused, and with a single connection SQLite's
# WAL-reset bug (before 3.51.3) cannot strike.
_LOCKING = ("locking_mode", "EXCLUSIVE", "exclusive")
_SETTINGS = (
    # One flush a transaction.
    ("journal_mode", "WAL", "wal"),
    # In WAL the same as FULL; if WAL is ever refused, it syncs the folder after the journal, too.
    ("synchronous", "EXTRA", 3),
    ("foreign_keys", "ON", 1),
    # INSERT OR REPLACE then runs the delete triggers.
    ("recursive_triggers", "ON", 1),
    # Nothing that somebody wrote into the file's schema may call functions with side effects.
    ("trusted_schema", "OFF", 0),
    # A damaged page is found when it is read.
    ("cell_size_check", "ON", 1),
    # In pages, of which a move takes about eight. A checkpoint costs three flushes more, and the
    # log is read when the ledger is opened again: 1 MiB is soon read, and seldom full.
    ("wal_autocheckpoint", "256", 256),
)


def open_ledger(path: Path, check: Callable[[Path], None]) -> tuple[Database, bool]:
    """The ledger ``path``, made if there is none, and held until it is closed; and whether the
    program before was cut off, and could not close it.

    ``check`` looks at it first and raises LedgerError if it should not be opened. The connection
    can read and add, nothing else. Raises LedgerError.
    """
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            check(path)
            return _open(path)
        except InUse:
            if time.monotonic() > give_up:
                raise
        # Two that open a new ledger at once can each be in the other's way. Both have let go
        # by now; SQLite's own busy handler would have kept both locks while it waited.
        time.sleep(random.uniform(0.005, 0.05))


def open_copy(path: Path, original: Path) -> Database:
    """The private copy ``path`` of the ledger ``original``, to look at. Raises LedgerError."""
    with _closed_on_error(path, "mode=rw", named=original) as db:
        check_format(db, original)
        upgrade(db, path)
        _set(db, "query_only", "ON", 1)
        _set(db, "cell_size_check", "ON", 1)
    return db


def _open(path: Path) -> tuple[Database, bool]:
    # psow=0: do not assume that a torn write spares the rest of its sector. With the default, one
    # that garbled up to 4 KiB lost the last commit in most of the power cuts tried.
    with _closed_on_error(path, "psow=0") as db:
        _set(db, *_LOCKING)
        check_format(db, path)
        # Whoever else had the ledger has closed it by now: that was the first look into it.
        was_cut_off = paths.has_log(path)
        for setting in _SETTINGS:
            _set(db, *setting)
        upgrade(db, path)
        check_parts(db, path)
        _put_down(db)
        only_add(db.conn)
    return db, was_cut_off


def _put_down(db: Database) -> None:
    """What is found in the log may be in the system's memory only: the program before this one was
    killed before it had waited for the medium. Before it is shown, it is flushed and put into the
    ledger; where that fails, the ledger is not opened."""
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@contextmanager
def _closed_on_error(path: Path, parameters: str, named: Path | None = None) -> Iterator[Database]:
    """sqlite-utils on a connection of our own. Its own one would be pysqlite3's where that is
    installed, whose errors are not those of sqlite3, and has no room for parameters."""
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
    found = db.execute(f"PRAGMA {pragma}").fetchone()[0]
    if found != expected:
        raise LedgerError(
            f"The ledger would not be safe here: SQLite {sqlite3.sqlite_version} answers"
            f" {pragma} = {found}, not {expected}. Put the data folder on a local disk or card."
        )


def _refused(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> LedgerError:
    if isinstance(error, UnicodeDecodeError):  # Of SQLite's message that quotes what it found.
        return Damaged(Sentence("{path} cannot be used: it is damaged.", path=path))
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith("SQLITE_BUSY"):
        return InUse.of(path, paths.who_holds(path))
    if code.startswith("SQLITE_NOTADB"):
        return Damaged(f"{path} is not a ledger. Move it away, or use another folder.")
    unusable = Sentence("{path} cannot be used: {why}.", path=path, why=reason(error))
    if code.startswith("SQLITE_FULL"):
        return DiskFull(unusable)
    if code.startswith("SQLITE_CORRUPT"):
        return Damaged(unusable)
    if not paths.may_write(path):
        closed = Sentence("{path} cannot be written here. {choose}", path=path, choose=paths.CHOOSE)
        return LedgerError(closed)
    return LedgerError(unusable)


def check_format(db: Database, path: Path) -> None:
    """Raises LedgerError when the file is another program's, or a newer version's."""
    application_id = db.execute("PRAGMA application_id").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    found = schema.version(db)
    if application_id != schema.APPLICATION_ID and (application_id or found or tables):
        raise LedgerError(
            Sentence(
                "{path} is another program's database. Move it away, then start again.", path=path
            )
        )
    if found > schema.VERSION:
        raise LedgerError(
            Sentence(
                "{path} was written by a newer version of this program (ledger version {found};"
                " this one knows up to {known}). Update the program, then start again.",
                **{"path": path, "found": found, "known": schema.VERSION},
            )
        )


def upgrade(db: Database, path: Path) -> None:
    """Makes the tables of a new ledger, and those that an older one lacks.

    A copy of the older one stays beside it, in case somebody goes back.
    """
    found = schema.version(db)
    if 0 < found < schema.VERSION:
        write_copy(db, path.with_name(f"ledger-version-{found}.db"))
    if found < schema.VERSION:
        schema.upgrade(db)


def check_parts(db: Database, path: Path) -> None:
    """Raises Damaged when tables or triggers are not the ones that the program made."""
    if found := schema.faults(db):
        raise Damaged(
            f"{path} was changed by another program: {found[0]}. Nothing more is booked in it."
        )


# What our own connection may do, decided by SQLite before it runs a statement.
#
# Triggers keep other programs from changing a ledger; this keeps our own mistakes from it, also
# those that triggers cannot see: DROP TRIGGER, ALTER TABLE, writable_schema, ATTACH. Whatever is
# not allowed below is refused with "not authorized" (sqlite.org/c3ref/set_authorizer.html).

_ALWAYS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_SAVEPOINT,
}
_READS = {"integrity_check", "quick_check", "foreign_key_check", "table_info", "table_xinfo"}
"""Pragmas that change nothing, whatever their argument; the others may only be read back."""
_ACTS = {"optimize", "incremental_vacuum"}
"""Pragmas that write without an argument."""


def only_add(conn: sqlite3.Connection) -> None:
    """From now on ``conn`` reads, and inserts into the ledger's tables; nothing else."""
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
