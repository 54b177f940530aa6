"""Write a named file completely or not at all, and never over a ledger in use."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import paths
from companion.ledger.errors import LedgerError, os_problem, sqlite_problem
from companion.ledger.problems import LedgerProblem, Why
from companion.whole_file import part_of, written_whole

_MAGIC = b"SQLite format 3\0"
"""First bytes of a database (sqlite.org/fileformat2.html)."""
_BESIDE = re.compile("(?<=.)-(wal|shm|journal)$")
"""Suffixes of the files that SQLite keeps beside a database (sqlite.org/tempfiles.html)."""


@contextmanager
def replacing(path: Path, over_a_copy: bool = False) -> Iterator[Path]:
    """Yield a temporary name, then move that file to ``path`` once it is on the disk.

    On any error the old file stays as it was. A symbolic link is refused: on a USB drive, a
    stranger may have made it, to any file of this machine. An existing database is refused unless
    ``over_a_copy`` is set, nobody has it open and no log is beside it. Raises LedgerError if the
    file cannot be written.
    """
    try:
        why = _refused(path, over_a_copy)
    except OSError as error:
        raise _cannot(path, os_problem(error)) from error
    if why:
        raise _cannot(path, why)
    try:
        _remove_beside(path)
        with written_whole(path) as part:
            yield part
    except BaseException as error:
        with suppress(OSError):
            _remove_beside(path)
        if isinstance(error, OSError):
            raise _cannot(path, os_problem(error)) from error
        if isinstance(error, sqlite3.Error):
            raise _cannot(path, sqlite_problem(error)) from error
        raise


def _refused(target: Path, over_a_copy: bool) -> Problem | None:
    if target.is_symlink():
        return Problem(Why.A_LINK)
    if target.exists() and not target.is_file():
        return Problem(Why.NOT_A_FILE)
    if holder := paths.holder(target):
        return Problem(Why.FILE_IN_USE, holder=holder)
    database = target.with_name(_BESIDE.sub("", target.name))
    if _is_database(database) and not (over_a_copy and database == target):
        return Problem(Why.A_DATABASE)
    if over_a_copy and any(map(_is_filled, paths.beside(target))):
        return Problem(Why.LOG_OF_ANOTHER_LEDGER)
    return None


def _cannot(path: Path, why: Problem | str) -> LedgerError:
    return LedgerError(LedgerProblem.UNWRITABLE, path=path, why=why)


def _is_database(path: Path) -> bool:
    if not (path.is_file() and os.access(path, os.R_OK)):
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _is_filled(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _remove_beside(path: Path) -> None:
    """Remove what SQLite keeps beside the temporary file, also after an earlier run."""
    for left in paths.beside(part_of(path)):
        left.unlink(missing_ok=True)


_PAGES_PER_STEP = 64
"""Number of pages that are written between two reports of the progress."""


def write_copy(
    db: Database,
    path: Path,
    progress: Callable[[float], object] = lambda done: None,
    add: Callable[[sqlite3.Connection], object] = lambda copy: None,
) -> None:
    """Write the ledger ``db`` as one file, which can be opened for playing.

    ``progress`` is called with the share that is done, from 0 to 1. ``add`` may write more into the
    copy. Raises LedgerError if the file cannot be written; the old file then stays as it was.
    """

    def report(_: int, left: int, pages: int) -> None:
        progress(1 - left / max(1, pages))

    with replacing(path, over_a_copy=True) as part, closing(sqlite3.connect(part)) as copy:
        db.conn.backup(copy, pages=_PAGES_PER_STEP, progress=report)
        copy.execute("PRAGMA journal_mode = DELETE")  # A single file needs no log beside it.
        add(copy)
        copy.commit()
