"""Widgets of the phones screen: the players, and the code to join with."""

from kivy.clock import Clock
from kivy.properties import AliasProperty, BooleanProperty, ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.layout import BoxLayout, Page

EVERY_SECOND = 1.0
LIST_SHARE = 0.45
"""Width of the list beside the codes, as a share of their width."""


class PhonesScreen(Screen):
    """Phones screen; who asks is looked at again each second while it is shown."""

    table = ObjectProperty(rebind=True)

    def on_pre_enter(self) -> None:
        self.table.phones.open()
        self._ticks = Clock.schedule_interval(self.table.phones.show, EVERY_SECOND)

    def on_leave(self) -> None:
        self._ticks.cancel()


class PhonesPage(Page):
    """Players beside the codes, or above them in an upright window."""

    upright = BooleanProperty(False)
    direction = AliasProperty(
        lambda page: "vertical" if page.upright else "horizontal", bind=["upright"]
    )
    list_share = AliasProperty(lambda page: 1 if page.upright else LIST_SHARE, bind=["upright"])

    def on_size(self, *_: object) -> None:
        self.upright = self.height > self.width


class PhoneStage(BoxLayout):
    """Frame of the codes."""


class PhoneKey(Tappable, BoxLayout):
    """Player, to be tapped when a phone asks to be that player. ``value`` is a ``PhoneRow``."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.phones.let_in(self.value.player)
