"""Widgets of the debt screen: the shortfall, ways to raise cash, and bankruptcy."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.layout import Page


class ShortfallHead(Page):
    """Heading with debtor, creditor and shortfall, and the button that pays."""

    direction = StringProperty("horizontal")
    pay_hint = NumericProperty(0.5)
    pay_room = NumericProperty(0)
    lead_room = NumericProperty(0)
    """Space for the menu button beside the first line."""

    def on_width(self, *_: object) -> None:
        upright = self.width < dp(600)
        self.direction = "vertical" if upright else "horizontal"
        self.pay_room, self.lead_room = (0, dp(48)) if upright else (dp(56), 0)
        self.pay_hint = 1 if upright else 0.46


class EstateRow(BoxLayout):
    """Row for bankruptcy; it names the receiver of the estate."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class AskKey(AnswerButton):
    """Button that asks for rent; a debt does not prevent a claim."""


class WayKey(AnswerButton):
    """Way to raise cash. ``value`` is a ``Way``."""

    def meaning(self) -> object:
        return self.value.answer


class DebtScreen(Screen):
    """Oldest debt of one player; more ways than fit can be scrolled."""

    table = ObjectProperty(rebind=True)
    head_height = NumericProperty(0)
    tabs_height = NumericProperty(0)
    columns = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.debt.bind(tabs=self._lay_out)
        self.bind(size=self._lay_out)

    def on_pre_enter(self) -> None:
        self.table.debt.refresh()
        self.table.bind(number=self.table.debt.refresh)
        self._lay_out()

    def on_leave(self) -> None:
        self.table.unbind(number=self.table.debt.refresh)

    def _lay_out(self, *_: object) -> None:
        upright = self.width < dp(600)
        self.head_height = dp(238 if upright else 122)
        self.columns = max(1, int(self.width // dp(245)))
        self.tabs_height = dp(54) if self.table.debt.tabs else 0
