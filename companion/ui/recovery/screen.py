"""The way out when the books do not hold."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import Tappable


class WayOutButton(Tappable, BoxLayout):
    """What can be done, in large letters, and below what that means."""

    value = ObjectProperty(rebind=True)


class RecoveryScreen(Screen):
    """What is wrong, and one button for each way out of it."""

    table = ObjectProperty(rebind=True)
