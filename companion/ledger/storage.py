"""Keep the file of a ledger trustworthy while the disk or the power fails.

A write can fail in the middle of an evening: the card is pulled, the disk is full, a cable is
loose. The danger is not the error but the memory that survives it. A failed fsync leaves pages in
the system's cache marked clean although they never reached the disk; reading them back shows a move
that a power cut would erase. SQLite's own cache has the same problem. So after any failure nothing
that is in memory is used again.

The states of ``Storage`` are these:

- *Open.* ``db`` is a connection. Every transaction is flushed before ``transaction`` returns, and
  only then is the second copy written and the free space measured.
- *Failed.* Any SQLite error in a transaction, and any file that is no longer what its name leads
  to, closes the connection and the second copy. The caller gets a LedgerError with the reason
  ``NOT_BOOKED`` or ``GONE``.
- *Damaged.* The log lost its end while it was open. Every access raises Damaged.
- *Reopened.* The next access to ``db`` examines the write-ahead log, runs the check of the caller,
  opens the file and checks its newest rows, exactly as at the start of the program. If that fails,
  the storage stays in the failed state and the next access tries again. A missing file is never
  created anew here: that would start an empty ledger on the wrong card.

A failure has one ambiguity that no program can remove: if the disk failed during the flush, the
transaction may have reached it. Therefore "Not booked" is not proof. After reopening, the game is
read again from the disk, and the request id of the move prevents a second booking.

Three failures are handled differently. A full disk gives up the reserve file and the transaction is
repeated once. A constraint that refuses a row leaves the file intact, so it stays open. A failing
second copy never stops a game: ``Mirror`` reports it and catches up later.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from sqlite_utils import Database

from companion.engine.problems import Problem
from companion.ledger import checks, mirror, paths, write_ahead_log
from companion.ledger.connection import open_ledger
from companion.ledger.disk_space import DiskReserve
from companion.ledger.errors import Damaged, DiskFull, LedgerError, sqlite_problem
from companion.ledger.feed import Feed
from companion.ledger.mirror import Mirror
from companion.ledger.paths import FileIdentity
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Row

T = TypeVar("T")
log = logging.getLogger(__name__)


class Examination(Protocol):
    """Examination of a ledger before it is opened; raises LedgerError to refuse it."""

    def __call__(self, path: Path, copy: Path | None) -> None:
        """Examine the ledger ``path``; ``copy`` is the file of its second copy, if any."""


class Storage:
    """Open file of a ledger, with its second copy and its reserve of disk space.

    ``where`` is the folder of the ledger, ``copy`` that of the second copy, ``feed`` the file of
    the feed. ``check`` is called
    with the paths of both whenever the file is about to be opened. ``was_cut_off`` is True if the
    previous program did not close the ledger. Raises LedgerError; Damaged if the ledger there is
    not valid.
    """

    def __init__(
        self,
        where: Path,
        copy: Path | None,
        ballast: int,
        check: Examination,
        feed: Path | None = None,
    ) -> None:
        self.path = paths.make(where)
        self._copy = copy and copy.absolute() / mirror.FILE_NAME
        self._check = partial(check, copy=self._copy)
        self._mirror = Mirror(copy, self.path) if copy else None
        self.feed = Feed(feed)
        self._rows: list[Row] = []
        self._messages: list[Problem] = []
        self._opened: Database | None = None
        self._damaged: Damaged | None = None
        self._room = DiskReserve(self.path, ballast) if ballast else None
        unfinished = write_ahead_log.examine(self.path).unfinished
        self._open()
        if unfinished:
            self._messages.append(Problem(LedgerProblem.LOG_INCOMPLETE))
        self._sync_copy()

    @property
    def db(self) -> Database:
        """Open ledger. Raises LedgerError if it failed and cannot be opened again."""
        return self._opened or self._reopened()

    def close(self) -> None:
        """Close the files. There is nothing to save."""
        if self._opened is not None:
            self._opened.close()
        if self._mirror:
            self._mirror.close()
        self.feed.end()
        self._opened = None

    def record(self, row: Row) -> None:
        """Queue ``row``, which is being booked, for the second copy."""
        self._rows.append(row)

    def book(self, work: Callable[[Database], T]) -> T:
        """Run ``work`` in a transaction and return its result once it is on the disk.

        If the disk is full, the reserve file is deleted and ``work`` runs again. Raises LedgerError
        if nothing could be booked.
        """
        try:
            with self.transaction() as db:
                return work(db)
        except DiskFull as full:
            self._give_up_ballast(full)
        with self.transaction() as db:
            return work(db)

    def empty_log(self) -> None:
        """Move what is in the log into the database, unless a transaction is open.

        If that fails, the log still has it, and the next booking finds out why.
        """
        if not self.db.conn.in_transaction:
            with suppress(sqlite3.Error):
                self.db.execute("PRAGMA wal_checkpoint").fetchone()

    def book_if_possible(self, work: Callable[[Database], object]) -> None:
        """Run ``work`` in a transaction, or book nothing; the reserve file is kept.

        Raises LedgerError if the ledger failed and cannot be opened again.
        """
        try:
            with self.transaction() as db:
                work(db)
        except LedgerError:
            self._opened = self.db

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """Book everything within as one transaction, or as a part of the one that is open.

        Raises LedgerError if the disk fails; nothing within is booked then.
        """
        if self.db.conn.in_transaction:
            with self.db.atomic() as db:
                yield db
            return
        self._rows.clear()
        self._verify_files()
        try:
            with self.db.atomic() as db:
                yield db
        except sqlite3.IntegrityError as error:
            raise LedgerError(LedgerProblem.NOT_BOOKED, why=error) from error
        except sqlite3.Error as error:
            log.error("storage-failed code=%s", getattr(error, "sqlite_errorname", ""))
            self.fail()
            full = str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_FULL")
            kind = DiskFull if full else LedgerError
            raise kind(LedgerProblem.NOT_BOOKED, why=sqlite_problem(error)) from error
        self._files.note_log()
        self._sync_copy(self._rows)
        self.feed.add(self._rows)

    def _verify_files(self) -> None:
        try:
            self._files.verify()
        except Damaged as damaged:
            # What is left of the log looks like a shorter one, so it must not be opened again.
            self._damaged = damaged
            self.fail()
            raise
        except LedgerError:
            self.fail()
            raise

    def fail(self) -> None:
        """Close a file that cannot be trusted any more."""
        self.close()

    def report(self, message: Problem) -> None:
        """Add a message for those who play, to be shown once."""
        self._messages.append(message)

    def messages(self) -> list[Problem]:
        """Return new messages, each once."""
        messages, self._messages = self._messages, []
        return messages

    @property
    def warning(self) -> Problem | None:
        """Warnings about disk space and second copy that still apply; None if none do."""
        room = self._room.warning if self._room else None
        copy = self._mirror.warning if self._mirror else None
        if copy and copy.reason is LedgerProblem.COPY_WAITS:
            plug_in = Problem(LedgerProblem.PLUG_IN_DRIVE)
            copy = Problem(LedgerProblem.BOTH, first=copy, second=plug_in)
        if room and copy:
            return Problem(LedgerProblem.BOTH, first=room, second=copy)
        return room or copy

    @property
    def alert(self) -> Problem | None:
        """Warning about the second copy in one line, for those who play; None if there is none."""
        warning = self._mirror.warning if self._mirror else None
        if warning and warning.reason is not LedgerProblem.COPY_WAITS:
            return Problem(LedgerProblem.COPY_HAS_STOPPED)
        return warning

    def _reopened(self) -> Database:
        if self._damaged:
            raise self._damaged
        # Opening would create a new ledger in place of the missing one.
        if not self.path.exists():
            raise LedgerError(LedgerProblem.NOT_THERE, path=self.path)
        return self._open()

    def _open(self) -> Database:
        try:
            self._opened, self.was_cut_off = open_ledger(self.path, self._check)
        except DiskFull as full:
            self._give_up_ballast(full)
            self._opened, self.was_cut_off = open_ledger(self.path, self._check)
        try:
            checks.check_end(self.path, LedgerReader(self._opened), self._copy)
            self._files = FileIdentity(self.path)
        except LedgerError:
            self.close()
            raise
        return self._opened

    def _give_up_ballast(self, full: DiskFull) -> None:
        """Delete the reserve file. Raises ``full`` if there is none."""
        if not (self._room and self._room.give_up_ballast()):
            raise full

    def _sync_copy(self, rows: list[Row] | None = None) -> None:
        if self._room:
            self._room.look()
            self._messages += self._room.drain_messages()
        if self._mirror and self._opened:
            self._mirror.sync(LedgerReader(self._opened), rows or ())
            self._messages += self._mirror.drain_messages()
