"""The ledger: what a game is played into. See ``opening`` for why it can be trusted."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from companion.engine.events import Event
from companion.engine.notation import format_header
from companion.engine.state import Setup
from companion.ledger import booking, postings
from companion.ledger.errors import AlreadyBooked, LedgerError, reason
from companion.ledger.opening import open_ledger
from companion.ledger.reading import Books
from companion.ledger.rows import (
    Booked,
    Entry,
    GameHead,
    GameRow,
    MoveRow,
    Source,
    ThrowOutcome,
    TrayThrow,
)

__all__ = [
    "AlreadyBooked",
    "Booked",
    "GameRow",
    "Ledger",
    "LedgerError",
    "MoveRow",
    "Source",
    "ThrowOutcome",
    "TrayThrow",
]

START = "start"
"""Text and source of move 0."""


def utc_now() -> datetime:
    """The clock that dates what is booked; nothing is ever ordered by it."""
    return datetime.now(UTC)


class Ledger(Books):
    """All games of one data folder, open for playing; no other program can open it meanwhile.

    What a method that writes has returned from is on the medium. Whatever it raises, nothing is
    booked, but for one case: when the medium failed in the act, the move may be there after all.
    It then shows when the game is read again, and cannot be booked twice.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(open_ledger(folder))
        self._folder = folder
        self._failed = False

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The ledger in ``folder``, made if there is none. Raises LedgerError, one sentence."""
        return cls(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file. There is nothing to save."""
        self._opened.close()

    def begin(self, setup: Setup) -> int:
        """Begins a game: its number, counted over the whole ledger from 1. Raises LedgerError."""
        with self._booking() as db:
            number, at = booking.next_game(db), _text(utc_now())
            head = GameHead(number, at, format_header(setup), _program(), setup.players)
            link = booking.book_game(db, head).hash
            start = Entry(booking.next_entry(db), number, 0, at, "", START, START, "", link)
            booking.book_move(db, start, postings.opening_events(setup))
        return number

    def append(
        self,
        game: int,
        number: int,
        text: str,
        by: str,
        source: Source,
        request: str,
        events: Sequence[Event],
        throw: TrayThrow | None,
    ) -> Booked:
        """Books move ``number`` of ``game`` with all that it came to, and the tray's throw that it
        is made of, in one transaction.

        ``request`` names what asked for it; unless it is empty, it counts once in this ledger.
        Raises AlreadyBooked when request or throw did count before, LedgerError when the move could
        not be booked, and why.
        """
        with self._booking() as db:
            booking.refuse_known(db, request, throw)
            at, place, link = utc_now(), booking.next_entry(db), booking.link(db, game, number - 1)
            entry = Entry(place, game, number, _text(at), by, source, text, request, link, throw)
            return Booked(number, at, booking.book_move(db, entry, events).hash)

    def note_throw(self, throw: TrayThrow) -> None:
        """Notes what became of a throw that no move was made of.

        Raises AlreadyBooked when that is known already, LedgerError when it could not be noted.
        """
        with self._booking() as db:
            booking.refuse_known(db, "", throw)
            booking.note_throw(db, throw, _text(utc_now()))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Whatever is booked within is booked as one: all of it or nothing. Raises LedgerError."""
        with self._booking():
            yield

    @property
    def _db(self) -> Database:
        if self._failed:
            self._opened = open_ledger(self._folder)
            self._failed = False
        return self._opened

    @contextmanager
    def _booking(self) -> Iterator[Database]:
        """A transaction, or a part of the one that is open."""
        if self._db.conn.in_transaction:
            with self._db.atomic() as db:
                yield db
            return
        try:
            with self._db.atomic() as db:
                yield db
        except sqlite3.IntegrityError as error:
            raise LedgerError(f"Not booked: {error}.") from error
        except sqlite3.Error as error:
            self._fail()
            raise LedgerError(f"Not booked: {reason(error)}.") from error

    def _fail(self) -> None:
        """What SQLite holds in memory may no longer be what the medium has: a failed fsync leaves
        pages marked clean that were never written. So nothing of it is used again, and the ledger
        is opened anew when it is next asked for something."""
        self._opened.close()
        self._failed = True


def _text(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")


def _program() -> str:
    try:
        return metadata.version("table-companion")
    except metadata.PackageNotFoundError:
        return "not installed"
