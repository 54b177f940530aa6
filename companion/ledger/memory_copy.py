"""A copy of the open ledger in memory, so that another thread can look at the books meanwhile."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger.errors import LedgerError, reason
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Entry

_JOURNAL_BYTES = slice(18, 20)
"""Where a database file says that it has a log beside it (sqlite.org/fileformat.html, 1.3.3)."""


def image(books: LedgerReader) -> bytes:
    """All that is in the ledger, its log included, as a file that has none beside it: a copy in
    memory costs milliseconds, and no file of the open ledger is touched. Raises LedgerError."""
    alone = bytearray(books.ask(lambda db: db.conn.serialize()))
    alone[_JOURNAL_BYTES] = b"\x01\x01"
    return bytes(alone)


@contextmanager
def opened(
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
