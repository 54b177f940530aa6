"""Bars at the edges of the screens: headers, the open offer and the actions."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout


class PageHeader(BoxLayout):
    """``on_leave`` is told when the way back is tapped."""

    __events__ = ("on_leave",)
    table = ObjectProperty(None, allownone=True)
    text = StringProperty()
    note = StringProperty()
    back = StringProperty()

    def on_leave(self) -> None:
        """Somebody wants to go back."""


class OfferStrip(BoxLayout):
    """``value`` is an OpenOffer: a tap on its words leads to the deal, and two answers."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class TopBar(BoxLayout):
    """Nothing to tap."""

    edition = StringProperty()
    board = StringProperty()
    stock = StringProperty()
    tray = StringProperty("none")
    tray_word = StringProperty()
    time = StringProperty()
    room_right = NumericProperty("56dp")


class Toolbar(GridLayout):
    """Undo is always the last."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    value = ObjectProperty(None, allownone=True)
