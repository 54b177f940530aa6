"""Files that are there whole or not at all, also on a stick that is pulled out."""

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.engine.sentence import Sentence
from companion.ledger import folder
from companion.ledger.errors import LedgerError

_MAGIC, _BESIDE = b"SQLite format 3\0", re.compile("-(wal|shm|journal)$")
"""How a database begins (sqlite.org/fileformat2.html), and what it has beside it ends."""


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that gets the name ``path`` once all that was written within is on the medium.

    What had that name before is replaced then, and left as it was on any error. Raises LedgerError.
    """
    if path.exists() and not path.is_file():
        raise _cannot(path, Sentence("it is no file"))
    if _is_database(path):
        raise _cannot(path, Sentence("a database is there, perhaps a ledger; name another file"))
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        folder.sync(path.parent)
    except BaseException as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _cannot(path, str(error.strerror)) from error
        raise


def _cannot(path: Path, why: str) -> LedgerError:
    return LedgerError(Sentence("{path} cannot be written: {why}.", path=path, why=why))


def _is_database(path: Path) -> bool:
    """Whether it is one of SQLite's files, or the name of what SQLite keeps beside one."""
    database = path.with_name(_BESIDE.sub("", path.name))
    if not os.access(database, os.R_OK):
        return False
    with database.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def save(path: Path, text: str) -> None:
    """Writes ``text`` to ``path``, in UTF-8 and with its lines' ends as they are.

    Raises LedgerError.
    """
    with written(path) as file:
        file.write(text.encode())


def save_all(where: Path, texts: dict[str, str]) -> None:
    """Writes the texts by their names into the folder ``where``, which is made if need be.

    None of them gets its name before all are written. Raises LedgerError.
    """
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = Sentence(
            "The folder {folder} cannot be used: {why}.", folder=where, why=error.strerror
        )
        raise LedgerError(why) from error
    with ExitStack() as stack:
        for name, text in texts.items():
            file = stack.enter_context(written(where / name))
            file.write(text.encode())
            file.flush()
