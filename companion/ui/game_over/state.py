"""View-model of the game over screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, ObjectProperty

from companion.table.game_over import others, podium, standings
from companion.table.session import Session
from companion.text.screens.game_over import ENDING


class GameOverState(EventDispatcher):
    """State of the game over screen. ``session`` returns the current session."""

    words = ObjectProperty(ENDING)
    podium = ListProperty()
    """Steps of the podium, from left to right."""
    others = ListProperty()
    """Players who are not on the podium, the best first."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session

    def show(self, *_: object) -> None:
        """Update the screen; show nothing before the game is over (TAX-3)."""
        self.property("words").dispatch(self)
        session = self._session()
        final = standings(session.game) if session and session.is_over else []
        self.podium, self.others = podium(final), others(final)
