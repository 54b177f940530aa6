"""One bidder's part of an auction."""

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.answer_button import AnswerButton


class LotView(BoxLayout):
    """What is under the hammer, the high bid, and the hammer."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class Bidder(BoxLayout):
    """Raises and a pass, in the bidder's colour, to be reached from that side of the table."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class BidKey(AnswerButton):
    """A raise, or a pass. ``value`` is a Key."""

    def meaning(self) -> object:
        return self.value.answer
