"""Widgets of the past games screen: resume, review or audit a game."""

from typing import Any

from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import Page
from companion.ui.widgets.text import AutoSizeLabel

PAGES = {"games": "GamesPage", "game": "GamePage", "statistics": "StatisticsPage"}


class GamesPage(Page):
    """Page with all games; only visible rows are widgets."""

    data = ListProperty()
    row_height = AliasProperty(
        lambda self: dp(100 if self.height > self.width else 76), bind=["size"], cache=True
    )
    """Height of a row; an upright screen needs three lines for four names."""

    def on_value(self, *_: object) -> None:
        self.value.bind(games=self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.data = [{"value": game, "table": self.table} for game in self.value.games]

    def count(self) -> None:
        """Compute and show the statistics."""
        self.table.report_job.count()
        self.value.page = "statistics"


class GameRow(Tappable, BoxLayout):
    """Game in the list. ``value`` is a ``GameLine``."""

    value = ObjectProperty(None, allownone=True)
    number = StringProperty()
    players = StringProperty()
    at = StringProperty()
    state_text = StringProperty()
    over = BooleanProperty(False)

    def on_value(self, _: object, game: Any) -> None:
        self.number, self.over = str(game.number), game.over
        self.players, self.at, self.state_text = game.players, game.at, game.state

    def on_release(self) -> None:
        self.table.past_games.open_game(self.value.number)


class GamePage(Page):
    """Page of one game, with its audit and its report."""

    def report(self) -> None:
        """Write the report of the game."""
        self.table.report_job.write(int(self.value.number))


class GameFact(AutoSizeLabel):
    """Line about a game."""

    value = StringProperty()
    table = ObjectProperty(None, allownone=True)


class StatisticsPage(Page):
    """Page with the statistics of all games."""


class FigureRow(BoxLayout):
    """Line of the statistics. ``value`` is a ``FigureLine``."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class PastGamesScreen(Screen):
    """Past games with their pages."""

    table = ObjectProperty(rebind=True)
    page = StringProperty("GamesPage")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.past_games.bind(page=self._turn)
        self._turn(self.table.past_games, self.table.past_games.page)

    def on_pre_enter(self) -> None:
        self.table.past_games.open()

    def _turn(self, _: object, page: str) -> None:
        self.page = PAGES[page]
