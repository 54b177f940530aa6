"""A move being told: what has happened so far, and the position it has led to."""

from companion.engine.events import Event
from companion.engine.evolve import evolve
from companion.engine.state import Game


class Story:
    """What a rule writes into. The game it began with is untouched, so a rule may refuse at any
    point and nothing has happened."""

    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def tell(self, *events: Event) -> None:
        """Next, these happened."""
        for event in events:
            self.game = evolve(self.game, event)
        self.events += events
