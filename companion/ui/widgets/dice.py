"""Dice: shown, and tapped in on two rows of keys."""

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
)
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.keys import Key
from companion.ui.widgets.layout import GridLayout

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
SIDES = range(1, 7)
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


class DieKey(Key):
    """Key for a ``face`` of the first or the second die (``die`` 0 or 1)."""

    die = NumericProperty(0)
    face = NumericProperty(0)


class DiceKeys(GridLayout):
    """Two rows of keys, one for each die; when both have a key lit, the roll is made.

    The keys never move. A tap on another key of the same row corrects the die. ``value`` is the
    number of the expected move: another one forgets what was tapped. ``marker`` is the player whose
    colour lit keys have.
    """

    table = ObjectProperty(None, allownone=True, rebind=True)
    value = NumericProperty(0)
    marker = NumericProperty(-1)
    faces = ListProperty([0, 0])
    """Faces tapped so far."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for die in range(2):
            for face in SIDES:
                key = DieKey(die=die, face=face)
                key.bind(on_release=self._tap)
                self.add_widget(key)
        for name in ("table", "faces", "marker"):
            self.fbind(name, self._light)
        self._light()

    def _light(self, *_: object) -> None:
        for key in self.children:
            key.table = self.table
            is_lit = self.faces[key.die] == key.face
            key.fill = theme.player_fill(self.marker) if is_lit else theme.colors.sunk
            key.lip = theme.player_lip(self.marker) if is_lit else theme.colors.key_lip

    def _tap(self, key: DieKey) -> None:
        faces = [*self.faces]
        faces[key.die] = int(key.face)
        if all(faces):
            self.faces = [0, 0]
            self.roll(faces, key)
        else:
            self.faces = faces

    def roll(self, faces: list[int], key: DieKey) -> None:
        """Play the roll; ``key`` was tapped last."""
        self.table.roll(*faces, key.shown, key.request)

    def on_value(self, *_: object) -> None:
        """Forget what was tapped: another move is expected."""
        self.faces = [0, 0]
