"""Players: markers, tabs and rows."""

from math import cos, pi, sin

from kivy.graphics import Color, Mesh
from kivy.properties import (
    AliasProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.lists import Repeater

Points = list[tuple[float, float]]


def _round(corners: int, turn: float = 0.25, inner: float = 1.0) -> Points:
    """Return corners on a circle, the first at ``turn``; odd ones at radius ``inner``."""
    angles = [2 * pi * (turn + i / corners) for i in range(corners)]
    radii = [inner if i % 2 else 1.0 for i in range(corners)]
    return [(r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True)]


_SHAPES: dict[str, Points] = {
    "circle": [(0.88 * x, 0.88 * y) for x, y in _round(32)],
    "square": [(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)],
    "triangle": [(-0.95, -0.75), (0.95, -0.75), (0.0, 0.95)],
    "diamond": _round(4),
    "star": _round(10, inner=0.45),
    "pentagon": _round(5),
    "cross": [
        (-0.33, -0.95), (0.33, -0.95), (0.33, -0.33), (0.95, -0.33), (0.95, 0.33), (0.33, 0.33),
        (0.33, 0.95), (-0.33, 0.95), (-0.33, 0.33), (-0.95, 0.33), (-0.95, -0.33), (-0.33, -0.33),
    ],
    "hexagon": _round(6),
    "wedge": [(-0.95, 0.75), (0.0, -0.95), (0.95, 0.75)],
    "hourglass": [(-0.8, -0.9), (0.0, -0.05), (0.8, -0.9), (0.8, 0.9), (0.0, 0.05), (-0.8, 0.9)],
    "bow": [(0.9, -0.8), (0.05, 0.0), (0.9, 0.8), (-0.9, 0.8), (-0.05, 0.0), (-0.9, -0.8)],
    "kite": [(0.0, 0.95), (0.7, 0.3), (0.0, -0.95), (-0.7, 0.3)],
}  # fmt: skip


class PlayerMarker(Widget):
    """Shape of a player, as large as fits."""

    shape = StringProperty()
    color = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            self._paint = Color(rgba=self.color)
            self._mesh = Mesh(mode="triangle_fan")
        for name in ("shape", "pos", "size"):
            self.fbind(name, self._draw)
        self._draw()

    def on_color(self, *_: object) -> None:
        if hasattr(self, "_paint"):
            self._paint.rgba = self.color

    def radius(self) -> float:
        """Return the radius; the shape begins at the left edge."""
        return min(self.size) / 2

    def _draw(self, *_: object) -> None:
        points = _SHAPES.get(self.shape, [])
        # Not center_x: its cached value may be older than the size.
        radius = self.radius()
        across, up = self.x + radius, self.y + self.height / 2
        fan = [(0.0, 0.0), *points, *points[:1]] if points else []
        self._mesh.vertices = [
            number for x, y in fan for number in (across + radius * x, up + radius * y, 0, 0)
        ]
        self._mesh.indices = list(range(len(fan)))


class SeatSign(PlayerMarker):
    """Marker of a seat; takes no room for nobody (``seat`` -1)."""

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


class PlayerTab(Tappable, AnchorLayout):
    """Tab of a player's Tile."""

    value = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        self.parent.picked(self.value.key)


class PlayerTabs(Repeater):
    """Tabs of several players, one of them open; dispatches ``on_pick`` with the key."""

    __events__ = ("on_pick",)

    def picked(self, key: str) -> None:
        """Dispatch ``on_pick`` for a tapped tab."""
        self.dispatch("on_pick", key)

    def on_pick(self, key: str) -> None:
        """Handle a tap on the tab of another player."""


class SeatRow(Tappable, BoxLayout):
    """Row of a player.

    A tap shows the player's deeds or, where owners watch for their own rent, asks for that rent.
    """

    value = ObjectProperty(rebind=True)
    strip = NumericProperty("10dp")
    """Width of the player's colour at the edge."""

    def _light(self) -> list[float]:
        return self.size if self.value and self.value.has_dice else [0, 0]

    light = AliasProperty(_light, bind=["size", "value"])
    """Size of the highlight: all of the row for the player with the dice."""

    def on_release(self) -> None:
        if self.value.ask:
            self.table.submit(self.value.ask, self.shown, self.request)
        else:
            self.table.properties_state.open(self.value.name)


class PlayerRow(SeatRow):
    """Row of two lines: name and change, groups and balance."""


class SlimRow(SeatRow):
    """Row of three lines, used in two columns."""


class StandingHead(BoxLayout):
    """Heading of the final standings."""

    titles = ListProperty(["", "", "", ""])


class StandingRow(BoxLayout):
    """Row of a player in the final standings."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
