"""Looking at a ledger that somebody else may be playing in, without being in the way.

A copy of the open ledger in memory, so that another thread can look at the books meanwhile.

Copies of the ledger in a folder, such as a stick's: numbered, the newest ones kept.

They are counted and not dated, because a machine without a battery does not know the day; the date
in a name is for people.
"""

import filecmp
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import connection, paths, write_ahead_log
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import Damaged, LedgerError, reason
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry
from companion.ledger.write_ahead_log import Finding

_TRIES = 20
_MEMORY = Path("/dev/shm")
"""Linux's disk in memory: a copy there wears no card, and fits when the card is full."""


@contextmanager
def snapshot(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """The books as they are now, in a copy: ``where`` is a ledger's folder, or the file itself.

    The process that has the ledger open must not ask for one: closing a file that SQLite has open
    drops its lock (sqlite.org/howtocorrupt.html, section 2.2). Raises LedgerError; Damaged if
    the log is. With ``damaged``, the books are then what can be read, and say so.
    """
    path = where / paths.FILE_NAME if where.is_dir() else where
    if not path.is_file():
        raise LedgerError(
            f"There is no ledger in {where}: say with --data or COMPANION_DATA where it is."
        )
    with TemporaryDirectory(prefix="companion-books-", dir=_scratch()) as scratch:
        copy = Path(scratch, paths.FILE_NAME)
        found = _copy_files(path, copy)
        if found.fault and not damaged:
            raise Damaged(found.fault)
        if found.fault:
            write_ahead_log.mend(copy)
        db = connection.open_copy(copy, path)
        try:
            yield LedgerReader(db, found)
        finally:
            db.close()


def _scratch() -> Path | None:
    return _MEMORY if os.access(_MEMORY, os.W_OK) else None


def _copy_files(path: Path, copy: Path) -> Finding:
    """Copy database and log, and examine the log.

    Only a checkpoint changes the database; if it is the same before and after the log was read,
    none came between, and the log fits. A log that was begun anew meanwhile has another header.
    One that grew meanwhile can have a gap in its copy that looks like damage: what is damaged is
    the same when it is read again. The journal is there when the power went while the database
    was being made.
    """
    try:
        for _ in range(_TRIES):
            shutil.copyfile(path, copy)
            for beside in (paths.log, paths.journal):
                _copy_if_there(beside(path), beside(copy))
            found = write_ahead_log.examine(copy, path)
            if filecmp.cmp(path, copy, shallow=False) and _is_same_log(path, copy, found):
                return found
    except OSError as error:
        raise LedgerError(f"{path} cannot be read: {error.strerror}.") from error
    raise LedgerError(f"{path} is being written all the time. Try again in a moment.")


def _is_same_log(path: Path, copy: Path, found: Finding) -> bool:
    read = write_ahead_log.all_bytes if found.fault else write_ahead_log.first_bytes
    return read(path) == read(copy)


def _copy_if_there(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)


_JOURNAL_BYTES = slice(18, 20)
"""Where a database file says that it has a log beside it (sqlite.org/fileformat.html, 1.3.3)."""


def image(reader: LedgerReader) -> bytes:
    """All that is in the ledger, its log included, as a file that has none beside it: a copy in
    memory costs milliseconds, and no file of the open ledger is touched. Raises LedgerError."""
    alone = bytearray(reader.query(lambda db: db.conn.serialize()))
    alone[_JOURNAL_BYTES] = b"\x01\x01"
    return bytes(alone)


@contextmanager
def open_image(
    image: bytes, progress: Callable[[int], object] = lambda number: None
) -> Iterator[LedgerReader]:
    """The books of an image; ``progress`` is told the number of every move that is read.

    On whichever thread this is called, the books belong to that. Raises LedgerError.
    """
    with closing(sqlite3.connect(":memory:")) as conn:
        try:
            conn.deserialize(image)
        except sqlite3.Error as error:
            why = Sentence("The ledger cannot be copied: {why}.", why=reason(error))
            raise LedgerError(why) from error
        yield _Watched(Database(conn, execute_plugins=False), progress)


class _Watched(LedgerReader):
    def __init__(self, db: Database, progress: Callable[[int], object]) -> None:
        super().__init__(db)
        self._progress = progress

    def entries(self, game: int) -> Iterator[Entry]:
        for entry in super().entries(game):
            self._progress(entry.number)
            yield entry


KEPT = 10
_NAME = re.compile(r"ledger-(\d{4,})-\d{4}-\d\d-\d\d\.db")


def save_backup(
    reader: LedgerReader, folder: Path, progress: Callable[[float], object] = lambda done: None
) -> Path:
    """A copy of these books in ``folder``, which is there; the last one, when nothing happened
    since. ``progress`` is told how much is written, from 0 to 1. Raises LedgerError.

    Whatever happens meanwhile, every file that has such a name is a whole ledger.
    """
    try:
        earlier = _backups(folder)
        for cut_off in folder.glob("ledger-*.db.part"):
            cut_off.unlink()
        number = _number(earlier[-1]) + 1 if earlier else 1
        path = folder / f"ledger-{number:04d}-{date.today()}.db"
        reader.query(lambda db: write_copy(db, path, progress))
        if earlier and filecmp.cmp(earlier[-1], path, shallow=False):
            path.unlink()
            return earlier[-1]
        for old in _backups(folder)[:-KEPT]:
            old.unlink()
    except OSError as error:
        closed = Sentence("{folder} cannot be written: {why}.", folder=folder, why=error.strerror)
        raise LedgerError(closed) from error
    return path


def _backups(folder: Path) -> list[Path]:
    """The copies there, the newest last."""
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=_number)


def _number(copy: Path) -> int:
    found = _NAME.fullmatch(copy.name)
    return int(found[1]) if found else 0
