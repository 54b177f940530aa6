"""The auction: the whole screen, a block for every bidder, several hands at once."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen


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
