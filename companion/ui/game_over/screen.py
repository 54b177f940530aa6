"""Widgets of the game over screen: the podium, the awards, and what can be done next."""

from itertools import accumulate

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.charts import AwardRow
from companion.ui.widgets.layout import BoxLayout

LOWEST_NUMBERED = 96
"""Height in dp of the lowest step with a number on it."""
FEW = 4
"""Number of players up to whom nobody stands beside the podium."""


class GameOverScreen(Screen):
    """Podium with the awards beside it, or below it in an upright window."""

    table = ObjectProperty(rebind=True)
    upright = BooleanProperty(False)
    direction = StringProperty("horizontal")
    podium_hint = ListProperty([1.6, 1])
    awards = ListProperty()
    other_columns = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._arrange)
        self.table.bind(story=self._arrange)
        self.table.story.bind(honours=self._arrange)
        self.table.game_over.bind(others=self._arrange)

    def on_pre_enter(self) -> None:
        self._show()
        self.table.bind(number=self._show)

    def on_leave(self) -> None:
        self.table.unbind(number=self._show)

    def open_story(self, page: str) -> None:
        """Show a page of the story."""
        self.table.story.open(page)
        self.table.show_screen("story")

    def open_code(self) -> None:
        """Show the code of the game."""
        self.table.game_code.open(self.table.session.game_number, "game_over")
        self.table.show_screen("game_code")

    def _show(self, *_: object) -> None:
        self.table.game_over.show()
        self.table.story.show()

    def _arrange(self, *_: object) -> None:
        self.upright = self.height > self.width
        self.direction = "vertical" if self.upright else "horizontal"
        self.podium_hint = [1, 1] if self.upright else [1.6, 1]
        self.other_columns = 2 if len(self.table.game_over.others) <= FEW else 3
        room = (self.height - dp(240)) / 2 if self.upright else self.height - dp(152)
        honours = self.table.story.honours
        ends = accumulate(AwardRow.height_for(award.lines) for award in honours)
        self.awards = honours[: max(1, sum(end <= room - dp(44) for end in ends))]


class Podium(BoxLayout):
    """Steps of the podium, as high as there is room for."""

    steps = ListProperty()
    table = ObjectProperty(None, allownone=True)


class PodiumStep(BoxLayout):
    """Player above a block in the player's colour."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    block_height = NumericProperty(0)
    number = StringProperty()
    """Place as text; empty on a step that is too low for it."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(height=self._arrange)

    def on_value(self, *_: object) -> None:
        self._arrange()

    def _arrange(self, *_: object) -> None:
        above = dp(84 if self.value.is_first else 64) + dp(40)
        tallest = self.height - dp(84 + 40)
        self.block_height = max(dp(46), min(tallest * self.value.share, self.height - above))
        self.number = self.value.number if self.block_height >= dp(LOWEST_NUMBERED) else ""


class OtherPlace(BoxLayout):
    """Player who is not on the podium: place, token and worth."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
