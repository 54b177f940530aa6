"""``companion editions`` and ``companion boards``: the rules and boards of the program."""

import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from companion.cli.options import AsJson, command, echo_json
from companion.engine import board, edition
from companion.engine.data_file import DataFileError
from companion.text import translate_message
from companion.text.names import about

T = TypeVar("T")
UNREADABLE = 2


@command
def editions_command(as_json: AsJson) -> None:
    """List the editions that come with the program.

    Exit status: 0, or 2 when the file of one cannot be read; the others are listed all the same.
    """
    loaded, faults = _load(edition.load, edition.names())
    found = {name: about(one) for name, one in loaded.items()}
    if as_json:
        echo_json({"editions": [{"edition": key, "about": one} for key, one in found.items()]})
    else:
        _echo(found)
    _end(faults)


@command
def boards_command(as_json: AsJson) -> None:
    """List the boards that come with the program.

    Exit status: 0, or 2 when the file of one cannot be read; the others are listed all the same.
    """
    found, faults = _load(board.load, board.names())
    if as_json:
        boards = [
            {"board": key, "name": one.name, "currency": one.currency, "deeds": len(one.deeds)}
            for key, one in found.items()
        ]
        echo_json({"boards": boards})
    else:
        _echo({key: one.name for key, one in found.items()})
    _end(faults)


def _load(load: Callable[[str], T], names: Iterable[str]) -> tuple[dict[str, T], list[str]]:
    """Return what can be read by its name, and a sentence for each that cannot."""
    found, faults = {}, []
    for name in names:
        try:
            found[name] = load(name)
        except DataFileError as error:
            faults.append(translate_message(error))
    return found, faults


def _echo(names: dict[str, str]) -> None:
    width = max(map(len, names), default=0)
    for key, name in names.items():
        click.echo(f"{key:<{width}}  {name}")


def _end(faults: list[str]) -> None:
    for fault in faults:
        click.echo(f"Error: {fault}", err=True)
    if faults:
        sys.exit(UNREADABLE)
