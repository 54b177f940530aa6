"""Ways out of a game: somebody leaves, or the agreed hour has come."""

from companion.app.now import Answer
from companion.app.now.answers import answer
from companion.app.wording.comfort import said
from companion.engine.decide import refusal
from companion.engine.moves import Leaves, TimeIsUp
from companion.engine.refusal import Reason
from companion.engine.state import Game


def ways_out(game: Game) -> list[Answer]:
    """An answer for everybody in the game, and one for the hour where one was agreed on."""
    time = answer(game, said("time"), TimeIsUp(), "")
    refused = refusal(game, TimeIsUp())
    agreed = refused is None or refused.reason is not Reason.NO_TIME_LIMIT
    leaving = [
        answer(game, said("leaves", player=name), Leaves(name), name, tone="plain")
        for name in game.in_play()
    ]
    return [*([time] if agreed and game.setup.until else []), *leaving]
