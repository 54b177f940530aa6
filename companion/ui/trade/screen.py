"""A deal: two sides of a table, each with what it could give, and an answer on each side."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable, TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.text import NO_SHARE

FEW_TABS, TABS_A_ROW = 3, 7
"""How many players' signs there is room for beside a name, and in a row of their own."""


class ThingKey(Tappable, BoxLayout):
    """A deed or a jail card: put in by a tap, and taken out again by another."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.trade.toggle(self.value.side, self.value.key, self.value.is_card)


class ChipKey(TextButton):
    """Cash, in chips that add up."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.trade.pay(self.value.side, self.value.amount)


class DealSide(Page):
    """One player's side. ``value`` is a Side."""

    thing_columns = NumericProperty(3)
    name_lines = NumericProperty(1)
    head_direction = StringProperty("horizontal")
    head_height = NumericProperty("50dp")
    tab_columns = NumericProperty(1)
    tabs_height = NumericProperty("50dp")
    interest_hint = NumericProperty(NO_SHARE)

    def on_size(self, *_: object) -> None:
        self._arrange()

    def on_value(self, *_: object) -> None:
        self._arrange()

    def _arrange(self) -> None:
        tabs = max(1, len(self.value.tabs))
        below = tabs > FEW_TABS
        rows = -(-tabs // TABS_A_ROW)
        self.tab_columns = -(-tabs // rows)
        self.tabs_height = dp(50) * rows
        self.name_lines = 1 if below else 2
        self.head_direction = "vertical" if below else "horizontal"
        self.head_height = self.tabs_height + dp(26) * below
        self.thing_columns = max(2, int(self.width // dp(120)))
        self.interest_hint = 0.5 if self.value.interest else NO_SHARE


class TradeScreen(Screen):
    """The sides lie left and right, or on a screen that stands upright one above the other."""

    table = ObjectProperty(rebind=True)
    columns = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._arrange)

    def on_pre_enter(self) -> None:
        self.table.trade.refresh()
        self.table.bind(number=self.table.trade.refresh)

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.trade.refresh)

    def _arrange(self, *_: object) -> None:
        self.columns = 2 if self.width >= self.height else 1
