"""The shape of a seat, in its colour."""

from kivy.properties import NumericProperty

from companion.ui import theme
from companion.ui.widgets.sign import Sign


class SeatSign(Sign):
    """Takes no room when it is nobody's (``seat`` -1)."""

    seat = NumericProperty(-1)
    side = NumericProperty("20dp")
    gap = NumericProperty("8dp")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("seat", "side", "gap"):
            self.fbind(name, self._take_seat)
        self._take_seat()

    def radius(self) -> float:
        return min(self.side, self.height) / 2

    def _take_seat(self, *_: object) -> None:
        self.shape = theme.player_shape(self.seat)
        self.color = theme.player_color(self.seat)
        self.size_hint_x = None
        self.width = self.side + self.gap if self.seat >= 0 else 0
