"""Copies of ledgers on a stick: second copies, and backups that a card has left there.

A new card has no game and takes them back. A damaged ledger is restored from one. The stick is only
read.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.ledger import mirror, paths, schema
from companion.ledger.copies import backups, identity, readable, snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.mirror import ChainCursor
from companion.ledger.restore import Progress, followed, in_place_of, rows

FOLDERS = ("", "companion")
"""Folders of a stick that are searched; the screen copies to the second one."""
LARGEST = 200_000_000
"""Bytes of a ledger that is copied into memory to look into it."""
APPLICATION_ID = slice(68, 72)
"""Bytes of a database with its application_id (sqlite.org/fileformat.html, 1.3)."""
FIRST_YEAR = 2000
"""Year before which nobody played here."""


@dataclass(frozen=True, slots=True)
class LeftCopy:
    """Copy of a ledger that was found, with what is in it."""

    path: Path
    games: int
    moves: int
    newest: datetime
    ledger: str = ""
    """Hash of the first game, by which copies of one ledger are known."""


def files(sticks: Sequence[Path]) -> list[Path]:
    """Return the files on the sticks that may be copies, without reading them."""
    found = _named(_folders(sticks))
    for folder in _folders(sticks):
        with suppress(OSError):
            found += backups(folder)
    return found


def _folders(sticks: Sequence[Path]) -> list[Path]:
    return [stick / folder for stick in sticks for folder in FOLDERS]


def _named(folders: Sequence[Path]) -> list[Path]:
    names = (mirror.FILE_NAME, paths.FILE_NAME)
    found = [folder / name for folder in folders for name in names]
    return [path for path in found if path.is_file()]


def find(
    sticks: Sequence[Path], accepts: Callable[[Path], bool] = lambda path: True
) -> list[LeftCopy]:
    """Return the copies with a move on any stick, the one with the most moves first.

    Of the backups in a folder it is the one with the most moves of each ledger. A copy that cannot
    be read, or whose file is not accepted, is left out. It takes a second or two, on a slow stick
    more.
    """
    copies: list[LeftCopy] = []
    backed_up: set[tuple[Path, str]] = set()
    for path, ledger in _most_moves_first(sticks):
        if ledger and (path.parent, ledger) in backed_up:
            continue
        with suppress(LedgerError, OSError):
            if (copy := look_into(path)) and accepts(path):
                copies.append(copy)
                backed_up.add((path.parent, ledger))
    return sorted(copies, key=lambda copy: (copy.moves, copy.newest), reverse=True)


def _most_moves_first(sticks: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each file that may be a copy, and for a backup the hash of its ledger."""
    folders = _folders(sticks)
    for path in _named(folders):
        yield path, ""
    for folder in folders:
        with suppress(OSError):
            found = [one for one in readable(folder) if one.path.stat().st_size <= LARGEST]
            for backup in sorted(found, key=lambda one: one.moves, reverse=True):
                yield backup.path, backup.ledger


def look_into(path: Path) -> LeftCopy | None:
    """Return the copy in a file; None if it has no move or is too large.

    Raises LedgerError or OSError if it cannot be read.
    """
    if path.name == mirror.FILE_NAME:
        found = mirror.end_of(path)
        ledger = next(mirror.read(path)).hash if found else ""
    elif _may_be_a_ledger(path):
        with snapshot(path) as books:
            place, newest = books.place(), books.newest_at()
            found = (place.games, place.moves, newest) if newest else None
            ledger = identity(books)
    else:
        return None
    return LeftCopy(path, *found, ledger) if found and found[2].year >= FIRST_YEAR else None


def _may_be_a_ledger(path: Path) -> bool:
    """Return True if the header says so: a snapshot copies all of a file into memory."""
    if path.stat().st_size > LARGEST:
        return False
    with path.open("rb") as file:
        header = file.read(APPLICATION_ID.stop)
    return header[APPLICATION_ID] == schema.APPLICATION_ID.to_bytes(4)


def best_of_each(copies: Sequence[LeftCopy]) -> list[LeftCopy]:
    """Return of each ledger the copy that comes first."""
    best: dict[str, LeftCopy] = {}
    for copy in copies:
        best.setdefault(copy.ledger, copy)
    return [*best.values()]


def take_back(where: Path, copy: LeftCopy, progress: Progress = lambda moves: None) -> None:
    """Make the ledger in ``where``, which has no game, from a copy.

    Every row has to follow from the one before it. Raises LedgerError if one does not, or if the
    ledger cannot be written; then nothing has changed.
    """
    with in_place_of(where, is_empty=True) as (fresh, _), fresh.transaction():
        cursor = ChainCursor()
        for row in followed(rows(copy.path), cursor):
            fresh.restore_row(row)
            progress(cursor.place.moves)
        fresh.record_restoration(1, cursor.place.moves, str(copy.path))
