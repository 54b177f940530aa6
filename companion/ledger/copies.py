"""A whole ledger as one file."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.ledger.atomic_file import replacing

_AT_ONCE = 64
"""Pages that are written before that is told."""


def write(
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
