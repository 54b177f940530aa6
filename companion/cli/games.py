"""``companion games``: the games of the ledger, one a line."""

from pathlib import Path

import click

from companion.cli.data import data_option
from companion.cli.ledger_access import looked_at
from companion.ledger.records import GameRow
from companion.text import counted


@click.command("games")
@data_option
def games_command(folder: Path) -> None:
    """List the games of the ledger, a line each.

    Exit status: 0, or 2 when the ledger cannot be read.
    """
    with looked_at(folder) as books:
        for game in books.games():
            click.echo(_listed(game))


def _listed(game: GameRow) -> str:
    began = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = ("over" if game.over else "not over") + ", imported" * game.imported
    players, moves = ", ".join(game.players), counted(game.moves, "move")
    return f"Game {game.number}: {began}, {players}, {moves}, {state}"
