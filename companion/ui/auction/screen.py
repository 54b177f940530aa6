"""The auction: the whole screen, a block for every bidder, several hands at once."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.text import NO_SHARE


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


class AuctionScreen(Screen):
    """One row of blocks for four bidders, two for more."""

    table = ObjectProperty(rebind=True)
    columns = NumericProperty(4)
    block = StringProperty("Bidder")
    lot_direction = StringProperty("horizontal")
    verbs_hint = NumericProperty(0.66)
    lot_height = NumericProperty("98dp")
    gap = NumericProperty("8dp")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(blocks=self._arrange)
        self.bind(size=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        count = max(1, len(self.table.blocks))
        upright = self.height > self.width
        self.columns = _columns_upright(count) if upright else _columns(count)
        # The keys must not get smaller than a finger, however many bid.
        few = count <= 4
        self.block = _block(self.columns, count)
        self.lot_direction = "vertical" if upright else "horizontal"
        self.verbs_hint = 1 if upright else 0.66
        self.lot_height = dp(188 if upright else 98)
        self.gap = dp(8 if few else 5)


def _block(columns: int, count: int) -> str:
    """The widget for a bidder."""
    if columns > 4:
        return "SlimBidder"
    if count > 8:
        return "NarrowBidder"
    return "Bidder" if count <= 4 else "LowBidder"


def _columns(count: int) -> int:
    return count if count <= 4 else -(-count // 2)


def _columns_upright(count: int) -> int:
    return 2 if count <= 8 else 3
