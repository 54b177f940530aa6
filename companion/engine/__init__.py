"""The rules of a property-trading board game, as values and functions; nothing but the standard
library, no clock, no chance, no files but the packaged boards and editions.

    >>> from companion.engine import Setup, board, edition, parse_move, play, start
    >>> rules, streets = edition.load("1961"), board.load("atlantic-city")
    >>> game = start(Setup(("Ann", "Bob"), rules, streets, first="Ann"))
    >>> for line in ("Ann throws 1 2", "Ann buys", "Bob throws 2 1", "Ann collects rent"):
    ...     game = play(game, parse_move(line, game.setup))
    >>> game.players["Ann"].cash, game.players["Bob"].cash
    (1444, 1496)

``decide`` says what a move comes to, ``evolve`` what an event makes of a position; ``play`` is one
after the other, ``legal_moves`` everyone who may act now.
"""

from companion.engine import board, edition, events, laws, moves
from companion.engine.datafile import DataFileError
from companion.engine.decide import apply, decide, play, refusal, replay
from companion.engine.evolve import evolve
from companion.engine.legal import legal_moves
from companion.engine.notation import (
    NotationError,
    format_move,
    format_record,
    parse_move,
    parse_record,
)
from companion.engine.refusal import IllegalMove, Reason
from companion.engine.state import BANK, POT, Game, Setup, start

__all__ = [
    "BANK",
    "POT",
    "DataFileError",
    "Game",
    "IllegalMove",
    "NotationError",
    "Reason",
    "Setup",
    "apply",
    "board",
    "decide",
    "edition",
    "events",
    "evolve",
    "format_move",
    "format_record",
    "laws",
    "legal_moves",
    "moves",
    "parse_move",
    "parse_record",
    "play",
    "refusal",
    "replay",
    "start",
]
