"""``companion import``: a record into the ledger, as a game."""

from pathlib import Path

import click

from companion import text
from companion.cli.data import data_option, mirror_option
from companion.cli.ledger_access import Unreadable, ledger_errors
from companion.cli.options import RegularFile
from companion.engine.limits import ForeignError, excerpt
from companion.engine.notation import Checked, check
from companion.engine.refusals import IllegalMove
from companion.foreign import read_record
from companion.ledger.ledger import Ledger, Source
from companion.ui.session import Session


@click.command("import")
@click.argument("file", type=RegularFile())
@data_option
@mirror_option
def import_command(file: Path, folder: Path, mirror: Path | None) -> None:
    """Import the game recorded in FILE into the ledger.

    Imports all of it or nothing. The ledger marks the game as imported. Assertions in the record
    must pass and are not stored.
    Exit status: 0 when the game is in the ledger, 1 when a line fails, 2 when FILE cannot be read
    or the ledger not be written.
    """
    try:
        record = read_record(file)
    except ForeignError as error:
        raise Unreadable(text.translate_message(error)) from error
    _require_valid(file, check(record))
    with ledger_errors(), Ledger.open(folder, mirror) as ledger, ledger.transaction():
        session = Session.begin(ledger, record.setup)
        for move in record.moves():
            session.play(move, Source.IMPORT)
    click.echo(f"Game {session.game_number}: {text.counted(len(session.history), 'move')}.")


def _require_valid(file: Path, checked: Checked) -> None:
    for fault in checked.faults:
        why = fault.problem
        if isinstance(why, IllegalMove):
            why = text.refused(why, checked.game)
        line = f"{file}:{fault.line.number}: '{excerpt(fault.line.text)}'"
        raise click.ClickException(f"{line} fails: {why}\nNothing was imported.")
