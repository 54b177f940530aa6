"""The edge above the play screen: edition, board, the bank's stock, the tray, the time."""

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class TopBar(BoxLayout):
    """Nothing to tap."""

    edition = StringProperty()
    board = StringProperty()
    stock = StringProperty()
    tray = StringProperty("none")
    tray_word = StringProperty()
    time = StringProperty()
    room_right = NumericProperty("56dp")
