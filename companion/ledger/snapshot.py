"""Looking at a ledger that somebody else may be playing in, without being in the way."""

import filecmp
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.ledger import connection, paths, write_ahead_log
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.reader import LedgerReader
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
        found = _copy(path, copy)
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


def _copy(path: Path, copy: Path) -> Finding:
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
