"""The rules of a property-trading board game, as immutable values and pure functions.

The package needs only the standard library. It uses no clock, no random numbers, and no files
except the packaged boards and editions. The results of dice and the cards drawn are part of the
moves. Money is in whole dollars, and spaces are numbered from 0 (GO) in the direction of play. A
name such as ``RENT-6`` is a clause of the rules; rules, refusals and records refer to clauses.

A game begins with a ``Setup``, the agreement before the first roll, and continues by moves:

    >>> from companion.engine import Setup, board, edition, parse_move, play, start
    >>> rules, streets = edition.load("1961"), board.load("atlantic-city")
    >>> game = start(Setup(("Ann", "Bob"), rules, streets, first="Ann"))
    >>> for line in ("Ann throws 1 2", "Ann buys", "Bob throws 2 1", "Ann collects rent"):
    ...     game = play(game, parse_move(line, game.setup))
    >>> game.players["Ann"].cash, game.players["Bob"].cash
    (1444, 1496)

A ``Game`` is a position and never changes. ``decide`` turns a move into events; ``evolve`` applies
an event to a position, without any check; ``play`` does both. Recorded moves are not decided
again: ``apply`` and ``replay`` apply their recorded events. If the rules refuse a move, the
exception has a reason and its facts, and the game is unchanged:

    >>> from companion.engine import IllegalMove
    >>> try:
    ...     play(game, parse_move("Bob builds on Baltic Avenue", game.setup))
    ... except IllegalMove as refused:
    ...     print(refused)
    BLD-1: the player does not own the whole group

``legal_moves`` is a container: ``move in legal_moves(game)`` asks the rules; iterating lists the
moves that can be listed. ``invariants.violations`` lists the faults of a position and of the move
that led to it.

Begin reading with ``state`` (a position) and ``phases`` (the questions open in it). ``moves``,
``events``, ``obligations`` and ``refusals`` are the vocabulary. ``guards`` and ``rules`` are the
rules, one module for each chapter; ``edition`` and ``board`` are the data in which rule sheets
differ. ``holdings`` and ``memo`` cache what follows from the deeds. ``notation`` reads and writes
games as text, and ``codec`` stores events. ``bots`` are scripted players.
"""

from companion.engine import board, edition, events, invariants, moves
from companion.engine.data_file import DataFileError
from companion.engine.decide import apply, decide, play, refusal, replay
from companion.engine.evolve import evolve
from companion.engine.legal_moves import legal_moves
from companion.engine.notation import (
    NotationError,
    format_move,
    format_record,
    parse_move,
    parse_record,
)
from companion.engine.refusals import IllegalMove, Reason
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
    "invariants",
    "legal_moves",
    "moves",
    "parse_move",
    "parse_record",
    "play",
    "refusal",
    "replay",
    "start",
]
