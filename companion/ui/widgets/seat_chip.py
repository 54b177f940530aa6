"""A name at the set-up: at the table, or one that could be."""

from kivy.properties import ObjectProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.page import Page
from companion.ui.widgets.tappable import Tappable


class SeatChip(Page):
    """A name, and once it sits the sign by which it is known. ``value`` is a Chip."""


class NameKey(Tappable, BoxLayout):
    """Tapped it sits down, tapped again it gets up."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        seating = self.table.seating
        change = seating.remove if self.value.seated else seating.add
        change(self.value.name)


class SignKey(Tappable, AnchorLayout):
    """The sign: tapped it can be changed."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.seating.ask_sign(self.value.name)
