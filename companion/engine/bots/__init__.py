"""Scripted players, for demonstrations and soak tests: what somebody does now.

They see what everybody at the table sees and obey the same rules. Chance is not theirs: whoever
drives them passes in the choosing, throws the dice and turns over the card on top of its pack.
"""

from companion.engine.bots import decisions, development, trading
from companion.engine.bots.styles import STYLES, Choose, Style, Styles
from companion.engine.moves import Move
from companion.engine.state import Game

__all__ = ["STYLES", "Choose", "Style", "answer"]

_HABITS = (
    decisions.collecting,
    trading.answering,
    decisions.answering,
    development.improving,
    trading.offering,
)
"""What is thought of first comes first; each says a legal move, or nothing."""


def answer(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """What somebody does now, a legal move; ``styles`` says how each player is.

    A card to be drawn has no name: whoever has the packs fills in the one on top.
    None when dice are waited for, or the game is over.
    """
    for habit in _HABITS:
        if move := habit(game, styles, choose):
            return move
    return None
