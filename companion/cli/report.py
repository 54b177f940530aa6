"""``companion report``: a game as one self-contained HTML file."""

from pathlib import Path

import click

from companion import text
from companion.cli.data import data_option
from companion.cli.ledger_access import open_reader
from companion.cli.options import GAME, RegularFile
from companion.export.files import save
from companion.report import report_html

language_option = click.option(
    "--language",
    type=click.Choice(list(text.languages())),
    default="en",
    show_default=True,
    help="Language of the output.",
)


@click.command("report")
@click.argument("game", type=GAME)
@click.option(
    "-o",
    "--output",
    type=RegularFile(),
    required=True,
    metavar="FILE.html",
    help="File to write.",
)
@language_option
@data_option
def report_command(game: int, output: Path, language: str, folder: Path) -> None:
    """Write a report of GAME as one self-contained HTML page.

    The page has the result, the dice, the money, every move and the audit, and loads nothing from
    elsewhere. Exit status: 0 when the page is written, whatever the audit found, 2 when the ledger
    cannot be read or the page not be written.
    """
    text.set_language(language)
    with open_reader(folder) as reader:
        save(output, report_html(reader, game))
