"""The auction: the whole screen, a block for every bidder, several hands at once."""

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen


class AuctionScreen(Screen):
    """One row of blocks for four bidders, two for more."""

    table = ObjectProperty(rebind=True)
    columns = NumericProperty(4)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(blocks=self._arrange)
        self.bind(size=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        count = max(1, len(self.table.blocks))
        rows = 1 if count <= 4 else 2
        if self.height > self.width:
            rows = 2 if count <= 4 else -(-count // 3)
        self.columns = -(-count // rows)
