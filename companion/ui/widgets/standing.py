"""A row for every player with what they are worth, and the head of its columns."""

from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class StandingHead(BoxLayout):
    """What the columns are."""

    titles = ListProperty(["", "", "", ""])


class StandingRow(BoxLayout):
    """One player, in the order of how they did."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
