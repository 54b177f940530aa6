"""A draft of a move: the events so far, and the position after them.

The position of a draft changes with each event. A rule that needs to know what was before an event
reads it before, or begins another draft.
"""

from companion.engine.events import Event
from companion.engine.evolve import APPLY
from companion.engine.state import Game


class Draft:
    """The events of a move that is being decided.

    The original position stays as it is, so a rule may refuse the move at any point.
    """

    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.game = game.copy()
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Append ``events`` and apply them to the position."""
        game = self.game
        for event in events:
            APPLY[event.__class__](game, event)
        self.events += events


class IsLegal(Exception):
    """Raised by a dry run when no guard has refused the move."""


class DryRun(Draft):
    """A draft that stops at the first event.

    Every rule calls all its guards before it emits an event, so reaching the first event proves
    that the move is legal. Two kinds of moves are exceptions: see ``decide.refusal``.
    """

    __slots__ = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    def emit(self, *events: Event) -> None:
        """Stop the rule: its guards have passed. Raises IsLegal."""
        raise IsLegal
