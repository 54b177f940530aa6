"""Things to pick from: a grid of tiles, as many beside each other as there is room for."""

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.repeat import Repeat
from companion.ui.widgets.tappable import Tappable

GAP = 6


class PickTile(Tappable, BoxLayout):
    """``value`` is a Tile."""

    value = ObjectProperty(rebind=True)


class Tiles(Repeat):
    """``narrowest`` and ``lowest`` are what a tile needs; they are as large as fits."""

    narrowest = NumericProperty("150dp")
    least = NumericProperty("120dp")
    """What must do for its width where they would have to be scrolled otherwise."""
    lowest = NumericProperty("49dp")
    tallest = NumericProperty("76dp")
    room = NumericProperty(0)
    """How high the tiles together may be before they must be scrolled."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.row_force_default = True
        for name in ("width", "room", "values", "narrowest", "least"):
            self.fbind(name, self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.cols = self._beside(self.narrowest)
        if self._row_count() * (self.lowest + dp(GAP)) > self.room:
            self.cols = self._beside(min(self.narrowest, self.least))
        share = (self.room + dp(GAP)) / self._row_count() - dp(GAP)
        self.row_default_height = max(self.lowest, min(self.tallest, share))

    def _beside(self, width: float) -> int:
        return max(1, int((self.width + dp(GAP)) // (width + dp(GAP))))

    def _row_count(self) -> int:
        return max(1, -(-len(self.values) // self.cols))
