"""The verbs at the foot of every screen that a game is played on, always in the same places."""

from kivy.properties import ObjectProperty
from kivy.uix.gridlayout import GridLayout


class Verbs(GridLayout):
    """Undo is always the last."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    value = ObjectProperty(None, allownone=True)
