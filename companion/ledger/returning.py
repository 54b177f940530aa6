"""Take games back from a stick: a second copy, or a backup, that another card has left there.

A new card has no game, and nothing on it is lost. The stick is only read.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.ledger import mirror, paths
from companion.ledger.copies import backups, snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.mirror import ChainCursor
from companion.ledger.records import BEGINNING, Row
from companion.ledger.restore import Progress, in_place_of

FOLDERS = ("", "companion")
"""Folders of a stick that are looked at; the second is that of the copies made by the screen."""


@dataclass(frozen=True, slots=True)
class LeftCopy:
    """Copy of a ledger that was found, with what is in it."""

    path: Path
    games: int
    moves: int
    newest: datetime


def find(sticks: Sequence[Path]) -> LeftCopy | None:
    """Return the copy with the most moves on any stick; None if there is none with a move.

    A copy that cannot be read is left out. It takes a second or two, on a slow stick more.
    """
    places = (stick / folder for stick in sticks for folder in FOLDERS)
    copies = (copy for place in places for copy in _copies(place))
    return max(copies, key=lambda copy: (copy.moves, copy.newest), default=None)


def _copies(folder: Path) -> Iterator[LeftCopy]:
    with suppress(LedgerError, OSError):
        if found := mirror.end_of(folder / mirror.FILE_NAME):
            yield LeftCopy(folder / mirror.FILE_NAME, *found)
    with suppress(OSError):
        for path in (folder / paths.FILE_NAME, *backups(folder)[-1:]):
            with suppress(LedgerError), snapshot(path) as books:
                place, newest = books.place(), books.newest_at()
                if newest:
                    yield LeftCopy(path, place.games, place.moves, newest)


def take_back(where: Path, copy: LeftCopy, progress: Progress = lambda moves: None) -> None:
    """Make the ledger in ``where``, which has no game, from a copy.

    Every row has to follow from the one before it. Raises LedgerError if one does not, or if the
    ledger cannot be written; then nothing has changed.
    """
    with in_place_of(where, is_empty=True) as (fresh, _), fresh.transaction():
        cursor = ChainCursor()
        for row in _rows(copy.path):
            cursor.take(row)
            fresh.restore_row(row)
            progress(cursor.place.moves)
        fresh.record_restoration(1, cursor.place.moves, str(copy.path))


def _rows(path: Path) -> Iterator[Row]:
    if path.name == mirror.FILE_NAME:
        yield from mirror.read(path)
    else:
        with snapshot(path) as books:
            yield from mirror.rows_after(books, BEGINNING)
