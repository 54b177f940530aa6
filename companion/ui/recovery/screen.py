"""Widgets of the recovery screen."""

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Raised


class WayOutButton(Raised):
    """Button for one action, with an explanation below it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.recovery.take(self.value)


class RecoveryScreen(Screen):
    """Problem of the ledger, and a button for each way out."""

    table = ObjectProperty(rebind=True)
