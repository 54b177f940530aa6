"""Widgets of the trade screen: two sides, each with its goods and answers."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable, TextButton
from companion.ui.widgets.layout import Page
from companion.ui.widgets.text import NO_SHARE

FEW_TABS, TABS_A_ROW = 3, 7
"""Number of player markers that fit beside a name, and in a row of their own."""


class ThingKey(Tappable, BoxLayout):
    """Deed or jail card; a tap adds it to the trade or removes it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.trade.toggle(self.value.side, self.value.key, self.value.is_card)


class ChipKey(TextButton):
    """Chip that adds cash."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.trade.pay(self.value.side, self.value.amount)


class DealSide(Page):
    """Side of one player. ``value`` is a ``Side``."""

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
    """Trade in preparation; the sides are stacked on an upright screen."""

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
