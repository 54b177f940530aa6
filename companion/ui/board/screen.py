"""Widgets of the board screen: the ring around the chosen space and the ranking."""

from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.deeds import Paper
from companion.ui.widgets.layout import BoxLayout

ACROSS, NARROW_ACROSS = 66, 52
"""Depth of the cells at the sides of a wide and of a narrow ring, in dp."""
AROUND, TITLE, BETWEEN = 219, 42, 24
"""Height of what is around the inside of the ring, of the ranking's title and of a gap, in dp."""
LEAST_RANK, MOST_RANK, MOST_TOKEN = 36, 56, 40
"""Heights of a row of the ranking, and largest token in it, in dp."""


HEAD, LEAST_ROW, MOST_ROW = 138, 30, 38
"""Height of what is above the rows of a card, and heights of a row, in dp."""


class SpaceCard(Paper):
    """The chosen space (a ChosenSpace): owner, rents, history; every rent if there is room."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    rows = ListProperty()
    row_height = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self._choose_rows()

    def on_height(self, *_: object) -> None:
        self._choose_rows()

    def _choose_rows(self) -> None:
        room = self.height - dp(HEAD)
        has_room = room >= dp(LEAST_ROW) * len(self.value.all_rows)
        self.rows = self.value.all_rows if has_room else self.value.rows
        most = room / max(1, len(self.rows))
        self.row_height = min(dp(MOST_ROW), max(dp(LEAST_ROW), most))


class RankRow(BoxLayout):
    """Player of the ranking (a Rank)."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    token_side = AliasProperty(lambda row: min(dp(MOST_TOKEN), row.height - dp(4)), bind=["height"])


class SlimRank(BoxLayout):
    """Player of a ranking in two columns: token and worth."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class BoardScreen(Screen):
    """Ring with the chosen space and the ranking inside, side by side or one above the other."""

    table = ObjectProperty(rebind=True)
    direction = StringProperty("horizontal")
    across = NumericProperty(0)
    rank_class = StringProperty("RankRow")
    rank_columns = NumericProperty(1)
    rank_height = NumericProperty(0)
    ranks = ListProperty()
    houses = StringProperty()
    hotels = StringProperty()
    is_upright = BooleanProperty(False)
    is_wide = BooleanProperty(True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.board_state.bind(ranking=self._lay_out)
        self.bind(size=self._lay_out)
        self.table.bind(houses=self._count, hotels=self._count)
        self._lay_out()
        self._count()

    def on_pre_enter(self) -> None:
        self.table.board_state.show()
        self.table.bind(fingerprint=self.table.board_state.show)

    def on_leave(self) -> None:
        self.table.unbind(fingerprint=self.table.board_state.show)

    def _count(self, *_: object) -> None:
        self.houses, self.hotels = str(self.table.houses), str(self.table.hotels)

    def _lay_out(self, *_: object) -> None:
        upright = self.height > self.width
        self.is_upright, self.is_wide = upright, not upright
        self.direction = "vertical" if upright else "horizontal"
        self.across = dp(NARROW_ACROSS if upright else ACROSS)
        self._rank()

    def _rank(self) -> None:
        """Show the ranking with names if all rows fit below each other, else in two columns."""
        count = max(1, len(self.table.board_state.ranking))
        inside = self.height - dp(AROUND)
        room = ((inside - dp(BETWEEN)) / 2 if self.is_upright else inside) - dp(TITLE)
        has_names = room / count >= dp(LEAST_RANK)
        self.ranks = []  # A slim row must never get what a full one shows.
        self.rank_class = "RankRow" if has_names else "SlimRank"
        self.rank_columns = 1 if has_names else 2
        rows = -(-count // self.rank_columns)
        self.rank_height = min(dp(MOST_RANK), room / rows)
        self.ranks = self.table.board_state.ranking
