"""The holdings: one player's deeds by colour, places to build on, what can be done with each."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import Page

PLACE = 48
"""How wide a place for a building is."""


class HeldGroupView(Page):
    """The deeds of one group, close together."""


class HeldDeedView(Page):
    """One deed, and beside it its places for buildings."""

    places_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.places_width = dp(PLACE) * len(self.value.places)


class DeedKey(Tappable, BoxLayout):
    """The deed itself: a tap shows what can be done with it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.properties_state.choose(self.value.key)


NARROW = 600
"""A window of fewer dots than this has one column of deeds."""
FEW = 4
"""So many rows of deeds stand in one column however wide the window is."""
MOST_BESIDE = 8
"""How many players' signs stand beside the name, or beside each other on a narrow window."""


class HintFoot(Page):
    """What can be tapped, while nothing was."""


class AnswersFoot(Page):
    """What can be done with the deed chosen, or the plan."""

    columns = NumericProperty(4)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._arrange)
        self.value.bind(answers=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.columns = _columns(len(self.value.answers), self.width)


class PropertiesScreen(Screen):
    """Two columns of deeds where there is room for them."""

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
    """After how many groups the second column begins, so that the longer one is shortest."""
    cuts = range(1, len(rows) + 1)
    return min(cuts, key=lambda cut: (max(sum(rows[:cut]), sum(rows[cut:])), cut), default=0)
