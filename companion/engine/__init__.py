"""The rules of a property-trading board game, as values and functions.

Nothing is needed but the standard library: no clock, no chance, no files but the packaged boards
and editions. Dice and drawn cards are told. Money is whole dollars, spaces count from 0 (GO) in
the direction of play, and a name such as ``RENT-6`` is a clause of the rules: what a rule does,
what a refusal is for and what a record shows all say theirs.

A game begins with a ``Setup``, what the table agrees on before the first throw, and goes on by
moves:

    >>> from companion.engine import Setup, board, edition, parse_move, play, start
    >>> rules, streets = edition.load("1961"), board.load("atlantic-city")
    >>> game = start(Setup(("Ann", "Bob"), rules, streets, first="Ann"))
    >>> for line in ("Ann throws 1 2", "Ann buys", "Bob throws 2 1", "Ann collects rent"):
    ...     game = play(game, parse_move(line, game.setup))
    >>> game.players["Ann"].cash, game.players["Bob"].cash
    (1444, 1496)

A ``Game`` is a position, and never changes. ``decide`` says what a move comes to, as events in
order; ``evolve`` what an event makes of a position, without asking anything; ``play`` is one after
the other. What was decided once is not decided again: ``apply`` and ``replay`` fold the events in
the books. What the rules refuse has a reason, the facts of it, and changes nothing:

    >>> from companion.engine import IllegalMove
    >>> try:
    ...     play(game, parse_move("Bob builds on Baltic Avenue", game.setup))
    ... except IllegalMove as refused:
    ...     print(refused)
    BLD-1: the player does not own the whole group

``legal_moves`` is a container: ``move in legal_moves(game)`` asks the rules; iterating lists the
moves that can be listed. ``invariants.violations`` lists what is wrong with a position or with the
move that led to it.

From here, ``state`` and ``phases`` say what a position is and what it waits for; ``moves``,
``events`` and ``refusals`` are the vocabulary; ``guards`` and ``rules`` are the rule book, a module
a chapter; ``edition`` and ``board`` what differs from sheet to sheet; ``notation`` writes a game
as text.
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
