"""Drawn figures: the net worth chart, bars, awards, the progress bar and the arrow."""

from kivy.graphics import Color, Ellipse, Line, RoundedRectangle
from kivy.graphics.instructions import Instruction
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    OptionProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.drawing import Drawn


class Arrow(Widget):
    """Arrow to the right."""


class Progress(Widget):
    """Progress bar; ``done`` is from 0 to 1, ``reach`` the width of the bar."""

    done = NumericProperty(0)
    reach = AliasProperty(lambda bar: bar.width * bar.done, bind=["done", "width"])


class ShareBar(Drawn):
    """Bar in a player's colour; ``share`` is from -1 to 1 around the middle, or from 0 to 1."""

    marker = NumericProperty(-1)
    share = NumericProperty(0)
    both_ways = BooleanProperty(False)
    look = OptionProperty("", options=["", "hollow", "hatched"])
    drawn_from = ("marker", "share", "both_ways", "look")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the bar, and a line where it begins."""
        start = box.center[0] if self.both_ways else box.x
        reach = (box.width / 2 if self.both_ways else box.width) * self.share
        height = min(box.height - dp(8), dp(34))
        low = box.center[1] - height / 2
        bar = Box(min(start, start + reach), low, abs(reach), height)
        return [
            Color(rgba=theme.player_fill(self.marker)),
            RoundedRectangle(pos=(bar.x, bar.y), size=(bar.width, height), radius=[dp(6)]),
            *self._inside(bar),
            Color(rgba=theme.colors.ink),
            RoundedRectangle(pos=(start - dp(1), box.y), size=(dp(2), box.height), radius=[0]),
        ]

    def _inside(self, bar: Box) -> list[Instruction]:
        """Return what makes a bar hollow or hatched."""
        edge = dp(3)
        inner = Box(bar.x + edge, bar.y + edge, bar.width - 2 * edge, bar.height - 2 * edge)
        if not self.look or inner.width <= 0:
            return []
        if self.look == "hollow":
            return drawing.filled(inner, theme.colors.sheet)
        return drawing.hatching(inner, 1.0)


class TrendLine(Drawn):
    """Line of ``values`` from -1 to 1, above and below a line in the middle."""

    values = ListProperty()
    drawn_from = ("values",)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the middle, the line and a dot at its end."""
        if not self.values:
            return []
        dot, (_, middle) = dp(12), box.center
        step = (box.width - dot) / max(1, len(self.values) - 1)
        points = [
            place
            for number, value in enumerate(self.values)
            for place in (box.x + number * step, middle + value * (box.height - dot) / 2)
        ]
        end = points[-2] - dot / 2, points[-1] - dot / 2
        return [
            Color(rgba=theme.colors.line),
            Line(points=[box.x, middle, box.x + box.width, middle], width=dp(0.6)),
            Color(rgba=theme.colors.ink),
            Line(points=points, width=dp(1.6), joint="round", cap="round"),
            Ellipse(pos=end, size=(dot, dot)),
        ]
