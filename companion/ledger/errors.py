"""Errors of the ledger, each with one sentence for the people at the table."""

import sqlite3
from pathlib import Path

from companion.engine.sentence import Sentence


class LedgerError(RuntimeError):
    """Failure of the ledger.

    The message is one sentence with the place and what to do.
    """


class InUse(LedgerError):
    """Another program has the ledger open and must be closed first."""

    @classmethod
    def of(cls, path: Path, holder: str) -> "InUse":
        """Make the error for the program ``holder``, which has the ledger ``path`` open."""
        return cls(
            Sentence(
                "{path} is in use by {holder}. Close that first, then start again.",
                path=path,
                holder=holder,
            )
        )


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
        was = f"it was move {number} of game {game}" if number else "that throw was dealt with"
        super().__init__(f"Not booked a second time: {was}.")
        self.game = game
        self.number = number


def no_such_game(game: int) -> LedgerError:
    """Make the error for a game number that does not exist."""
    return LedgerError(f"There is no game {game} in the ledger.")


# By SQLite's result codes (sqlite.org/rescode.html); the extended ones begin with the primary one.
_REASONS = {
    "SQLITE_FULL": Sentence("the disk is full"),
    "SQLITE_IOERR": Sentence("the disk or card failed"),
    "SQLITE_READONLY": Sentence("it can only be read, not written"),
    "SQLITE_CANTOPEN": Sentence("it cannot be opened"),
    "SQLITE_PERM": Sentence("access is not permitted"),
    "SQLITE_BUSY": Sentence("another program is using it"),
    "SQLITE_NOTADB": Sentence("it is not a database"),
    "SQLITE_CORRUPT": Sentence("it is damaged"),
    "SQLITE_AUTH": Sentence("the ledger is only ever added to"),
}


def reason(error: sqlite3.Error) -> str:
    """Explain in a few words why SQLite failed, with SQLite's own name of the error."""
    code = getattr(error, "sqlite_errorname", "")
    known = [words for name, words in _REASONS.items() if code.startswith(name)]
    # sqlite3 quotes the complete damaged text, line by line; cut that off.
    if known:
        return Sentence("{why} ({code})", why=known[0], code=code)
    return str(error).partition(" with text ")[0]
