"""The deeds that somebody holds, by their groups."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.page import Page
from companion.ui.widgets.tappable import Tappable

PLACE = 48
"""How wide a place for a building is."""


class HeldGroupView(Page):
    """The deeds of one group, close together."""


class HeldDeedView(Page):
    """One deed, and beside it its places for buildings."""

    places_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.places_width = dp(PLACE) * len(self.value.places)


class DeedKey(Tappable, BoxLayout):
    """The deed itself: a tap shows what can be done with it."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.table.holdings.choose(self.value.key)
