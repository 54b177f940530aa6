"""Put the games of many tables into one ledger.

The rows of a table, as the director has folded them, are a complete ledger again. ``collect`` makes
one ledger of any number of them: every game once, in the order in which they began, with numbers
and hashes of its own. Its table ``origins`` tells from where each game is. The same ledgers lead to
the same rows, and every command that reads a ledger reads it.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.export.files import answers
from companion.ledger import hashing
from companion.ledger.atomic_file import write_copy
from companion.ledger.audit import audit
from companion.ledger.errors import Damaged
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.ledger.records import GameHead, Row

_ORIGINS = """
CREATE TABLE origins (
    game        INTEGER PRIMARY KEY REFERENCES games (number),
    ledger      TEXT NOT NULL,     -- the file it came from
    number      INTEGER NOT NULL,  -- its number there
    fingerprint TEXT NOT NULL      -- of its last move there
)
"""


class NotCollected(Exception):
    """Raised for a file in place of the result that is no earlier result."""


@contextmanager
def restored(rows: Iterable[Row], folder: Path) -> Iterator[Ledger]:
    """Open a ledger made of a table's rows in ``folder``. Raises LedgerError."""
    with Ledger.open(folder) as ledger:
        with ledger.transaction():
            for row in rows:
                ledger.restore_row(row)
        yield ledger


def save_ledger(rows: Iterable[Row], path: Path) -> None:
    """Write a table's rows as the ledger ``path``, over an earlier one. Raises LedgerError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="companion-club-") as scratch,
        restored(rows, Path(scratch)) as ledger,
    ):
        ledger.query(lambda db: write_copy(db, path))


@dataclass(frozen=True, slots=True)
class _Found:
    """Game of one of the ledgers, and the hash of its last move there."""

    head: GameHead
    moves: int
    link: str
    ledger: str


def collect(readers: Mapping[str, LedgerReader], path: Path) -> int:
    """Write every game of the ledgers, by name, into the ledger ``path``; return their number.

    Of a game that is in several ledgers the longest one counts. Raises LedgerError if a game is not
    sound, NotCollected if ``path`` is something else than an earlier result.
    """
    if path.exists() and not answers(path, "SELECT fingerprint FROM origins LIMIT 1"):
        raise NotCollected(path)
    found = _games(readers)
    with (
        TemporaryDirectory(prefix="companion-club-") as scratch,
        Ledger.open(Path(scratch)) as club,
    ):
        with club.transaction():
            entry = 0
            for number, one in enumerate(found, 1):
                for row in _renumbered(readers[one.ledger], one, number, entry):
                    club.restore_row(row)
                    entry += not isinstance(row, GameHead)
        origins = [
            (number, one.ledger, one.head.number, hashing.fingerprint(one.link))
            for number, one in enumerate(found, 1)
        ]

        def add(copy: sqlite3.Connection) -> None:
            copy.execute(_ORIGINS)
            copy.executemany("INSERT INTO origins VALUES (?, ?, ?, ?)", origins)

        path.parent.mkdir(parents=True, exist_ok=True)
        club.query(lambda db: write_copy(db, path, add=add))
    return len(found)


def _games(readers: Mapping[str, LedgerReader]) -> list[_Found]:
    """Return every game once, by the time when it began."""
    games: dict[str, _Found] = {}
    for name in sorted(readers):
        reader = readers[name]
        for number in reader.numbers():
            result = audit(reader, number)
            if result.first_fault:
                raise Damaged.of(result.first_fault)
            one = _Found(reader.head(number), result.moves, reader.link(number), name)
            before = games.get(one.head.hash)
            if before is None or (before.moves, before.link) < (one.moves, one.link):
                games[one.head.hash] = one
    return sorted(games.values(), key=lambda one: (one.head.started_at, one.head.hash))


def _renumbered(reader: LedgerReader, one: _Found, number: int, entry: int) -> Iterator[Row]:
    """Yield the rows of a game with other numbers, and with the hashes for these."""
    head = replace(one.head, number=number)
    head = replace(head, hash=hashing.game_hash(head))
    yield head
    link = head.hash
    for row in reader.entries(one.head.number):
        entry += 1
        # A request tells one tap from another at its own table only.
        again = replace(row, entry=entry, game=number, previous_hash=link, request="")
        again = replace(again, hash=hashing.move_hash(again))
        yield again
        link = again.hash
