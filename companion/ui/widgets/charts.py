"""Drawn figures: the net worth chart, the progress bar and the arrow."""

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.metrics import dp, sp
from kivy.properties import AliasProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import theme


class Arrow(Widget):
    """Arrow to the right."""


class Progress(Widget):
    """Progress bar; ``done`` is from 0 to 1, ``reach`` the width of the bar."""

    done = NumericProperty(0)
    reach = AliasProperty(lambda bar: bar.width * bar.done, bind=["done", "width"])


EDGE = 62
"""Width of the amounts along the left edge."""


class WorthChart(Widget):
    """Line chart of net worth; ``value`` is a Chart."""

    value = ObjectProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("value", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.value or not self.value.lines:
            return
        with self.canvas:
            for amount, text in self.value.marks:
                self._draw_mark(self._height_of(amount), text)
            for line in self.value.lines:
                self._draw_line(line)

    def _draw_mark(self, y: float, text: str) -> None:
        Color(rgba=theme.LINE)
        Line(points=[self.x + dp(EDGE), y, self.right, y], width=dp(0.6))
        label = CoreLabel(text=text, font_size=sp(15))
        label.refresh()
        width, height = label.texture.size
        Color(rgba=theme.QUIET)
        corner = (self.x + dp(EDGE - 8) - width, y - height / 2)
        Rectangle(texture=label.texture, pos=corner, size=label.texture.size)

    def _draw_line(self, line: Any) -> None:
        step = (self.width - dp(EDGE + 6)) / max(1, self.value.width - 1)
        points = [
            place
            for i, amount in enumerate(line.values)
            for place in (self.x + dp(EDGE) + i * step, self._height_of(amount))
        ]
        Color(rgba=theme.player_color(line.seat))
        Line(points=points, width=dp(1.6), joint="round", cap="round")

    def _height_of(self, amount: int) -> float:
        return self.y + dp(12) + amount / self.value.top * (self.height - dp(24))
