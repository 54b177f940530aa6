"""An answer with what it does to whose balance."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

MOST_CHANGES = 3


class AnswerView(BoxLayout):
    """The button, and before and after under it."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    below = NumericProperty(0)
    changes = ListProperty()

    def on_value(self, *_: object) -> None:
        # Whoever answers comes first; a card that everybody pays for would fill the screen.
        first = [c for c in self.value.changes if c.player == self.value.player]
        others = [c for c in self.value.changes if c.player != self.value.player]
        self.changes = (first + others)[:MOST_CHANGES]
        self.below = dp(26) if self.changes else 0


class ClaimStrip(AnswerView):
    """A rent that may still be asked for, while the game goes on."""


class ChangeView(BoxLayout):
    """One balance, before and after."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
