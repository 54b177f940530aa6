"""View-model of the idle screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, StringProperty

from companion.table.board import ring_cells
from companion.table.idle import headline, resting
from companion.table.session import Session
from companion.text.screens.idle import IDLE


class IdleState(EventDispatcher):
    """State of the idle screen.

    ``session`` returns the current session; ``lead`` says who has won most games.
    """

    headline = StringProperty()
    players = ListProperty()
    cells = ListProperty()
    """Cells of the ring; none before a game."""
    hint = StringProperty()

    def __init__(self, session: Callable[[], Session | None], lead: Callable[[], str]) -> None:
        super().__init__()
        self._session, self._lead = session, lead

    def show(self, has_tray: bool) -> None:
        """Take everything from the current position; ``has_tray`` if a roll wakes the screen."""
        self.hint = IDLE["wake by roll" if has_tray else "wake"]
        session = self._session()
        self.headline = headline(session.game if session else None, self._lead())
        self.players = resting(session.game) if session else []
        self.cells = ring_cells(session.game) if session else []
