"""Log of the play screen: the last moves as lines, newest first."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.engine.events import OfferEnded
from companion.engine.moves import AcceptTrade, OfferTrade, Undo
from companion.engine.state import Setup
from companion.table.history.view import sentence_of
from companion.table.play.view import LogLine
from companion.table.session import Played
from companion.text.moments import moment
from companion.text.screens.play import WORDS
from companion.text.told import EMPTY

NEWEST = 8
"""Largest number of moves that the play screen has room for."""


def line(played: Played, setup: Setup) -> LogLine:
    """Describe a move as a line of the log."""
    at = f"{played.at.astimezone():%H:%M}"
    offers = (one.offer for one in played.events if isinstance(one, OfferEnded))
    traded = [moment("traded", player=one.player, other=one.other) for one in offers]
    brief = traded[0] if isinstance(played.move, AcceptTrade) else EMPTY
    return LogLine(played.number, at, *sentence_of(played, setup), brief=brief)


def newest(history: Sequence[Played], shown: Iterable[LogLine], setup: Setup) -> list[LogLine]:
    """Last moves; lines of ``shown`` are used again."""
    known = {line.number: line for line in shown}
    lines = []
    taken_back = 0
    for played in reversed(history[-NEWEST:]):
        undone = ""
        if isinstance(played.move, Undo):
            # The moves that it took back may be older than another undo (FLOW-7).
            taken_back += played.move.count
        elif taken_back:
            undone = WORDS["undone"]
            taken_back -= 1
        if isinstance(played.move, OfferTrade):
            continue  # It is seen as long as it is open; what comes of it is told.
        found = known.get(played.number) or line(played, setup)
        lines.append(found if found.undone == undone else replace(found, undone=undone))
    return lines
