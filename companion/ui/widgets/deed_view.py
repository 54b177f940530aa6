"""A title deed."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout


class DeedView(BoxLayout):
    """The card as printed; the line that counts today is marked."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class DeedLineView(BoxLayout):
    """One line of it."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
