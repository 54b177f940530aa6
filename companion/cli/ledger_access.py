"""The ledger as the commands read it: a copy, opened, and every failure as one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click

from companion.engine.limits import excerpt
from companion.export.bundle import is_bundle, unpacked
from companion.ledger.checks import has_no_orphans
from companion.ledger.errors import LedgerError
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.ledger.reader import LedgerReader
from companion.ledger.replay import DAMAGE
from companion.ledger.snapshot import snapshot

SOUND, NOT_SOUND, UNREADABLE = 0, 1, 2


class Unreadable(click.ClickException):
    """One sentence, and the exit status of what cannot be read."""

    exit_code = UNREADABLE


@contextmanager
def looked_at(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """The books in a folder, of a file or in a bundle, as they are now.

    With ``damaged``, also if games are missing or the log is damaged: what can be read.
    """
    with (
        plainly(),
        unpacked(where) if is_bundle(where) else nullcontext(where) as found,
        snapshot(found, damaged) as books,
        _readable(found),
    ):
        if not damaged and (fault := books.ask(has_no_orphans)):
            raise LedgerError(f"{fault} 'companion audit --all' says more.")
        yield books


@contextmanager
def _readable(where: Path) -> Iterator[None]:
    """What is in a row that nobody could have booked is damage, and no fault of the program's."""
    try:
        yield
    except DAMAGE as error:
        raise LedgerError(
            f"The books in {where} hold what cannot be read ({excerpt(repr(error))}):"
            " 'companion audit --all' says where."
        ) from error


def apart(file: Path, folder: Path) -> None:
    """Raises Unreadable when ``file`` is the ledger of ``folder`` itself, and no copy of it."""
    ledger = folder / LEDGER
    if file.exists() and ledger.exists() and file.samefile(ledger):
        raise Unreadable(f"{file} is the ledger itself: name another file for the copy.")


@contextmanager
def plainly() -> Iterator[None]:
    """What the ledger cannot do is one sentence on the command line, too."""
    try:
        yield
    except LedgerError as error:
        raise Unreadable(str(error)) from error
