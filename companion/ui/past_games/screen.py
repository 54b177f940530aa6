"""Widgets of the past games screen: resume, review or audit a game."""

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui import theme
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import BoxLayout, Page
from companion.ui.widgets.text import LINE, lines_of

PAGES = {"games": "GamesPage", "game": "GamePage", "statistics": "StatisticsPage"}


ICON = 44
"""Width of what is beside a line about a game, in dp."""


class ShelfPage(Page):
    """Page that is arranged for a wide or an upright window."""

    is_wide = BooleanProperty(True)
    is_upright = AliasProperty(lambda page: not page.is_wide, bind=["is_wide"])

    def on_size(self, *_: object) -> None:
        self.is_wide = self.width > self.height


class GamesPage(ShelfPage):
    """Page with all games; only visible rows are widgets."""

    data = ListProperty()

    def on_value(self, *_: object) -> None:
        self.value.bind(games=self._show)
        self._show()

    def on_is_wide(self, *_: object) -> None:
        self._show()

    def _show(self, *_: object) -> None:
        """Show the games; in an upright window each has a line more."""
        direction, height = ("horizontal", 82) if self.is_wide else ("vertical", 114)
        self.data = [
            {
                "value": game,
                "table": self.table,
                "direction": direction,
                "room": (0, dp(height)),
            }
            for game in self.value.games
        ]

    def count(self) -> None:
        """Compute and show the statistics."""
        self.table.report_job.count()
        self.value.page = "statistics"


class GameRow(Tappable, BoxLayout):
    """Game in the list. ``value`` is a ``GameLine``."""

    value = ObjectProperty(None, allownone=True)
    players = StringProperty()
    at = StringProperty()
    state_text = StringProperty()
    marker = NumericProperty(-1)
    icon = StringProperty()
    """Icon of a game without one winner."""
    direction = StringProperty("horizontal")
    first_share = NumericProperty(1)

    def on_direction(self, *_: object) -> None:
        self.first_share = 1 if self.direction == "horizontal" else 2

    def on_value(self, _: object, game: Any) -> None:
        self.players, self.at, self.state_text = game.players, game.at, game.state
        self.marker, self.icon = game.marker, "trophy" if game.over else "clock"
        if game.marker >= 0:
            self.icon = ""

    def on_release(self) -> None:
        self.table.past_games.open_game(self.value.number)


class GamePage(ShelfPage):
    """Page of one game, with its audit and its report."""

    direction = AliasProperty(
        lambda page: "horizontal" if page.is_wide else "vertical", bind=["is_wide"]
    )

    def report(self) -> None:
        """Write the report of the game."""
        self.table.report_job.write(int(self.value.number))

    def open_code(self) -> None:
        """Show the code of the game."""
        self.table.game_code.open(int(self.value.number), "past_games")
        self.table.show_screen("game_code")


class GameFact(BoxLayout):
    """Line about a game (a Fact)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._take_height, value=self._take_height)
        self._take_height()

    def _take_height(self, *_: object) -> None:
        lines = lines_of(self.value.text, sp(26), self.width - dp(ICON))
        self.height = dp(12) + lines * sp(26) * LINE


class StatisticsPage(ShelfPage):
    """Page with the statistics of all games."""


class FigureRow(BoxLayout):
    """Line of the statistics (a FigureLine): subject and figures above a bar."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    font = StringProperty(theme.TEXT_FONT)
    line_height = NumericProperty("40dp")
    bar_height = NumericProperty(0)
    trend_height = NumericProperty(0)
    wanted_height = AliasProperty(
        lambda row: row.line_height + row.bar_height + row.trend_height,
        bind=["line_height", "bar_height", "trend_height"],
    )

    def on_value(self, *_: object) -> None:
        self.font = theme.TITLE_FONT if self.value.heading else theme.TEXT_FONT
        self.line_height = dp(52 if self.value.heading else 40)
        self.bar_height = dp(24) if self.value.share else 0
        self.trend_height = dp(64) if self.value.trend else 0


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
