"""An answer with what it does to whose balance."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

MOST_CHANGES = 2


class Weighed(BoxLayout):
    """``value`` is an Answer; ``changes`` are the balances that it would change."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    changes = ListProperty()
    shown = ListProperty()
    """Those of them that there is room for."""
    below = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        # Whoever answers comes first; a card that everybody pays for would fill the screen.
        first = [c for c in self.value.changes if c.player == self.value.player]
        others = [c for c in self.value.changes if c.player != self.value.player]
        self.changes = (first + others)[:MOST_CHANGES]
        self.below = dp(26) if self.changes else 0


class AnswerView(Weighed):
    """The button, and before and after under it."""

    wanted_height = NumericProperty("98dp")

    def on_width(self, *_: object) -> None:
        self._make_room()

    def on_value(self, *_: object) -> None:
        super().on_value()
        self._make_room()

    def _make_room(self) -> None:
        """A reason needs its lines where the button is narrow."""
        narrow = bool(self.value.reason) and self.width < dp(290)
        self.wanted_height = dp(124 if narrow else 98)


class ClaimStrip(Weighed):
    """A rent that may still be asked for, while the game goes on; before and after beside it, where
    there is room for them."""

    beside = NumericProperty("150dp")
    wanted_height = NumericProperty("68dp")

    def on_width(self, *_: object) -> None:
        self.shown = self.changes if self.width >= dp(320) else []
        self.beside = dp(150) if self.shown else 0

    def on_changes(self, *_: object) -> None:
        self.on_width()

    def on_value(self, *_: object) -> None:
        super().on_value()
        self.wanted_height = dp(86 if self.value.reason else 68)


class ChangeView(BoxLayout):
    """One balance, before and after; whose, its shape says."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    seat = NumericProperty(-1)
    before = StringProperty()
    after = StringProperty()

    def on_value(self, *_: object) -> None:
        self.seat = self.table.seat_of(self.value.player)
        self.before, self.after = f"{self.value.before:,}", f"{self.value.after:,}"
