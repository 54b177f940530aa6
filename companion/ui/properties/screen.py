"""Widgets of the properties screen: deeds, building slots and actions."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import Page

PLACE = 48
"""Width of a building slot, in dp."""


class HeldGroupView(Page):
    """Deeds of one group, close together."""


class HeldDeedView(Page):
    """Deed with its building slots."""

    places_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.places_width = dp(PLACE) * len(self.value.places)


class DeedKey(Tappable, BoxLayout):
    """Deed; a tap shows the actions for it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.properties_state.choose(self.value.key)


NARROW = 600
"""Window width, in dp, below which the deeds are in one column."""
FEW = 4
"""Largest number of rows that stay in one column on a wide window."""
MOST_BESIDE = 8
"""Largest number of player markers in a row, on a narrow window."""


class HintFoot(Page):
    """Footer with a hint, while nothing is chosen."""


class AnswersFoot(Page):
    """Footer with the actions for the chosen deed, or for the plan."""

    columns = NumericProperty(4)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._arrange)
        self.value.bind(answers=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.columns = _columns(len(self.value.answers), self.width)


class PropertiesScreen(Screen):
    """Deeds of one player, in two columns if there is room."""

    table = ObjectProperty(rebind=True)
    left = ListProperty()
    right = ListProperty()
    right_hint = NumericProperty(0)
    direction = StringProperty("horizontal")
    name_direction = StringProperty("vertical")
    cash_align = StringProperty("left")
    head_height = NumericProperty(0)
    tab_columns = NumericProperty(1)
    tabs_size = ListProperty([0, 0])
    foot = StringProperty("HintFoot")
    foot_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        holdings = self.table.properties_state
        holdings.bind(groups=self._deal_out, answers=self._lay_out, tabs=self._lay_out)
        self.bind(size=self._deal_out)
        self._deal_out()

    def on_pre_enter(self) -> None:
        self.table.properties_state.refresh()
        self.table.bind(number=self.table.properties_state.refresh)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.properties_state.refresh)

    def _deal_out(self, *_: object) -> None:
        groups = self.table.properties_state.groups
        rows = sum(len(group.deeds) for group in groups)
        if self.width < dp(NARROW) or rows <= FEW:
            self.left, self.right = groups, []
        else:
            cut = _cut([len(group.deeds) for group in groups])
            self.left, self.right = groups[:cut], groups[cut:]
        self.right_hint = 1 if self.right else 0.0001
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        upright, holdings = self.width < dp(NARROW), self.table.properties_state
        tabs, count = max(1, len(holdings.tabs)), len(holdings.answers)
        below = upright or tabs > MOST_BESIDE
        self.direction = "vertical" if below else "horizontal"
        self.name_direction = "horizontal" if below else "vertical"
        self.cash_align = "right" if below else "left"
        rows = -(-tabs // MOST_BESIDE) if upright else 1
        self.tab_columns = -(-tabs // rows)
        across = self.width - dp(16) if below else dp(52) * tabs
        self.tabs_size = [across, dp(54) * rows]
        self.head_height = dp(56 + 54 * rows * below)
        self.foot = "AnswersFoot" if holdings.answers else "HintFoot"
        rows = -(-count // _columns(count, self.width)) if count else 1
        self.foot_height = dp(92 * rows)


def _columns(answers: int, width: float) -> int:
    return max(1, min(answers, 2 if width < dp(NARROW) else answers))


def _cut(rows: list[int]) -> int:
    """Return after how many groups the second column begins, to balance the columns."""
    cuts = range(1, len(rows) + 1)
    return min(cuts, key=lambda cut: (max(sum(rows[:cut]), sum(rows[cut:])), cut), default=0)
