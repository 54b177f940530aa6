"""``companion editions`` and ``companion boards``: the rules and boards of the program."""

import click

from companion.cli.options import echo_json, json_option
from companion.engine import board, edition
from companion.text.names import about


@click.command("editions")
@json_option
def editions_command(as_json: bool) -> None:
    """List the editions that come with the program.

    Exit status: 0.
    """
    found = {name: about(edition.load(name)) for name in edition.names()}
    if as_json:
        echo_json({"editions": [{"edition": key, "about": one} for key, one in found.items()]})
    else:
        _echo(found)


@click.command("boards")
@json_option
def boards_command(as_json: bool) -> None:
    """List the boards that come with the program.

    Exit status: 0.
    """
    found = {name: board.load(name) for name in board.names()}
    if as_json:
        boards = [
            {"board": key, "name": one.name, "currency": one.currency, "deeds": len(one.deeds)}
            for key, one in found.items()
        ]
        echo_json({"boards": boards})
    else:
        _echo({key: one.name for key, one in found.items()})


def _echo(names: dict[str, str]) -> None:
    width = max(map(len, names))
    for key, name in names.items():
        click.echo(f"{key:<{width}}  {name}")
