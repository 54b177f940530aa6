"""The sign of a player, drawn: never a character that a font might lack."""

from math import cos, pi, sin

from kivy.graphics import Color, Mesh
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui import theme

Points = list[tuple[float, float]]


def _round(corners: int, turn: float = 0.25, inner: float = 1.0) -> Points:
    """Corners on a circle, the first one at ``turn`` of it; every other one drawn ``inner``."""
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


class Sign(Widget):
    """The shape of that name, as large as fits."""

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
        """Half of what it fills, from the left."""
        return min(self.size) / 2

    def _draw(self, *_: object) -> None:
        points = _SHAPES.get(self.shape, [])
        # Not by center_x: its cache may be older than the size that is told here.
        radius = self.radius()
        across, up = self.x + radius, self.y + self.height / 2
        fan = [(0.0, 0.0), *points, *points[:1]] if points else []
        self._mesh.vertices = [
            number for x, y in fan for number in (across + radius * x, up + radius * y, 0, 0)
        ]
        self._mesh.indices = list(range(len(fan)))
