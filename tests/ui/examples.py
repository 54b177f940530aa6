"""Examples: records of a few moves in ``tests/ui/records``, with the expected lines below a move.

A title, which names the test, begins with ``#``. Options that this table does not usually have
follow as in the header of a record. Expected lines begin with ``>``.
"""

import re
from collections.abc import Callable, Iterable
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

import pytest

from companion.engine.notation import format_move, parse_header
from companion.engine.state import Game, start
from companion.table.prompts import Answer
from tests.ui.positions import at
from tests.words import plain

RECORDS = Path(__file__).parent / "records"
USUAL = ("players: Ann, Bob, Cy", "first: Ann", "rent: shown")
OPTION = re.compile(r"(players|first|edition|board|rent|game|house rules):")


def examples(name: str) -> list[Any]:
    """Return the examples of a file, named by their titles."""
    blocks = (RECORDS / f"{name}.txt").read_text("utf-8").strip().split("\n\n")
    titled = (block.split("\n", 1) for block in blocks)
    return [pytest.param(lines, id=title.removeprefix("# ")) for title, lines in titled]


def retold(example: str, tell: Callable[[Game, str], Iterable[str]]) -> str:
    """Return an example with the lines that ``tell`` yields for a move as the expected ones."""
    lines = example.splitlines()
    retold = [*takewhile(OPTION.match, lines)]
    header = dict(line.split(":", 1) for line in (*USUAL, *retold))
    header = "\n".join(":".join(option) for option in header.items() if option[1])
    game, last = start(parse_header(header)), []
    for is_expected, group in groupby(lines[len(retold) :], lambda line: line.startswith(">")):
        if is_expected:
            retold += (f"> {said}" for said in tell(game, *last))
        else:
            *before, move = group
            game, last = at(*last, *before, game=game), [move]
            retold += (*before, move)
    return "\n".join(retold)


def answered(game: Game, answer: Answer) -> str:
    """Describe a button: its move, and everything that is shown of it."""
    move = format_move(answer.move, game.board)
    cash = (f"{who.player} {who.before} to {who.after}" for who in answer.changes)
    said = (answer.text, answer.tone, *cash, answer.brief, answer.reason)
    return f"({move}): {' | '.join(filter(None, plain(said)))}"
