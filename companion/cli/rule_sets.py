"""``companion editions`` and ``companion boards``: the rules and boards of the program."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypedDict, TypeVar

from companion.cli.options import AsJson, RefusedValue, command, echo, table
from companion.engine import board, edition
from companion.engine.data_file import DataFileError
from companion.text import translate_message
from companion.text.names import about


class ListedEdition(TypedDict):
    """An edition that comes with the program."""

    edition: str
    about: str


class EditionsResult(TypedDict):
    """The editions that come with the program."""

    editions: Sequence[ListedEdition]


class ListedBoard(TypedDict):
    """A board that comes with the program, and the number of its deeds."""

    board: str
    name: str
    currency: str
    deeds: int


class BoardsResult(TypedDict):
    """The boards that come with the program."""

    boards: Sequence[ListedBoard]


T = TypeVar("T")


@command
def editions_command(as_json: AsJson) -> None:
    """List the editions that come with the program.

    Exit status: 0, or 2 when the file of one cannot be read; the others are listed all the same.
    """
    loaded, faults = _load(edition.load, edition.names())
    found = {name: about(one) for name, one in loaded.items()}
    facts: list[ListedEdition] = [{"edition": key, "about": one} for key, one in found.items()]
    _end(as_json, {"editions": facts}, table(("edition", "about"), found.items()), faults)


@command
def boards_command(as_json: AsJson) -> None:
    """List the boards that come with the program.

    Exit status: 0, or 2 when the file of one cannot be read; the others are listed all the same.
    """
    found, faults = _load(board.load, board.names())
    facts: list[ListedBoard] = [
        {"board": key, "name": one.name, "currency": one.currency, "deeds": len(one.deeds)}
        for key, one in found.items()
    ]
    names = ((key, one.name) for key, one in found.items())
    _end(as_json, {"boards": facts}, table(("board", "about"), names), faults)


def _load(load: Callable[[str], T], names: Iterable[str]) -> tuple[dict[str, T], list[str]]:
    """Return what can be read by its name, and a sentence for each that cannot."""
    found, faults = {}, []
    for name in names:
        try:
            found[name] = load(name)
        except DataFileError as error:
            faults.append(translate_message(error))
    return found, faults


def _end(
    as_json: bool, facts: EditionsResult | BoardsResult, lines: Iterable[str], faults: list[str]
) -> None:
    """Print what could be read; then fail if something could not."""
    echo(as_json, facts, lines)
    if faults:
        raise RefusedValue("\nError: ".join(faults))
