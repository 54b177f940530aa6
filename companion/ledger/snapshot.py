"""Looking at a ledger that somebody else may be playing in, without being in the way."""

import filecmp
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.ledger import folder, opening
from companion.ledger.errors import LedgerError
from companion.ledger.reading import Books

_TRIES = 20
_MEMORY = Path("/dev/shm")
"""Linux's disk in memory: a copy there wears no card, and fits when the card is full."""


@contextmanager
def snapshot(where: Path) -> Iterator[Books]:
    """The books as they are now, in a copy: ``where`` is a ledger's folder, or the file itself.

    The process that has the ledger open must not ask for one: closing a file that SQLite has open
    drops its lock (sqlite.org/howtocorrupt.html, section 2.2). Raises LedgerError.
    """
    path = where / folder.FILE_NAME if where.is_dir() else where
    if not path.is_file():
        raise LedgerError(
            f"There is no ledger in {where}: say with --data or COMPANION_DATA where it is."
        )
    with TemporaryDirectory(prefix="companion-books-", dir=_scratch()) as scratch:
        copy = Path(scratch, folder.FILE_NAME)
        _copy(path, copy)
        db = opening.open_copy(copy, path)
        try:
            yield Books(db)
        finally:
            db.close()


def _scratch() -> Path | None:
    return _MEMORY if os.access(_MEMORY, os.W_OK) else None


def _copy(path: Path, copy: Path) -> None:
    """Database and log. Only a checkpoint changes the database; if it is the same before and after
    the log was read, none came between, and the log fits. A log that was begun anew meanwhile, or
    whose last commit is cut off, SQLite tells by its checksums. The journal is there when the
    power went while the database was being made."""
    try:
        for _ in range(_TRIES):
            shutil.copyfile(path, copy)
            for beside in (folder.log, folder.journal):
                _copy_if_there(beside(path), beside(copy))
            if filecmp.cmp(path, copy, shallow=False):
                return
    except OSError as error:
        raise LedgerError(f"{path} cannot be read: {error.strerror}.") from error
    raise LedgerError(f"{path} is being written all the time. Try again in a moment.")


def _copy_if_there(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        target.unlink(missing_ok=True)
