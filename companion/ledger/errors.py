"""Errors of the ledger, each with a reason: see ``problems``."""

import errno
import sqlite3
from pathlib import Path
from typing import Self

from companion.engine.problems import Message, Problem, plain
from companion.ledger.problems import LedgerProblem, Why


class LedgerError(RuntimeError):
    """Failure of the ledger.

    ``facts`` are the names and numbers that the text of the ``reason`` needs.
    """

    def __init__(self, reason: Message, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Make the error for a problem that was found."""
        error = cls.__new__(cls)
        LedgerError.__init__(error, problem.reason, **problem.facts)
        return error

    @property
    def problem(self) -> Problem:
        """Reason and facts, to report them as a finding."""
        return Problem(self.reason, **self.facts)

    def __str__(self) -> str:
        return plain(self.reason, self.facts)


class InUse(LedgerError):
    """Another program has the ledger open and must be closed first."""

    @classmethod
    def by(cls, holder: Problem, path: Path) -> Self:
        """Make the error for the program ``holder``, which has the ledger ``path`` open."""
        return cls(LedgerProblem.IN_USE, path=path, holder=holder)


class Damaged(LedgerError):
    """The ledger is corrupt or truncated; it accepts no more writes."""


class DiskFull(LedgerError):
    """The disk is full."""


class AlreadyBooked(LedgerError):
    """The request or tray throw is in the ledger already: move ``number`` of ``game``.

    A repeated tap or throw counts once; nothing was booked now. ``game`` and ``number`` are None
    for a throw that became no move.
    """

    def __init__(self, game: int | None, number: int | None) -> None:
        if number:
            super().__init__(LedgerProblem.MOVE_KNOWN, game=game, move=number)
        else:
            super().__init__(LedgerProblem.THROW_KNOWN)
        self.game = game
        self.number = number


def no_such_game(game: int) -> LedgerError:
    """Make the error for a game number that does not exist."""
    return LedgerError(LedgerProblem.NO_SUCH_GAME, game=game)


# By SQLite's result codes (sqlite.org/rescode.html); the extended ones begin with the primary one.
_REASONS = {
    "SQLITE_FULL": Why.DISK_FULL,
    "SQLITE_IOERR": Why.DISK_FAILED,
    "SQLITE_READONLY": Why.READ_ONLY,
    "SQLITE_CANTOPEN": Why.CANNOT_OPEN,
    "SQLITE_PERM": Why.NO_PERMISSION,
    "SQLITE_BUSY": Why.BUSY,
    "SQLITE_NOTADB": Why.NOT_A_DATABASE,
    "SQLITE_CORRUPT": Why.DAMAGED,
    "SQLITE_AUTH": Why.APPEND_ONLY,
    "SQLITE_INTERRUPT": Why.ENDLESS,
}


_ERRNOS = {
    errno.ENOSPC: Why.DISK_FULL,
    errno.EIO: Why.DISK_FAILED,
    errno.EROFS: Why.READ_ONLY,
    errno.EACCES: Why.NO_PERMISSION,
    errno.EPERM: Why.NO_PERMISSION,
}


_UNREADABLE = ("Could not decode", "unsupported file format")
"""Beginnings of messages about damage for which there is no result code of its own."""


def is_damage(error: sqlite3.Error) -> bool:
    """Return True if SQLite failed because of what is in the file."""
    code = getattr(error, "sqlite_errorname", "")
    return code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or str(error).startswith(
        _UNREADABLE
    )


def os_problem(error: OSError) -> Problem | str:
    """Explain why the system failed; in its own English words if the cause is rare."""
    if why := _ERRNOS.get(error.errno or 0):
        return Problem(why)
    return error.strerror or str(error)


def sqlite_problem(error: sqlite3.Error) -> Problem | str:
    """Explain why SQLite failed, with SQLite's own name of the error."""
    code = getattr(error, "sqlite_errorname", "")
    for name, why in _REASONS.items():
        if code.startswith(name):
            return Problem(Why.SQLITE, why=Problem(why), code=code)
    # sqlite3 quotes the complete damaged text, line by line; cut that off.
    return str(error).partition(" with text ")[0]
