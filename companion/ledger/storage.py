"""What a ledger lies on: the file, opened anew after it failed; the room there; the second copy.

What SQLite holds in memory after a failure may no longer be what the medium has: a failed fsync
leaves pages marked clean that were never written. So nothing of it is used again: the file is let
go of, and when the ledger is next asked for something it is looked through and opened anew.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from sqlite_utils import Database

from companion.engine.sentence import Sentence
from companion.ledger import checks, mirror, paths, write_ahead_log
from companion.ledger.connection import open_ledger
from companion.ledger.disk_space import DiskReserve
from companion.ledger.errors import DiskFull, LedgerError, reason
from companion.ledger.mirror import Mirror
from companion.ledger.paths import FileIdentity
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Row

T = TypeVar("T")

UNFINISHED = Sentence(
    "The last entry in the log is incomplete: the power failed while it was saved, or the card"
    " damaged it. If the last move is missing, play it again."
)
"""What the table is told when the log ends in a transaction that is not whole."""


class Check(Protocol):
    """Raises LedgerError if the ledger ``path`` should not be opened."""

    def __call__(self, path: Path, copy: Path | None) -> None:
        """``copy`` is the file of the second copy, if there is to be one."""


class Storage:
    """Opens the ledger in the folder ``where``; ``copy`` is the folder of its second copy.

    ``was_cut_off`` says whether the program that had it open before did not close it; ``check`` is
    called with the paths of ledger and second copy whenever the file is about to be opened. Raises
    LedgerError, one sentence; Damaged when the books there do not hold.
    """

    def __init__(self, where: Path, copy: Path | None, ballast: int, check: Check) -> None:
        self.path = paths.make(where)
        self._copy = copy and copy.absolute() / mirror.FILE_NAME
        self._check = partial(check, copy=self._copy)
        self._mirror = Mirror(copy) if copy else None
        self._rows: list[Row] = []
        self._messages: list[str] = []
        self._opened: Database | None = None
        self._room = DiskReserve(self.path, ballast) if ballast else None
        unfinished = write_ahead_log.examine(self.path).unfinished
        self._open()
        if unfinished:
            self._messages.append(UNFINISHED)
        self._sync_copy()

    @property
    def db(self) -> Database:
        """The open ledger. Raises LedgerError when it failed and cannot be opened again."""
        return self._opened or self._reopened()

    def close(self) -> None:
        """Lets go of the files. There is nothing to save."""
        if self._opened is not None:
            self._opened.close()
        if self._mirror:
            self._mirror.close()
        self._opened = None

    def record(self, row: Row) -> None:
        """Says that ``row`` was booked, for the second copy."""
        self._rows.append(row)

    def book(self, work: Callable[[Database], T]) -> T:
        """What ``work`` comes to, on the medium; on the ballast's room when there is no other.

        Raises LedgerError when it could not be booked, and why.
        """
        try:
            with self.transaction() as db:
                return work(db)
        except DiskFull as full:
            self._give_up_ballast(full)
        with self.transaction() as db:
            return work(db)

    def book_if_possible(self, work: Callable[[Database], object]) -> None:
        """Books what ``work`` comes to, or nothing; the ballast is not given up for it.

        Raises LedgerError when the ledger failed at that and cannot be opened again.
        """
        try:
            with self.transaction() as db:
                work(db)
        except LedgerError:
            self._opened = self.db

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """All that is booked within, as one; or a part of the transaction that is open.

        Raises LedgerError when the medium refuses; nothing of it is booked then.
        """
        if self.db.conn.in_transaction:
            with self.db.atomic() as db:
                yield db
            return
        self._rows.clear()
        self._check_held()
        try:
            with self.db.atomic() as db:
                yield db
        except sqlite3.IntegrityError as error:
            raise LedgerError(Sentence("Not booked: {why}.", why=error)) from error
        except sqlite3.Error as error:
            self.fail()
            full = str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_FULL")
            why = Sentence("Not booked: {why}.", why=reason(error))
            raise (DiskFull if full else LedgerError)(why) from error
        self._sync_copy(self._rows)

    def _check_held(self) -> None:
        try:
            self._held.check()
        except LedgerError:
            self.fail()
            raise

    def fail(self) -> None:
        """Lets go of a file that cannot be trusted."""
        self.close()

    def messages(self) -> list[str]:
        """What the table should be told about room and second copy, each sentence once."""
        told, self._messages = self._messages, []
        return told

    @property
    def warning(self) -> str:
        """What of that is still so; empty when all is well."""
        room = self._room.warning if self._room else ""
        copy = self._mirror.warning if self._mirror else ""
        return Sentence("{room} {copy}", room=room, copy=copy) if room and copy else room or copy

    def _reopened(self) -> Database:
        # Opening would make a new ledger where the old one was taken away.
        if not self.path.exists():
            raise LedgerError(Sentence("{path} is not there any more.", path=self.path))
        return self._open()

    def _open(self) -> Database:
        try:
            self._opened, self.was_cut_off = open_ledger(self.path, self._check)
        except DiskFull as full:
            self._give_up_ballast(full)
            self._opened, self.was_cut_off = open_ledger(self.path, self._check)
        try:
            checks.check_end(self.path, LedgerReader(self._opened), self._copy)
            self._held = FileIdentity(self.path)
        except LedgerError:
            self.close()
            raise
        return self._opened

    def _give_up_ballast(self, full: DiskFull) -> None:
        """Raises ``full`` when there is none."""
        if not (self._room and self._room.give_up_ballast()):
            raise full

    def _sync_copy(self, rows: list[Row] | None = None) -> None:
        if self._room:
            self._room.look()
            self._messages += self._room.drain_messages()
        if self._mirror and self._opened:
            self._mirror.sync(LedgerReader(self._opened), rows or ())
            self._messages += self._mirror.drain_messages()
