"""A player in the column of everybody."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.tappable import Tappable


class PlayerRow(Tappable, BoxLayout):
    """Two lines: name and change, groups and balance. Where owners watch for their own rent, a tap
    asks for it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        if self.value.ask:
            self.table.send(self.value.ask, self.shown, self.request)


class SlimRow(PlayerRow):
    """Three lines, for tables so long that there are two columns."""
