"""``companion games``: list the games of the ledger."""

from pathlib import Path

import click

from companion.cli.data import data_option
from companion.cli.ledger_access import open_reader
from companion.ledger.records import GameRow
from companion.text import counted


@click.command("games")
@data_option
def games_command(folder: Path) -> None:
    """List the games of the ledger, one per line.

    Exit status: 0, or 2 when the ledger cannot be read.
    """
    with open_reader(folder) as reader:
        for game in reader.games():
            click.echo(_describe(game))


def _describe(game: GameRow) -> str:
    began = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = ("over" if game.over else "not over") + ", imported" * game.imported
    players, moves = ", ".join(game.players), counted(game.moves, "move")
    return f"Game {game.number}: {began}, {players}, {moves}, {state}"
