"""Bars at the edges of the screens: headers, the open offer and the toolbar."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout


class PageHeader(BoxLayout):
    """Heading of a page with a back button; ``on_leave`` is dispatched by its tap."""

    __events__ = ("on_leave",)
    table = ObjectProperty(None, allownone=True)
    text = StringProperty()
    note = StringProperty()
    back = StringProperty()

    def on_leave(self) -> None:
        """Handle a tap on the back button."""


class OfferStrip(BoxLayout):
    """Strip of an OpenOffer: a tap on its text opens the trade, two buttons answer it."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class TopBar(BoxLayout):
    """Status bar: edition, board, buildings in the bank, tray and time."""

    edition = StringProperty()
    board = StringProperty()
    stock = StringProperty()
    tray = StringProperty("none")
    tray_word = StringProperty()
    time = StringProperty()
    room_right = NumericProperty("56dp")


class Toolbar(GridLayout):
    """Row of actions at the bottom; undo is always the last."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    value = ObjectProperty(None, allownone=True)
