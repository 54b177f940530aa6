"""Bots: scripted players, for demonstrations and soak tests.

A bot sees what everybody at the table sees, and plays by the same rules. It returns legal moves
and changes nothing. Rolling the dice and turning over cards are left to the caller, and so is
randomness: the caller passes a ``Choose``.

Import from here: the engine, never a layer above it. Begin reading with ``answer``, then
``decisions``.
"""

from companion.engine.bots import decisions, development, trading
from companion.engine.bots.styles import STYLES, Choose, Style, Styles
from companion.engine.moves import Move
from companion.engine.state import Game

__all__ = ["STYLES", "Choose", "Style", "answer"]

_HABITS = (
    decisions.collect_rent,
    trading.answer_offer,
    decisions.answer_phase,
    development.develop,
    trading.offer_trade,
)
"""Decisions in the order of priority; each returns a legal move or None."""


def answer(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Return the next legal move of some player.

    A ``DrawCard`` has no card yet: the caller fills in the one on top of the pack. Returns None if
    the game waits for a roll, or is over.
    """
    for habit in _HABITS:
        if move := habit(game, styles, choose):
            return move
    return None
