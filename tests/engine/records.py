"""The records of the rules, read move by move."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.engine import Game, parse_move, parse_record, play, start
from companion.engine.moves import Move
from companion.engine.notation import Record

RECORDS = sorted(Path(__file__).parent.glob("rules/**/*.game"))
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


@cache
def read(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"), path.name)


def moves_of(record: Record) -> Iterator[tuple[Game, Move, str]]:
    """Yield each position with a move made there, or only asked about, and the words before it:
    "refused BLD-2", "expect may" or "expect may not"; nothing before a move that is made."""
    game = start(record.setup)
    for line in record.lines:
        if isinstance(line.meaning, Move):
            yield game, line.meaning, ""
            game = play(game, line.meaning)
        elif asked := re.fullmatch(ASKED, line.text):
            yield game, parse_move(asked[2], game.setup), asked[1].lower()


ASKED = r"((?i:refused) \S+(?=:)|expect may(?: not)?):? (.+)"
