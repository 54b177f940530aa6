"""``companion import``: a record, or the codes of a game, into the ledger."""

from functools import partial
from pathlib import Path
from typing import Annotated

import click

from companion import text
from companion.cli.check import describe
from companion.cli.data import Data, Mirror
from companion.cli.ledger_access import FINGERPRINT
from companion.cli.options import RegularFile, argument, command, option
from companion.cli.progress import ProgressBar, follow
from companion.engine.notation import Record, check, parse_record
from companion.export.code_picture import read_picture
from companion.export.game_code import unpack
from companion.foreign import read_record
from companion.ledger.checks import check_all
from companion.ledger.fingerprints import Fingerprint
from companion.ledger.ledger import Ledger, Source
from companion.table.session import Session

CODE = "code"
"""Name of a record from a code, in messages."""


@command
def import_command(
    file: Annotated[Path | None, argument(RegularFile())],
    pictures: Annotated[
        tuple[Path, ...],
        option(
            "Read the QR code of a game from a picture (PNG, JPEG, WebP); repeat it for each code.",
            None,
            "--qr PICTURE",
            multiple=True,
        ),
    ],
    texts: Annotated[
        tuple[str, ...],
        option(
            "Take the text of a QR code that a telephone has read; repeat it for each code.",
            None,
            "--qr-text TEXT",
            multiple=True,
        ),
    ],
    expect: Annotated[
        Fingerprint | None,
        option(
            "With a QR code: fail unless the game has this fingerprint in its ledger.",
            FINGERPRINT,
            "FINGERPRINT",
        ),
    ],
    folder: Data,
    mirror: Mirror,
) -> None:
    """Import a game from FILE or QR codes into the ledger.

    FILE is a record in the notation. Imports all of it or nothing. The ledger marks the game as
    imported. Assertions in the record must pass and are not stored. Prints the
    fingerprint of a QR code: compare it with the one on the table's screen. The imported game has
    another fingerprint.

    Exit status: 0 when the game is in the ledger, 1 when a line fails or the fingerprint differs, 2
    when FILE or a code cannot be read or the ledger cannot be written.
    """
    if bool(file) == bool(pictures or texts):
        raise click.UsageError("Name a FILE, or QR codes with --qr or --qr-text.")
    if expect and file:
        raise click.UsageError("--expect is for QR codes: a FILE has no fingerprint.")
    record, fingerprint = (read_record(file), "") if file else _read_codes(pictures, texts)
    if expect and expect.letters != fingerprint:
        raise click.ClickException(
            f"The game has the fingerprint {fingerprint}, not {expect.letters}."
            " Nothing was imported."
        )
    checked = check(record)
    for fault in checked.faults:
        first = describe(str(file or CODE), fault, checked)
        raise click.ClickException(f"{first}\nNothing was imported.")
    check_ledger = partial(check_all, watch=partial(follow, label="Ledger"))
    with Ledger.open(folder, mirror, check=check_ledger) as ledger, ledger.transaction():
        session = Session.begin(ledger, record.setup)
        moves = list(record.moves())
        with ProgressBar("Importing", len(moves)) as bar:
            for move in moves:
                session.play(move, Source.IMPORT)
                bar.step()
    click.echo(f"Game {session.game_number}: {text.counted(len(session.history), 'move')}.")
    if fingerprint:
        click.echo(f"Fingerprint at its table: {fingerprint}.")


def _read_codes(pictures: tuple[Path, ...], texts: tuple[str, ...]) -> tuple[Record, str]:
    """Return the record in the codes and the fingerprint. Raises ForeignError."""
    found = [code for path in pictures for code in read_picture(path)]
    coded = unpack([*found, *texts])
    return parse_record(coded.record, CODE), coded.fingerprint
