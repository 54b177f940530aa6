"""Ways out of a game: somebody leaves, or the agreed hour has come."""

from companion.app.now import Answer
from companion.app.now.answers import answer
from companion.app.wording.comfort import said
from companion.engine.moves import Leaves, TimeIsUp
from companion.engine.state import Game


def ways_out(game: Game) -> list[Answer]:
    """An answer for everybody in the game, and one for the hour where one was agreed on."""
    time = answer(game, said("time"), TimeIsUp(), "")
    leaving = [
        answer(game, said("leaves", player=name), Leaves(name), name, tone="plain")
        for name in game.in_play()
    ]
    return [*([time] if game.setup.until else []), *leaving]
