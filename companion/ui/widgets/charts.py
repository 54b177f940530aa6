"""Drawn figures: the net worth chart, bars, awards, the progress bar and the arrow."""

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.graphics.instructions import Instruction
from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn
from companion.ui.widgets.layout import BoxLayout


class Arrow(Widget):
    """Arrow to the right."""


class Progress(Widget):
    """Progress bar; ``done`` is from 0 to 1, ``reach`` the width of the bar."""

    done = NumericProperty(0)
    reach = AliasProperty(lambda bar: bar.width * bar.done, bind=["done", "width"])


EDGE = 92
"""Width of the amounts along the left edge."""


class WorthChart(Widget):
    """Line chart of net worth; ``value`` is a Chart.

    ``swings`` are values with a ``number`` and a place ``at`` from 0 to 1: each is a line upwards.
    """

    value = ObjectProperty()
    swings = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("value", "swings", "pos", "size"):
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
            for swing in self.swings:
                self._draw_swing(swing)

    def _draw_mark(self, y: float, text: str) -> None:
        Color(rgba=theme.colors.line)
        Line(points=[self.x + dp(EDGE), y, self.right, y], width=dp(0.6))
        label = CoreLabel(text=text, font_size=sp(26), font_name=theme.TEXT_FONT)
        label.refresh()
        width, height = label.texture.size
        Color(rgba=theme.colors.quiet)
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

    def _draw_swing(self, swing: Any) -> None:
        x = self.x + dp(EDGE) + swing.at * (self.width - dp(EDGE + 6))
        side = dp(34)
        Color(rgba=[*theme.colors.ink[:3], 0.6])
        Line(points=[x, self.y, x, self.top - side], width=dp(0.8), dash_length=2, dash_offset=5)
        Color(rgba=theme.colors.ink)
        Ellipse(pos=(x - side / 2, self.top - side), size=(side, side))
        label = CoreLabel(text=str(swing.number), font_size=sp(26), font_name=theme.TITLE_FONT)
        label.refresh()
        width, height = label.texture.size
        Color(rgba=theme.colors.sheet)
        corner = (x - width / 2, self.top - side / 2 - height / 2)
        Rectangle(texture=label.texture, pos=corner, size=label.texture.size)

    def _height_of(self, amount: int) -> float:
        return self.y + dp(12) + amount / self.value.top * (self.height - dp(58))


class ShareBar(Drawn):
    """Bar in a player's colour; ``share`` is from -1 to 1 around the middle, or from 0 to 1."""

    seat = NumericProperty(-1)
    share = NumericProperty(0)
    both_ways = BooleanProperty(False)
    drawn_from = ("seat", "share", "both_ways")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the bar, and a line where it begins."""
        start = box.center[0] if self.both_ways else box.x
        reach = (box.width / 2 if self.both_ways else box.width) * self.share
        height = min(box.height - dp(8), dp(34))
        low = box.center[1] - height / 2
        return [
            Color(rgba=theme.player_fill(self.seat)),
            RoundedRectangle(
                pos=(min(start, start + reach), low), size=(abs(reach), height), radius=[dp(6)]
            ),
            Color(rgba=theme.colors.ink),
            RoundedRectangle(pos=(start - dp(1), box.y), size=(dp(2), box.height), radius=[0]),
        ]


class AwardSign(Drawn):
    """Token of the player who earned an award, or the property that did."""

    seat = NumericProperty(-1)
    group = StringProperty()
    drawn_from = ("seat", "group")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return a small title deed or a token in the middle of ``box``."""
        x, y = box.center
        if not self.group:
            side = min(box.width, dp(44))
            place = Box(x - side / 2, y - side / 2, side, side)
            return drawing.token(int(self.seat), place) if self.seat >= 0 else []
        width, height = dp(32), dp(44)
        left, low = x - width / 2, y - height / 2
        card = Box(left, low, width, height)
        paper = Box(left + dp(2), low + dp(2), width - dp(4), height * 0.58)
        band = Box(left + dp(2), low + height * 0.62, width - dp(4), height * 0.38 - dp(2))
        return [
            *drawing.filled(card, theme.colors.ink),
            *drawing.filled(paper, theme.colors.deed),
            *drawing.filled(band, theme.group_color(self.group)),
        ]


class AwardRow(BoxLayout):
    """Award: its title, and who earned it."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
