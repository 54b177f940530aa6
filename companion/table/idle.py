"""Headline of the idle screen."""

from companion.engine.phases import Over
from companion.engine.state import Game
from companion.text.screens.idle import IDLE, text_of
from companion.text.told import Wording


def headline(game: Game | None, lead: Wording) -> Wording:
    """Tell whose turn it is; without a game, or after its end, who has won most games."""
    if game is None or isinstance(game.phase, Over):
        return lead or (IDLE["over"] if game else "")
    return text_of("turn", player=game.turn.player)
