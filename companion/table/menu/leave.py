"""Answers that end the game for one player or for all."""

from companion.engine.moves import EndByTime, LeaveGame
from companion.engine.state import Game
from companion.table.prompts import Answer
from companion.table.prompts.answers import answer
from companion.text.screens.menu import SETTINGS, text_of


def ways_out(game: Game) -> list[Answer]:
    """Answer for everybody who may leave the game."""
    return [
        answer(game, text_of("leaves", player=name), LeaveGame(name), tone="plain")
        for name in game.in_play()
    ]


def ending(game: Game) -> Answer:
    """Answer that ends the game for the richest player (TABLE-7)."""
    return answer(game, SETTINGS["finish"], EndByTime(), tone="in")
