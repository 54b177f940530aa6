"""The commands that take games out of the ledger and put them in: ``export`` and ``import``."""

import os
import sys
from collections.abc import Callable
from errno import EBADF
from pathlib import Path

import click

from companion import text as companion_text
from companion.cli.books import Unreadable, looked_at, plainly
from companion.cli.data import data_option, mirror_option
from companion.cli.options import GAME, Folder, RegularFile
from companion.engine.limits import ForeignError, excerpt
from companion.engine.notation import Checked, check
from companion.engine.refusals import IllegalMove
from companion.export import beancount, csv_tables, files, hledger, json_object, notation
from companion.export.bundle import bundle
from companion.export.game_table import read
from companion.foreign import read_record
from companion.ledger.ledger import Ledger, Source
from companion.ledger.reader import LedgerReader
from companion.ui.session import Session

TEXTS: dict[str, Callable[[LedgerReader, int], str]] = {
    "notation": notation.text,
    "json": lambda books, game: json_object.text(read(books, game)),
    "hledger": lambda books, game: hledger.text(read(books, game)),
    "beancount": lambda books, game: beancount.text(read(books, game)),
}
"""What is one text, shown or written to one file."""


def _as(form: str, what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(f"--{form}", is_flag=True, help=f"As {what}.")


@click.command("export")
@click.argument("game", type=GAME)
@_as("notation", "a record in the notation, which `companion check` replays")
@_as("json", "one JSON object: every move, event and balance")
@_as("hledger", "a journal for hledger, every posting with its balance")
@_as("beancount", "a journal for beancount, every balance after every payment")
@click.option("--csv", "tables", type=Folder(), metavar="DIR", help="As tables.")
@click.option(
    "--bundle",
    "whole",
    type=RegularFile(),
    metavar="FILE.zip",
    help="As all of these with the ledger and the report, in a file that checks itself.",
)
@click.option("-o", "--output", type=RegularFile(), help="Where to, if not shown.")
@data_option
def export_command(
    game: int,
    tables: Path | None,
    whole: Path | None,
    output: Path | None,
    folder: Path,
    **texts: bool,
) -> None:
    """Take GAME out of the ledger, also while somebody plays.

    Say in which of these forms. A file that is there is written over, once the new one is whole.
    Tables are moves.csv, entries.csv, deeds.csv and balances.csv, those by turn, in the folder DIR.
    What is not a record is only made of books that hold.
    Exit status: 0 when it is written, 2 when it could not be.
    """
    forms = [form for form, wanted in texts.items() if wanted]
    if len([*forms, *filter(None, (tables, whole))]) != 1:
        raise click.UsageError(
            "Say one form: --notation, --json, --hledger, --beancount, --csv DIR or --bundle FILE."
        )
    if output and not forms:
        raise click.UsageError("-o is for what is one text; --csv and --bundle say where to.")
    with looked_at(folder) as books:
        if forms:
            _one_text(books, game, forms[0], output)
        elif tables:
            files.save_all(tables, csv_tables.tables(read(books, game)))
        elif whole:
            _bundled(books, game, whole)


def _one_text(books: LedgerReader, game: int, form: str, output: Path | None) -> None:
    text = TEXTS[form](books, game)
    if output:
        files.save(output, text)
        return
    # Beside the text, so that it is the same after an import; as a comment of the notation.
    click.echo(f"# Game {game}, fingerprint {books.fingerprint(game)}", err=True)
    _print(text.encode())


def _print(data: bytes) -> None:
    """All of it, or OSError: an unbuffered stream takes only what there is room for, silently."""
    if sys.stdout is None:  # Whoever called closed it.
        raise OSError(EBADF, os.strerror(EBADF))
    left = memoryview(data)
    while left:
        left = left[sys.stdout.buffer.write(left) :]
    sys.stdout.buffer.flush()


def _bundled(books: LedgerReader, game: int, path: Path) -> None:
    with click.progressbar(length=100, label="Bundle", file=sys.stderr) as bar:
        bundle(books, game, path, lambda share: bar.update(round(100 * share) - bar.pos))
    click.echo(f"{path}: game {game}, fingerprint {books.fingerprint(game)}. Safe to remove.")


@click.command("import")
@click.argument("file", type=RegularFile())
@data_option
@mirror_option
def import_command(file: Path, folder: Path, mirror: Path | None) -> None:
    """Put the game recorded in FILE into the ledger.

    All of it is booked, or nothing. It may have been played elsewhere, or be written down
    afterwards; the books say for ever that it was imported. Lines that only check must hold, and
    are not written.
    Exit status: 0 when it is in the ledger, 1 when a line does not hold, 2 when FILE cannot be read
    or the ledger not be written.
    """
    try:
        record = read_record(file)
    except ForeignError as error:
        raise Unreadable(str(error)) from error
    _must_hold(file, check(record))
    with plainly(), Ledger.open(folder, mirror) as ledger, ledger.transaction():
        session = Session.begin(ledger, record.setup)
        for move in record.moves():
            session.play(move, Source.IMPORT)
    click.echo(
        f"Game {session.game_number}: {companion_text.counted(len(session.history), 'move')}."
    )


def _must_hold(file: Path, checked: Checked) -> None:
    for fault in checked.faults:
        why = fault.problem
        if isinstance(why, IllegalMove):
            why = companion_text.refused(why, checked.game)
        line = f"{file}:{fault.line.number}: '{excerpt(fault.line.text)}'"
        raise click.ClickException(f"{line} does not hold: {why}\nNothing was imported.")
