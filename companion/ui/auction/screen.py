"""Widgets of the auction screen.

Each bidder has a block of buttons, so that several people can bid at the same time.
"""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.ui.widgets.buttons import AnswerButton
from companion.ui.widgets.text import NO_SHARE


class LotName(BoxLayout):
    """Heading with the auctioned item, the high bid and the high bidder."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class LotVerbs(BoxLayout):
    """Action bar of the auction.

    It leads to everybody's deeds, on which bidders can raise cash, and has undo and the hammer.
    """

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class Bidder(BoxLayout):
    """Block of one bidder, in the player's colour: raises and a pass."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)
    key_columns = NumericProperty(2)
    cash_height = NumericProperty("26dp")
    cash = StringProperty()
    raises = ListProperty()
    passes = ListProperty()
    """Pass button, if it has a row of its own."""
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
    """Block with two rows of keys, if the bidders need two rows."""


class NarrowBidder(LowBidder):
    """Narrow block for nine or more bidders on an upright screen; long names are cut."""


class SlimBidder(Bidder):
    """Block with only the name and the keys, for the largest tables."""


class BidKey(AnswerButton):
    """Key for a raise or a pass. ``value`` is a ``Key``."""

    def meaning(self) -> object:
        return self.value.answer


class AuctionScreen(Screen):
    """Auction of the current game: up to four blocks in a row, two rows for more."""

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
        # Keep the keys large enough for a finger, however many players bid.
        few = count <= 4
        self.block = _block(self.columns, count)
        self.lot_direction = "vertical" if upright else "horizontal"
        self.verbs_hint = 1 if upright else 0.66
        self.lot_height = dp(188 if upright else 98)
        self.gap = dp(8 if few else 5)


def _block(columns: int, count: int) -> str:
    """Return the name of the widget class for a bidder's block."""
    if columns > 4:
        return "SlimBidder"
    if count > 8:
        return "NarrowBidder"
    return "Bidder" if count <= 4 else "LowBidder"


def _columns(count: int) -> int:
    return count if count <= 4 else -(-count // 2)


def _columns_upright(count: int) -> int:
    return 2 if count <= 8 else 3
