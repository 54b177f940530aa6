"""A player in the column of everybody."""

from kivy.properties import AliasProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.tappable import Tappable


class SeatRow(Tappable, BoxLayout):
    """A tap shows the player's deeds; where owners watch for their own rent, it asks for that."""

    value = ObjectProperty(rebind=True)
    strip = NumericProperty("10dp")
    """How wide the player's colour runs down the edge."""

    def _light(self) -> list[float]:
        return self.size if self.value and self.value.has_dice else [0, 0]

    light = AliasProperty(_light, bind=["size", "value"])
    """The size of what is lit: all of it for the player with the dice."""

    def on_release(self) -> None:
        if self.value.ask:
            self.table.send(self.value.ask, self.shown, self.request)
        else:
            self.table.properties_state.open(self.value.name)


class PlayerRow(SeatRow):
    """Two lines: name and change, groups and balance."""


class SlimRow(SeatRow):
    """Three lines, for tables so long that there are two columns."""
