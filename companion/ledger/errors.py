"""What can go wrong with a ledger, each time as one sentence for the people at the table."""

import sqlite3
from pathlib import Path

from companion.engine.sentence import Sentence


class LedgerError(RuntimeError):
    """Something that the ledger cannot do: what is wrong, where, and what helps."""


class InUse(LedgerError):
    """Another program has the ledger open; nothing but its end helps."""

    @classmethod
    def of(cls, path: Path, holder: str) -> "InUse":
        """Name the program."""
        return cls(
            Sentence(
                "{path} is in use by {holder}. Close that first, then start again.",
                path=path,
                holder=holder,
            )
        )


class Damaged(LedgerError):
    """The books do not hold, or have lost their end: nothing is booked in them any more."""


class DiskFull(LedgerError):
    """Nothing more fits."""


class AlreadyBooked(LedgerError):
    """The request, or the throw of the tray, is in the ledger: it was move ``number`` of ``game``.

    A touch or a throw that is told twice counts once; nothing was booked now. Of a throw that no
    move was made of, ``game`` and ``number`` are None.
    """

    def __init__(self, game: int | None, number: int | None) -> None:
        was = f"it was move {number} of game {game}" if number else "that throw was dealt with"
        super().__init__(f"Not booked a second time: {was}.")
        self.game = game
        self.number = number


def no_such_game(game: int) -> LedgerError:
    """The sentence for a number that no game has."""
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
    """Why SQLite refused, in a few words and with SQLite's own name for whoever looks it up."""
    code = getattr(error, "sqlite_errorname", "")
    known = [words for name, words in _REASONS.items() if code.startswith(name)]
    # sqlite3 itself quotes the whole of a text that is damaged, line by line.
    if known:
        return Sentence("{why} ({code})", why=known[0], code=code)
    return str(error).partition(" with text ")[0]
