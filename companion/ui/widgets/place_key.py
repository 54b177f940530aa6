"""A place on a lot: a house or a hotel stands there, or could."""

from kivy.graphics import Color, Line, Mesh
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.tappable import Tappable

_HOUSE = ((-0.7, -0.75), (0.7, -0.75), (0.7, 0.1), (0.0, 0.85), (-0.7, 0.1))
_HOTEL = ((-1.0, -0.75), (1.0, -0.75), (1.0, 0.25), (0.55, 0.8), (-0.55, 0.8), (-1.0, 0.25))


class PlaceKey(Tappable, Widget):
    """``value`` is a Place: full where a building stands, an outline where one could."""

    value = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("value", "pos", "size", "state"):
            self.fbind(name, self._draw)
        self._draw()

    def on_release(self) -> None:
        self.table.properties_state.touch(self.value.deed, self.value.rank)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        fill, edge = theme.PLACES[self.value.state]
        radius = min(self.size) * 0.32
        points = [
            (self.x + self.width / 2 + radius * x, self.y + self.height / 2 + radius * y)
            for x, y in (_HOTEL if self.value.hotel else _HOUSE)
        ]
        with self.canvas:
            Color(rgba=theme.pressed(fill, self.state))
            Mesh(
                vertices=[part for x, y in points for part in (x, y, 0, 0)],
                indices=list(range(len(points))),
                mode="triangle_fan",
            )
            Color(rgba=edge)
            Line(points=[part for point in points for part in point], width=dp(1.2), close=True)
