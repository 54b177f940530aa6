"""What is seldom wanted: another game, or to leave."""

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen


class MenuScreen(Screen):
    """A few large verbs."""

    table = ObjectProperty(rebind=True)
