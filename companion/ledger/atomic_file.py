"""The file that somebody named to be written: whole or not at all, and never a part of a ledger."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import paths
from companion.ledger.errors import LedgerError, reason

_MAGIC = b"SQLite format 3\0"
"""How a database begins (sqlite.org/fileformat2.html)."""
_BESIDE = re.compile("(?<=.)-(wal|shm|journal)$")
"""How the names of the files end that SQLite keeps beside one (sqlite.org/tempfiles.html)."""


@contextmanager
def replacing(path: Path, over_a_copy: bool = False) -> Iterator[Path]:
    """The name for a new file, which takes the place of ``path`` when it is made and on the medium.

    What was there is left as it was on any error; where ``path`` is a link, it stays one. A
    database is replaced only ``over_a_copy``, and only if nobody has it open or left a log beside
    it. Raises LedgerError.
    """
    target = Path(os.path.realpath(path))
    if why := _refused(target, over_a_copy):
        raise _cannot(path, why)
    part = target.with_name(f"{target.name}.part")
    try:
        _remove(part)
        yield part
        paths.sync(part)
        part.replace(target)
        paths.sync(target.parent)
    except BaseException as error:
        with suppress(OSError):
            _remove(part)
        if isinstance(error, OSError):
            raise _cannot(path, error.strerror or str(error)) from error
        if isinstance(error, sqlite3.Error):
            raise _cannot(path, reason(error)) from error
        raise


def _refused(target: Path, over_a_copy: bool) -> str:
    if target.exists() and not target.is_file():
        return Sentence("it is no file")
    if holder := paths.holder(target):
        return Sentence("it is in use by {holder}; name another file", holder=holder)
    database = target.with_name(_BESIDE.sub("", target.name))
    if _is_database(database) and not (over_a_copy and database == target):
        return Sentence("a database is there, perhaps a ledger; name another file")
    if over_a_copy and any(map(_holds_something, paths.beside(target))):
        return Sentence("the log of another ledger lies beside it; name another file")
    return ""


def _cannot(path: Path, why: str) -> LedgerError:
    return LedgerError(Sentence("{path} cannot be written: {why}.", path=path, why=why))


def _is_database(path: Path) -> bool:
    if not (path.is_file() and os.access(path, os.R_OK)):
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _holds_something(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _remove(part: Path) -> None:
    """What is left of an earlier one, too: nothing is written into what somebody else made."""
    for path in (part, *paths.beside(part)):
        path.unlink(missing_ok=True)


_AT_ONCE = 64
"""Pages that are written before that is told."""


def write_copy(
    db: Database,
    path: Path,
    progress: Callable[[float], object] = lambda done: None,
    add: Callable[[sqlite3.Connection], object] = lambda copy: None,
) -> None:
    """Writes the ledger ``db`` as one file, which can be played in. ``progress`` is told how much
    is done, from 0 to 1; ``add`` may put more into the copy. Raises LedgerError, and then leaves
    what was there as it was."""

    def tell(_: int, left: int, pages: int) -> None:
        progress(1 - left / max(1, pages))

    with replacing(path, over_a_copy=True) as part, closing(sqlite3.connect(part)) as copy:
        db.conn.backup(copy, pages=_AT_ONCE, progress=tell)
        copy.execute("PRAGMA journal_mode = DELETE")  # Beside it lies no log.
        add(copy)
        copy.commit()
