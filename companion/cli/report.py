"""``companion report``: a game as one self-contained HTML file."""

from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_game
from companion.cli.options import GameOrLast, RefusedValue, command, option
from companion.export.files import save, save_all, save_bytes
from companion.ledger.reader import LedgerReader
from companion.report import report_html, report_name
from companion.report.timeline import load_timeline
from companion.table.story.evening import evening_of
from companion.text.screens.past_games import text_of

FOLDER = "reports"
"""Folder of reports beside the ledger."""


@command
def report_command(
    game: GameOrLast,
    output: Annotated[
        Path | None,
        option(
            "File to write (default: a new one in reports/ beside the ledger).",
            None,
            "-o --output FILE.html",
        ),
    ],
    picture: Annotated[
        Path | None,
        option("Write one picture to send instead: who won, why, places, chart.", None, "FILE.png"),
    ],
    moves: Annotated[bool, option("Open the list of every move, and print it as well.")],
    language: Language,
    folder: Data,
) -> None:
    """Write a report of GAME as one HTML page, or as a picture.

    Prints its path. GAME is a game number (default: the last). The page has the result, the dice,
    the money, every move and the audit, and loads nothing from elsewhere.

    Exit status: 0 when the page is written, even if the audit fails, 2 when the ledger cannot be
    read or the page cannot be written.
    """
    use_language(language, folder)
    with open_game(folder, game) as (reader, number):
        if picture:
            _write_picture(reader, number, picture)
            return
        page = report_html(reader, number, moves=moves)
        path = output or folder / FOLDER / report_name(reader, number)
    if output:
        save(path, page)
    else:
        save_all(path.parent, {path.name: page})
    click.echo(text_of("written", path=path))


def _write_picture(reader: LedgerReader, number: int, path: Path) -> None:
    """Write the picture of a finished game; one that is not over is refused in a sentence."""
    from companion.screens.painter import picture_of  # What paints is only loaded for a picture.

    timeline = load_timeline(reader, number)
    if not timeline.winners:
        raise RefusedValue(str(text_of("no picture", number=number)))
    save_bytes(path, picture_of(timeline, evening_of(timeline)))
    click.echo(text_of("written picture", path=path))
