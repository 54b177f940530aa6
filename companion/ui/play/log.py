"""Log of the play screen: the last moves as lines, newest first."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion import text
from companion.engine.moves import Undo
from companion.engine.state import Setup
from companion.text.screens.play import WORDS
from companion.ui.history.view import seat_in, split_amount, standing_moves
from companion.ui.play.view import Line
from companion.ui.session import Played

NEWEST = 8
"""Largest number of moves that the play screen has room for."""


def line(played: Played, setup: Setup) -> Line:
    """Describe a move as a line of the log."""
    sentence = text.line(
        played.move,
        played.events,
        setup.board,
        setup.edition.pack,
        watchful=setup.rent == "watchful",
    )
    words, amount = split_amount(sentence, played, setup)
    return Line(
        played.number, f"{played.at.astimezone():%H:%M}", words, amount, seat_in(words, setup)
    )


def newest(history: Sequence[Played], shown: Iterable[Line], setup: Setup) -> list[Line]:
    """Return the last moves; lines of ``shown`` are used again."""
    known = {line.number: line for line in shown}
    standing = {played.number for played in standing_moves(history)}
    lines = []
    for played in reversed(history[-NEWEST:]):
        is_undone = played.number not in standing and not isinstance(played.move, Undo)
        found = known.get(played.number) or line(played, setup)
        undone = WORDS["undone"] if is_undone else ""
        lines.append(found if found.undone == undone else replace(found, undone=undone))
    return lines
