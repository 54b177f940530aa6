"""Ledger that games are played into.

``storage`` and ``connection`` explain why its writes are durable.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

from sqlite_utils import Database

from companion.engine import codec
from companion.engine.events import Event
from companion.engine.limits import ForeignError, excerpt
from companion.engine.notation import format_header
from companion.engine.problems import Problem
from companion.engine.state import Setup
from companion.ledger import checks, event_rows, writer
from companion.ledger.errors import AlreadyBooked, Damaged, LedgerError
from companion.ledger.feed import Feed
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.records import (
    Booked,
    Entry,
    GameHead,
    GameRow,
    Row,
    Source,
    ThrowEntry,
    ThrowOutcome,
    TrayThrow,
)
from companion.ledger.replay import DAMAGE
from companion.ledger.storage import Examination, Storage
from companion.version import version

__all__ = [
    "AlreadyBooked",
    "Booked",
    "Damaged",
    "GameRow",
    "Ledger",
    "LedgerError",
    "Source",
    "ThrowOutcome",
    "TrayThrow",
]

RowT = TypeVar("RowT", GameHead, Entry, ThrowEntry)

START = "start"
"""Text and source of move 0."""


def utc_now() -> datetime:
    """Return the time that dates rows; nothing is ever ordered by it."""
    return datetime.now(UTC)


class Ledger(LedgerReader):
    """All games of one data folder, open for playing and locked for other programs.

    Writes are durable when the method returns. If it raises, nothing was written, except when the
    disk itself failed: then the move may have been stored. It appears when the game is read again,
    and cannot be booked twice.
    """

    def __init__(
        self,
        folder: Path,
        mirror: Path | None = None,
        ballast: int = 0,
        check: Examination = checks.check_all,
        feed: Path | None = None,
    ) -> None:
        self._storage = Storage(folder, mirror, ballast, check, feed)
        if self._storage.was_cut_off:
            # Without disk space for this row the game continues all the same.
            self._storage.book_if_possible(
                lambda db: writer.record_interruption(db, _text(utc_now()))
            )

    @classmethod
    def open(
        cls,
        folder: Path,
        mirror: Path | None = None,
        ballast: int = 0,
        check: Examination = checks.check_all,
        feed: Path | None = None,
    ) -> Self:
        """Open the ledger in ``folder``, or create it.

        ``mirror`` is the folder of the second copy. ``ballast`` is the number of bytes to reserve
        for a full disk: see ``disk_space``. ``check`` examines the file before it is opened, also
        when it is opened again after a failure: see ``checks``. ``feed`` is the file of the feed
        for other programs, None for no feed. Raises LedgerError; Damaged if the ledger there is not
        valid.
        """
        return cls(folder, mirror, ballast, check, feed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files. There is nothing to save."""
        self._storage.close()
        self.feed.remove()

    @property
    def feed(self) -> Feed:
        """Feed of the game in hand, for other programs."""
        return self._storage.feed

    @property
    def folder(self) -> Path:
        """Folder of the ledger."""
        return self._storage.path.parent

    @property
    def path(self) -> Path:
        """File of the ledger."""
        return self._storage.path

    def messages(self) -> list[Problem]:
        """Return new messages about the game, disk space and second copy, each once."""
        return self._storage.messages()

    def report(self, reason: LedgerProblem, **facts: object) -> None:
        """Add a message for those who play: see ``messages``."""
        self._storage.report(Problem(reason, **facts))

    @property
    def warning(self) -> Problem | None:
        """Warnings about disk space and second copy that still apply; None if none do."""
        return self._storage.warning

    @property
    def alert(self) -> Problem | None:
        """Warning about the second copy in one line, for those who play; None if there is none."""
        return self._storage.alert

    def begin(self, setup: Setup) -> int:
        """Begin a game and return its number, counted over the whole ledger from 1.

        The game is in the file itself, and not in the log alone: a ledger that loses its log then
        does not look as if nobody had played. Raises LedgerError if it could not be booked.
        """

        def book(db: Database) -> int:
            number, at = writer.next_game(db), _text(utc_now())
            head = GameHead(number, at, format_header(setup), version(), setup.players)
            head = self._record(writer.book_game(db, head))
            place = writer.next_entry(db)
            events = event_rows.opening_events(setup)
            start = Entry(
                place, number, 0, at, "", START, START, "", head.hash, None, _texts(events)
            )
            self._record(writer.book_move(db, start, events))
            return number

        number = self._storage.book(book)
        self._storage.empty_log()
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
        """Book move ``number`` of ``game`` with its events and its tray throw, if any.

        All of it is one transaction. ``request`` identifies the tap, press or throw that caused the
        move; unless it is empty, it counts once in this ledger. Raises AlreadyBooked if request or
        throw has counted before, LedgerError with the reason if the move could not be booked.
        """

        def book(db: Database) -> Booked:
            writer.refuse_known(db, request, throw)
            at, place, link = utc_now(), writer.next_entry(db), writer.link(db, game, number - 1)
            where = (place, game, number, _text(at))
            entry = Entry(*where, by, source, text, request, link, throw, _texts(events))
            return Booked(number, at, self._record(writer.book_move(db, entry, events)).hash)

        return self._storage.book(book)

    def record_throw(self, throw: TrayThrow) -> None:
        """Record the outcome of a tray throw that became no move.

        Raises AlreadyBooked if the throw is known already, LedgerError if it could not be recorded.
        """

        def book(db: Database) -> None:
            writer.refuse_known(db, "", throw)
            self._record(writer.record_throw(db, throw, _text(utc_now())))

        self._storage.book(book)

    def restore_row(self, row: Row) -> None:
        """Book a row of a lost ledger unchanged. Raises LedgerError unless it comes next."""
        with self._storage.transaction() as db:
            try:
                again = _booked_again(db, row)
            except DAMAGE as error:
                why = error if isinstance(error, ForeignError) else excerpt(repr(error))
                raise LedgerError(LedgerProblem.NOT_RESTORED, why=why) from error
            self._storage.record(again)
            if again.hash != row.hash:
                raise LedgerError(LedgerProblem.ROW_OUT_OF_ORDER, row=repr(row))

    def record_restoration(self, first: int, last: int, source: str) -> None:
        """Record that moves ``first`` to ``last`` of the ledger came from ``source``."""
        with self._storage.transaction() as db:
            writer.record_restoration(db, _text(utc_now()), first, last, source)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Book everything within as one transaction: all or nothing. Raises LedgerError."""
        with self._storage.transaction():
            yield

    @property
    def _db(self) -> Database:
        return self._storage.db

    def _record(self, row: RowT) -> RowT:
        self._storage.record(row)
        return row


def _booked_again(db: Database, row: Row) -> Row:
    match row:
        case GameHead():
            return writer.book_game(db, row)
        case Entry():
            return writer.book_move(db, row, [codec.loads(text) for text in row.events])
    return writer.record_throw(db, row.throw, row.at)


def _texts(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(map(codec.dumps, events))


def _text(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
