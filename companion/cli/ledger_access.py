"""Reading access to the ledger for the commands: a copy, and one sentence per failure.

The copy keeps a command out of the way of a game that is being played.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click

from companion.engine.limits import excerpt
from companion.export.bundle import is_bundle, unpacked
from companion.ledger.checks import has_no_orphans
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.replay import DAMAGE
from companion.text import translate_message

SOUND, NOT_SOUND, UNREADABLE = 0, 1, 2


class Unreadable(click.ClickException):
    """A usage or ledger error: one sentence, exit status ``UNREADABLE``."""

    exit_code = UNREADABLE


@contextmanager
def open_reader(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """Open a copy of the ledger in a folder, a file or a bundle.

    With ``damaged``, open whatever can be read, even if games are missing or the log is damaged.
    Raises Unreadable if the ledger cannot be read.
    """
    with (
        ledger_errors(),
        unpacked(where) if is_bundle(where) else nullcontext(where) as found,
        snapshot(found, damaged) as reader,
        _readable(found),
    ):
        if not damaged and (fault := reader.query(has_no_orphans)):
            raise LedgerError(LedgerProblem.ORPHANS_IN_LEDGER, fault=fault)
        yield reader


@contextmanager
def _readable(where: Path) -> Iterator[None]:
    """Report a row with impossible content as damage, not as a fault of the program."""
    try:
        yield
    except DAMAGE as error:
        why = excerpt(repr(error))
        raise LedgerError(LedgerProblem.ROW_UNREADABLE, where=where, why=why) from error


def game_or_last(reader: LedgerReader, game: int | None) -> int:
    """Return ``game``, or the last game of the ledger. Raises LedgerError if it has none."""
    numbers = reader.numbers()
    if not (game or numbers):
        raise LedgerError(LedgerProblem.NO_GAMES)
    return game or numbers[-1]


def refuse_ledger_itself(file: Path, folder: Path) -> None:
    """Raise Unreadable if ``file`` is the ledger of ``folder`` itself."""
    ledger = folder / LEDGER
    if file.exists() and ledger.exists() and file.samefile(ledger):
        raise Unreadable(f"{file} is the ledger itself. Name another file for the copy.")


@contextmanager
def ledger_errors() -> Iterator[None]:
    """Turn a LedgerError into a message for the command line."""
    try:
        yield
    except LedgerError as error:
        raise Unreadable(translate_message(error)) from error
