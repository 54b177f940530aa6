"""A move being told: what has happened so far, and the position it has led to."""

from companion.engine.events import Event
from companion.engine.evolve import evolve
from companion.engine.state import Game


class Draft:
    """What a rule writes into. The game it began with is untouched, so a rule may refuse at any
    point and nothing has happened."""

    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Next, these happened."""
        game = self.game
        for event in events:
            game = evolve(game, event)
        self.game = game
        self.events += events


class IsLegal(Exception):
    """Nothing forbids the move that is asked about."""


class DryRun(Draft):
    """A draft that ends where it would begin: a rule asks all its guards before it tells anything,
    so the first event already says that the move is legal. Raises Allowed then."""

    __slots__ = ()

    def emit(self, *events: Event) -> None:
        """This would happen."""
        raise IsLegal
