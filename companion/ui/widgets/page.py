"""One page of a screen that has several."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class Page(BoxLayout):
    """``value`` is what the page is about: the screen's own state."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
