"""Reading access to the ledger for the commands, which is a copy.

The copy keeps a command out of the way of a game that is being played.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from companion.cli.options import Parsed, RefusedValue
from companion.cli.progress import follow
from companion.engine.limits import excerpt
from companion.export.bundle import is_bundle, unpacked
from companion.ledger.checks import has_no_orphans
from companion.ledger.copies import snapshot
from companion.ledger.errors import LedgerError
from companion.ledger.fingerprints import Fingerprint
from companion.ledger.paths import FILE_NAME as LEDGER
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.ledger.replay import DAMAGE

SOUND, NOT_SOUND = 0, 1
FINGERPRINT = Parsed(
    "fingerprint",
    Fingerprint.parse,
    "four groups of four letters and digits, such as ABCD-EFGH-IJKL-MNOP, or the whole text of the"
    " code",
)


@contextmanager
def open_reader(where: Path, damaged: bool = False) -> Iterator[LedgerReader]:
    """Open a copy of the ledger in a folder, a file or a bundle.

    With ``damaged``, open whatever can be read, even if games are missing or the log is damaged.
    Raises LedgerError if the ledger cannot be read.
    """
    with (
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


@contextmanager
def open_game(where: Path, game: int | None) -> Iterator[tuple[LedgerReader, int]]:
    """Open a copy of the ledger for ``game``, or for its last game, and yield the number, too.

    Raises LedgerError if the ledger cannot be read or has no game.
    """
    with open_reader(where) as reader:
        numbers = reader.numbers()
        if not (game or numbers):
            raise LedgerError(LedgerProblem.NO_GAMES)
        number = game or numbers[-1]
        with follow(reader, f"Game {number}", number):
            yield reader, number


def refuse_ledger_itself(file: Path, folder: Path) -> None:
    """Raise Refused if ``file`` is the ledger of ``folder`` itself."""
    ledger = folder / LEDGER
    if file.exists() and ledger.exists() and file.samefile(ledger):
        raise RefusedValue(f"{file} is the ledger itself. Name another file for the copy.")
