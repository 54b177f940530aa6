"""One file that is a whole ledger, or no file at all."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import folder
from companion.ledger.errors import LedgerError, reason

_AT_ONCE = 64
"""Pages that are written before that is told."""


def write(
    db: Database, path: Path, progress: Callable[[float], object] = lambda done: None
) -> None:
    """Writes the ledger ``db`` as one file, which can be played in; ``progress`` is told how much
    is done, from 0 to 1. Raises LedgerError, and then leaves what was there as it was."""
    if holder := folder.holder(path):
        raise LedgerError(
            Sentence("{path} is in use by {holder}: name another file.", path=path, holder=holder)
        )
    part = path.with_name(f"{path.name}.part")

    def tell(_: int, left: int, pages: int) -> None:
        progress(1 - left / max(1, pages))

    try:
        with closing(sqlite3.connect(part)) as copy:
            db.conn.backup(copy, pages=_AT_ONCE, progress=tell)
            copy.execute("PRAGMA journal_mode = DELETE")  # Beside it lies no log.
        part.replace(path)
        folder.sync(path.parent)
    except BaseException as error:
        with suppress(OSError):
            for left in (part, *folder.beside(part)):
                left.unlink(missing_ok=True)
        if isinstance(error, OSError | sqlite3.Error):
            why = error.strerror if isinstance(error, OSError) else reason(error)
            cannot = Sentence("{path} cannot be written: {why}.", path=path, why=why)
            raise LedgerError(cannot) from error
        raise
