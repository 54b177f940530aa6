"""One bidder's part of an auction."""

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.answer_button import AnswerButton
from companion.ui.widgets.fit_label import NO_SHARE


class LotName(BoxLayout):
    """What is under the hammer, the high bid, and whose it is."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class LotVerbs(BoxLayout):
    """Everybody's deeds, to raise cash on; the history, undo, the hammer, the menu."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class Bidder(BoxLayout):
    """Raises and a pass, in the bidder's colour, to be reached from that side of the table."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    key_columns = NumericProperty(2)
    cash_height = NumericProperty("26dp")
    cash = StringProperty()
    raises = ListProperty()
    passes = ListProperty()
    """The pass, where it has a row of its own."""
    passes_hint = NumericProperty(1)

    def on_value(self, *_: object) -> None:
        if self.value is None:
            return
        keys = [*self.value.raises, self.value.passes]
        beside = 5 if self.key_columns == 3 else 4
        self.cash = self.value.cash if self.cash_height else ""
        self.raises, self.passes = keys[:beside], keys[beside:]
        self.passes_hint = len(self.passes) or NO_SHARE

    def on_key_columns(self, *_: object) -> None:
        self.on_value()

    def on_cash_height(self, *_: object) -> None:
        self.on_value()


class LowBidder(Bidder):
    """Two rows of keys, where there are two rows of bidders."""


class NarrowBidder(LowBidder):
    """Three beside each other, for the longest tables upright: a long name loses its end."""


class SlimBidder(Bidder):
    """Nothing but the name and the keys, for the longest tables."""


class BidKey(AnswerButton):
    """A raise, or a pass. ``value`` is a Key."""

    def meaning(self) -> object:
        return self.value.answer
