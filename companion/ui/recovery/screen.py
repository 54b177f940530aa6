"""Widgets of the recovery screen."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable


class WayOutButton(Tappable, BoxLayout):
    """Button for one action, with an explanation below it."""

    value = ObjectProperty(rebind=True)


class RecoveryScreen(Screen):
    """Problem of the ledger, and a button for each way out."""

    table = ObjectProperty(rebind=True)
