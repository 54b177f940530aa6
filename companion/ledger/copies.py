"""Copy a ledger: snapshots, images in memory, numbered backups.

A snapshot lets a second program read a ledger while somebody plays in it. An image does the same
for another thread of the program that has the ledger open. Backups go to a folder, such as that of
a USB drive. They are numbered and not only dated, because a machine without a battery-backed clock
does not know the date; the date in a name is for people.

One drive may have the backups of several ledgers: of the table's last card, of another table. A
ledger is known by the hash of its first game. Only backups of the same ledger take each other's
place, and only where no move is lost: a card that forgets, or that fell back to an older state, has
backups that are ahead of it.
"""

import filecmp
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import connection, paths, schema, write_ahead_log
from companion.ledger.atomic_file import write_copy
from companion.ledger.errors import Damaged, LedgerError, os_problem, sqlite_problem
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.write_ahead_log import Finding

_ATTEMPTS = 20
_MEMORY = Path("/dev/shm")
"""File system in memory: a copy there wears no card, and fits even when the card is full."""


@contextmanager
def snapshot(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """Copy a ledger and open the copy for reading.

    ``where`` is the ledger's folder or its file. The process that has the ledger open must not call
    this: closing a file that SQLite has open drops its locks (sqlite.org/howtocorrupt.html, section
    2.2).

    Raises LedgerError if there is no ledger or it cannot be read, Damaged if it has 0 bytes or its
    log is damaged.
    With ``damaged``, a damaged log is repaired in the copy as far as possible, and the reader's
    ``log`` reports it.
    """
    path = where / paths.FILE_NAME if where.is_dir() else where
    if not path.is_file():
        raise LedgerError(LedgerProblem.NO_LEDGER, folder=where)
    if paths.is_empty(path):
        raise Damaged(LedgerProblem.EMPTY, path=path)
    with TemporaryDirectory(prefix="companion-ledger-", dir=_scratch()) as scratch:
        copy = Path(scratch, paths.FILE_NAME)
        finding = _copy_files(path, copy)
        if finding.fault and not damaged:
            raise Damaged.of(finding.fault)
        if finding.fault:
            write_ahead_log.repair(copy)
        db = connection.open_copy(copy, path)
        try:
            reader = LedgerReader(db, finding)
            if not damaged and (part := reader.query(schema.changed_view)):
                raise Damaged(LedgerProblem.CHANGED_PART, path=path, part=part)
            yield reader
        finally:
            db.close()


def _scratch() -> Path | None:
    return _MEMORY if os.access(_MEMORY, os.W_OK) else None


def _copy_files(path: Path, copy: Path) -> Finding:
    """Copy database and log, and examine the log.

    Only a checkpoint changes the database. If the database is the same before and after the log was
    copied, no checkpoint came between, and the two belong together. A log that was started anew
    meanwhile has another header. A log that grew meanwhile can have a gap in the copy, which looks
    like damage; real damage is the same when the log is read again. A journal exists only if the
    power failed while the database was being created.
    """
    try:
        for _ in range(_ATTEMPTS):
            shutil.copyfile(path, copy)
            for beside in (paths.log, paths.journal):
                _copy_if_there(beside(path), beside(copy))
            finding = write_ahead_log.examine(copy, path)
            if filecmp.cmp(path, copy, shallow=False) and _is_same_log(path, copy, finding):
                return finding
    except OSError as error:
        raise LedgerError(LedgerProblem.UNREADABLE, path=path, why=error.strerror) from error
    raise LedgerError(LedgerProblem.BEING_WRITTEN, path=path)


def _is_same_log(path: Path, copy: Path, finding: Finding) -> bool:
    read = write_ahead_log.all_bytes if finding.fault else write_ahead_log.first_bytes
    return read(path) == read(copy)


def _copy_if_there(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)


_JOURNAL_BYTES = slice(18, 20)
"""Bytes of a database that announce a log beside it (sqlite.org/fileformat.html, 1.3.3)."""


def image(reader: LedgerReader) -> bytes:
    """Return the open ledger, including its log, as the bytes of one database.

    This takes milliseconds and touches no file of the open ledger. Raises LedgerError if the ledger
    cannot be read.
    """
    return reader.query(_image)


def _image(db: Database) -> bytes:
    alone = bytearray(db.conn.serialize())
    alone[_JOURNAL_BYTES] = b"\x01\x01"
    return bytes(alone)


@contextmanager
def without_views(db: Database) -> Iterator[sqlite3.Connection]:
    """Take the views out of a snapshot meanwhile, or else out of an image of the ledger.

    SQLite takes a check of all tables for one of a single table if a view comes first in its list,
    which has no order. It then passes over free pages and pages that are used twice
    (``sqlite3BtreeIntegrityCheck``, ``aRoot[0]==0``; seen in 3.40 to 3.54).
    """
    is_snapshot = bool(db.execute("PRAGMA query_only").fetchone()[0])
    with nullcontext(db.conn) if is_snapshot else closing(sqlite3.connect(":memory:")) as conn:
        if not is_snapshot:
            conn.deserialize(_image(db))
        conn.execute("PRAGMA query_only = OFF")
        conn.execute("BEGIN")
        try:
            conn.execute("PRAGMA writable_schema = ON")
            conn.execute("DELETE FROM sqlite_schema WHERE type = 'view'")
            conn.execute("PRAGMA writable_schema = RESET")
            yield conn
        finally:
            conn.rollback()
            conn.execute("PRAGMA writable_schema = RESET")
            conn.execute("PRAGMA query_only = ON")


@contextmanager
def open_image(
    image: bytes, progress: Callable[[int], object] = lambda number: None
) -> Iterator[LedgerReader]:
    """Open an image of a ledger on the current thread.

    ``progress`` is called with the number of every move that is read. Raises LedgerError if the
    image cannot be opened.
    """
    with closing(sqlite3.connect(":memory:")) as conn:
        try:
            conn.deserialize(image)
        except sqlite3.Error as error:
            why = sqlite_problem(error)
            raise LedgerError(LedgerProblem.CANNOT_COPY, why=why) from error
        reader = LedgerReader(Database(conn, execute_plugins=False))
        reader.progress = progress
        yield reader


KEPT = 10
"""Number of backups that are kept of one ledger, besides those with moves that it lacks."""
_NAME = re.compile(r"ledger-(\d{4,})-\d{4}-\d\d-\d\d\.db(?:\.part)?")
_LAST_MOVES = """
SELECT games.number, moves.number, moves.hash FROM games JOIN moves ON game = games.number
AND moves.number = (SELECT max(number) FROM moves WHERE game = games.number) ORDER BY games.number
"""
_HASH = "SELECT hash FROM moves WHERE game = ? AND number = ?"


@dataclass(frozen=True, slots=True)
class Backup:
    """Backup of a ledger, with what tells it from others."""

    path: Path
    ledger: str
    """Hash of the first game of the ledger; empty if there is none."""
    games: tuple[tuple[int, int, str], ...]
    """Number, last move, and hash of the last move of each game."""

    @property
    def moves(self) -> int:
        """Number of moves of all games."""
        return sum(last for _, last, _ in self.games)

    def is_ahead_of(self, reader: LedgerReader) -> bool:
        """Return True if the backup has a move that a ledger lacks.

        The chain of hashes makes the last move of a game stand for all of them.
        """
        here = {*reader.rows(_LAST_MOVES)}
        others = [game for game in self.games if game not in here]
        return any((link,) not in reader.rows(_HASH, game, move) for game, move, link in others)


def save_backup(
    reader: LedgerReader, folder: Path, progress: Callable[[float], object] = lambda done: None
) -> Path:
    """Save a backup of a ledger in the existing ``folder`` and return its path.

    If nothing was booked since the last backup, that one is returned. ``progress`` is called with
    the share that is done, from 0 to 1. At any time every file with such a name is a complete
    ledger. Whatever else has such a name, a folder or a link, is left alone and takes its number.
    So is a backup of another ledger, one that cannot be read, and one with a move that this ledger
    lacks. Raises LedgerError if the folder cannot be written.
    """
    try:
        for cut_off in folder.glob("ledger-*.db.part"):
            if _number(cut_off) and _is_file(cut_off):
                cut_off.unlink()
        number = 1 + max(map(_number, folder.iterdir()), default=0)
        path = folder / f"ledger-{number:04d}-{date.today()}.db"
        reader.query(lambda db: write_copy(db, path, progress))
        own = [one.path for one in _own(reader, folder) if not one.is_ahead_of(reader)]
        earlier = [one for one in own if one != path]
        if earlier and filecmp.cmp(earlier[-1], path, shallow=False):
            path.unlink()
            return earlier[-1]
        for old in own[:-KEPT]:
            old.unlink()
    except OSError as error:
        why = os_problem(error)
        raise LedgerError(LedgerProblem.UNWRITABLE, path=folder, why=why) from error
    return path


def ahead(reader: LedgerReader, folder: Path) -> Problem | None:
    """Return a message if a backup in a folder has a move that its ledger lacks."""
    found = [one for one in _own(reader, folder) if one.is_ahead_of(reader)]
    if not found:
        return None
    most = max(found, key=lambda one: one.moves)
    return Problem(LedgerProblem.BACKUP_AHEAD, file=most.path.name)


def _own(reader: LedgerReader, folder: Path) -> list[Backup]:
    """Return the backups of a ledger, the newest last."""
    ledger = identity(reader)
    return [one for one in readable(folder) if one.ledger == ledger]


def identity(reader: LedgerReader) -> str:
    """Return the hash of the first game, which no other ledger has; empty if there is none."""
    rows = reader.rows("SELECT hash FROM games WHERE number = 1")
    return str(rows[0][0]) if rows else ""


def readable(folder: Path) -> Iterator[Backup]:
    """Yield the backups in a folder that can be read, the newest last."""
    for path in backups(folder):
        with suppress(LedgerError), connection.open_in_place(path) as db:
            reader = LedgerReader(db)
            yield Backup(path, identity(reader), tuple(reader.rows(_LAST_MOVES)))


def backups(folder: Path) -> list[Path]:
    """Return the backups in a folder, the newest last."""
    found = (path for path in folder.iterdir() if _number(path) and _is_file(path))
    return sorted(found, key=_number)


def _is_file(path: Path) -> bool:
    """Return True for a regular file, False for a link to one."""
    return path.is_file() and not path.is_symlink()


def _number(copy: Path) -> int:
    """Return the number in the name of a backup, complete or not; 0 for another name."""
    match = _NAME.fullmatch(copy.name)
    return int(match[1]) if match else 0
