"""Drawn figures: the net worth chart, bars, awards, the progress bar and the arrow."""

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.graphics.instructions import Instruction
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
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
BELOW = 36
"""Height of the turns along the lower edge."""
SHAPES = 6
"""About how often a player's shape is on the line."""
DISC = 34
"""Diameter of the number of a move."""


class NumberDisc(Drawn):
    """Number on a dark disc."""

    number = NumericProperty(0)
    drawn_from = ("number",)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return disc and number in ``box``."""
        return _disc(int(self.number), box)


def _disc(number: int, box: Box) -> list[Instruction]:
    texture = _texture(str(number), theme.TITLE_FONT)
    width, height = texture.size
    corner = (box.center[0] - width / 2, box.center[1] - height / 2)
    return [
        Color(rgba=theme.colors.ink),
        Ellipse(pos=(box.x, box.y), size=(box.width, box.height)),
        Color(rgba=theme.colors.sheet),
        Rectangle(texture=texture, pos=corner, size=texture.size),
    ]


def _texture(text: str, font: str) -> Texture:
    label = CoreLabel(text=text, font_size=sp(26), font_name=font)
    label.refresh()
    return label.texture


class WorthChart(Drawn):
    """Line chart of worth, or of chances; ``value`` is a Chart.

    ``swings`` are values with a ``number``, a place ``at`` from 0 to 1 and the ``spot`` of the line
    there: each is a line upwards.
    """

    value = ObjectProperty()
    swings = ListProperty()
    drawn_from = ("value", "swings")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the axes, the lines and the numbers of moves."""
        if not self.value or not self.value.lines:
            return []
        drawn: list[Instruction] = []
        for amount, text in self.value.marks:
            drawn += self._mark(self._height_of(amount), text)
        for place, text in self.value.turns:
            drawn += self._turn(place, text)
        for line in self.value.lines:
            drawn += self._line(line)
        taken: list[tuple[float, int]] = []
        for swing in self.swings:
            x = self._place_of(swing.at)
            near = {level for other, level in taken if abs(x - other) < dp(DISC)}
            taken.append((x, min({*range(len(taken) + 1)} - near)))
            drawn += self._swing(swing, *taken[-1])
        return drawn

    def _mark(self, y: float, text: str) -> list[Instruction]:
        texture = _texture(text, theme.TEXT_FONT)
        width, height = texture.size
        corner = (self.x + dp(EDGE - 8) - width, y - height / 2)
        return [
            Color(rgba=theme.colors.line),
            Line(points=[self.x + dp(EDGE), y, self.right, y], width=dp(0.6)),
            Color(rgba=theme.colors.quiet),
            Rectangle(texture=texture, pos=corner, size=texture.size),
        ]

    def _turn(self, place: float, text: str) -> list[Instruction]:
        texture = _texture(text, theme.TEXT_FONT)
        corner = (self._place_of(place) - place * texture.width, self.y)
        return [
            Color(rgba=theme.colors.quiet),
            Rectangle(texture=texture, pos=corner, size=texture.size),
        ]

    def _line(self, line: Any) -> list[Instruction]:
        step = 1 / max(1, self.value.width - 1)
        points = [
            place
            for i, amount in enumerate(line.values)
            for place in (self._place_of(i * step), self._height_of(amount))
        ]
        color = theme.player_color(line.marker)
        drawn = [
            Color(rgba=color),
            Line(points=points, width=dp(1.6), joint="round", cap="round"),
        ]
        # Shapes of different players are at different places, so that lines may lie on each other.
        every = max(1, self.value.width // SHAPES)
        first = every * (1 + line.marker % SHAPES / SHAPES)
        places = [(round(first) + step, dp(16)) for step in range(0, len(line.values), every)]
        for place, side in [*places, (len(line.values) - 1, dp(24))]:
            if place < len(line.values):
                x, y = points[2 * place : 2 * place + 2]
                box = Box(x - side / 2, y - side / 2, side, side)
                drawn += drawing.player_shape(line.marker, box, color)
        return drawn

    def _swing(self, swing: Any, x: float, level: int) -> list[Instruction]:
        side, dot = dp(DISC), dp(14)
        low, y = self.top - (level + 1) * side, self._height_of(swing.spot)
        return [
            Color(rgba=[*theme.colors.ink[:3], 0.6]),
            Line(points=[x, min(y, low), x, low], width=dp(0.8), dash_length=2, dash_offset=5),
            Color(rgba=theme.colors.sheet),
            Ellipse(pos=(x - dot / 2, y - dot / 2), size=(dot, dot)),
            Color(rgba=theme.colors.ink),
            Line(circle=(x, y, dot / 2), width=dp(1.4)),
            *_disc(swing.number, Box(x - side / 2, low, side, side)),
        ]

    def _place_of(self, share: float) -> float:
        return float(self.x + dp(EDGE) + share * (self.width - dp(EDGE + 14)))

    def _height_of(self, amount: int) -> float:
        room = self.height - dp(BELOW + 12 + DISC / 2)
        return float(self.y + dp(BELOW + 6) + amount / self.value.top * room)


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


class AwardSign(Drawn):
    """Token of the player who earned an award, or the property that did."""

    marker = NumericProperty(-1)
    group = StringProperty()
    drawn_from = ("marker", "group")

    def instructions(self, box: Box) -> list[Instruction]:
        """Return a small title deed or a token in the middle of ``box``."""
        x, y = box.center
        if not self.group:
            side = min(box.width, dp(44))
            place = Box(x - side / 2, y - side / 2, side, side)
            return drawing.token(int(self.marker), place) if self.marker >= 0 else []
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

    def on_value(self, *_: object) -> None:
        self.height = self.height_for(self.value.lines)

    @staticmethod
    def height_for(lines: int) -> float:
        """Return the height of a row with ``lines`` lines below its title."""
        return dp(37) + lines * dp(32)
