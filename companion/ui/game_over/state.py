"""View-model of the game over screen."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, ObjectProperty

from companion.text.screens.game_over import ENDING
from companion.ui.game_over.view import Chart, chart, standings
from companion.ui.session import Session

COLUMNS = ("cash", "deeds", "buildings", "worth")
"""Columns of the standings."""


class GameOverState(EventDispatcher):
    """State of the game over screen. ``session`` returns the current session."""

    words = ObjectProperty(ENDING)
    titles = ListProperty([""] * len(COLUMNS))
    standings = ListProperty()
    chart = ObjectProperty(Chart())

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session

    def show(self, *_: object) -> None:
        """Update the screen; show nothing before the game is over (TAX-3)."""
        self.property("words").dispatch(self)
        self.titles = [self.words[column] for column in COLUMNS]
        session = self._session()
        game = session.game if session and session.is_over else None
        self.standings = standings(game) if game else []
        self.chart = chart(game) if game else Chart()
