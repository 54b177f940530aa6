"""``companion report``: a game as one HTML file that needs nothing else."""

from pathlib import Path

import click

from companion import text
from companion.cli.data import data_option
from companion.cli.ledger_access import looked_at
from companion.cli.options import GAME, RegularFile
from companion.export.files import save
from companion.report import report_html

language_option = click.option(
    "--language",
    type=click.Choice(list(text.languages())),
    default="en",
    show_default=True,
    help="Of what is written.",
)


@click.command("report")
@click.argument("game", type=GAME)
@click.option(
    "-o",
    "--output",
    type=RegularFile(),
    required=True,
    metavar="FILE.html",
    help="Where to.",
)
@language_option
@data_option
def report_command(game: int, output: Path, language: str, folder: Path) -> None:
    """Write GAME as one page that tells all of it.

    It has who won and why, the dice, the money, every move, and the audit, and asks for nothing
    from anywhere, now or in twenty years. Exit status: 0 when it is written, whatever the audit
    found, 2 when the ledger cannot be read or the page not be written.
    """
    text.set_language(language)
    with looked_at(folder) as books:
        save(output, report_html(books, game))
