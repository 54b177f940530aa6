"""Copies of the ledger in a folder, such as a stick's: numbered, the newest ones kept.

They are counted and not dated, because a machine without a battery does not know the day; the date
in a name is for people.
"""

import filecmp
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

from companion.engine.sentence import Sentence
from companion.ledger.copies import write
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader

KEPT = 10
_NAME = re.compile(r"ledger-(\d{4,})-\d{4}-\d\d-\d\d\.db")


def save(
    books: LedgerReader, folder: Path, progress: Callable[[float], object] = lambda done: None
) -> Path:
    """A copy of these books in ``folder``, which is there; the last one, when nothing happened
    since. ``progress`` is told how much is written, from 0 to 1. Raises LedgerError.

    Whatever happens meanwhile, every file that has such a name is a whole ledger.
    """
    try:
        earlier = _copies(folder)
        for cut_off in folder.glob("ledger-*.db.part"):
            cut_off.unlink()
        number = _number(earlier[-1]) + 1 if earlier else 1
        path = folder / f"ledger-{number:04d}-{date.today()}.db"
        books.ask(lambda db: write(db, path, progress))
        if earlier and filecmp.cmp(earlier[-1], path, shallow=False):
            path.unlink()
            return earlier[-1]
        for old in _copies(folder)[:-KEPT]:
            old.unlink()
    except OSError as error:
        closed = Sentence("{folder} cannot be written: {why}.", folder=folder, why=error.strerror)
        raise LedgerError(closed) from error
    return path


def _copies(folder: Path) -> list[Path]:
    """The copies there, the newest last."""
    return sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=_number)


def _number(copy: Path) -> int:
    found = _NAME.fullmatch(copy.name)
    return int(found[1]) if found else 0
