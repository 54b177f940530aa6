"""Dice that are shown."""

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box

_LOW, _MIDDLE, _HIGH = 0.24, 0.5, 0.76
_DIAGONAL = ((_LOW, _HIGH), (_HIGH, _LOW))
_OTHER_DIAGONAL = ((_LOW, _LOW), (_HIGH, _HIGH))
_CENTRE = ((_MIDDLE, _MIDDLE),)
_SIDES = ((_LOW, _MIDDLE), (_HIGH, _MIDDLE))
FACES = {
    0: (),
    1: _CENTRE,
    2: _DIAGONAL,
    3: _DIAGONAL + _CENTRE,
    4: _DIAGONAL + _OTHER_DIAGONAL,
    5: _DIAGONAL + _OTHER_DIAGONAL + _CENTRE,
    6: _DIAGONAL + _OTHER_DIAGONAL + _SIDES,
}
"""Places of the pips of each face, in shares of its width; 0 is no die."""
PIP, CORNER, LIP = 0.19, 0.18, 3
"""Width of a pip and radius of a corner in shares of the face; height of the lip in dp."""


class Die(Widget):
    """Ivory die with a ``face`` from 1 to 6, as large as fits; 0 shows nothing."""

    face = NumericProperty(0)
    across = NumericProperty(0)
    """Width while the die has a face; 0 leaves the width to the layout."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("face", "pos", "size"):
            self.fbind(name, draw_soon)
        for name in ("face", "across"):
            self.fbind(name, self._take_room)
        self._take_room()
        draw_soon()

    def _take_room(self, *_: object) -> None:
        if self.across:
            self.size_hint_x, self.width = None, self.across if self.face else 0

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.face:
            return
        colors, lip = theme.colors, dp(LIP)
        side = round(min(self.width, self.height - lip))
        left = round(self.x + (self.width - side) / 2)
        bottom = round(self.y + (self.height - side - lip) / 2 + lip)
        thin, radius = max(1, round(dp(1))), side * CORNER
        face = Box(left, bottom, side, side)
        inner = Box(left + thin, bottom + thin, side - 2 * thin, side - 2 * thin)
        drawn = [
            *drawing.rounded_box(Box(left, bottom - lip, side, side), colors.die_lip, radius),
            *drawing.rounded_box(face, colors.die_edge, radius),
            *drawing.rounded_box(inner, colors.die, radius),
        ]
        pip = side * PIP
        for x, y in FACES[int(self.face)]:
            corner = Box(left + side * x - pip / 2, bottom + side * y - pip / 2, pip, pip)
            drawn += drawing.figure("disc", corner, colors.deed_ink)
        for instruction in drawn:
            self.canvas.add(instruction)
