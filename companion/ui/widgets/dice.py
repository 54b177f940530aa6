"""Dice: shown, and tapped in by hand."""

from kivy.graphics import Color, Ellipse, RoundedRectangle
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.buttons import Tappable

_LEFT, _MIDDLE, _RIGHT = 0.24, 0.5, 0.76
_SEGMENTS = 24
"""Segments of a pip's edge: Kivy's default of 180 is too many for twelve pixels."""
_CORNERS = [(_LEFT, _RIGHT), (_RIGHT, _LEFT)]
_OTHER_CORNERS = [(_LEFT, _LEFT), (_RIGHT, _RIGHT)]
_CENTRE = [(_MIDDLE, _MIDDLE)]
_SIDES = [(_LEFT, _MIDDLE), (_RIGHT, _MIDDLE)]
_PIPS = {
    0: [],
    1: _CENTRE,
    2: _CORNERS,
    3: _CORNERS + _CENTRE,
    4: _CORNERS + _OTHER_CORNERS,
    5: _CORNERS + _OTHER_CORNERS + _CENTRE,
    6: _CORNERS + _OTHER_CORNERS + _SIDES,
}


class Die(Widget):
    """Die with a ``face`` from 1 to 6; 0 shows nothing."""

    face = NumericProperty(0)
    paint = ColorProperty(theme.DIE)
    across = NumericProperty(0)
    """Width while the die has a face; 0 leaves the width to the layout."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("face", "pos", "size", "paint"):
            self.fbind(name, self._draw)
        for name in ("face", "across"):
            self.fbind(name, self._take_room)
        self._take_room()
        self._draw()

    def _take_room(self, *_: object) -> None:
        if self.across:
            self.size_hint_x, self.width = None, self.across if self.face else 0

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.face:
            return
        side = min(self.size)
        left, bottom = self.x + (self.width - side) / 2, self.y + (self.height - side) / 2
        pip = side * 0.2
        with self.canvas:
            Color(rgba=self.paint)
            RoundedRectangle(pos=(left, bottom), size=(side, side), radius=[side * 0.16])
            Color(rgba=theme.PIP)
            for x, y in _PIPS[int(self.face)]:
                corner = (left + side * x - pip / 2, bottom + side * y - pip / 2)
                Ellipse(pos=corner, size=(pip, pip), segments=_SEGMENTS)


class DieKey(Tappable, AnchorLayout):
    """Key of one of the six faces."""

    face = NumericProperty(0)


class FirstDie(Tappable, AnchorLayout):
    """Face tapped first; a tap takes it back."""

    face = NumericProperty(0)


class DiceKeys(BoxLayout):
    """Keys to tap in two dice.

    The first face is shown beside the keys until the second one is tapped, and can be taken back.
    ``value`` is the number of the expected move and the number of keys in a row.
    """

    table = ObjectProperty(None, allownone=True, rebind=True)
    value = ObjectProperty((0, 7))
    first = NumericProperty(0)
    hint = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(hint=self._explain)
        self.bind(first=self._explain)
        self._explain()

    def _explain(self, *_: object) -> None:
        self.hint = self.table.words["second"] if self.first else self.table.hint

    def tapped(self, key: DieKey) -> None:
        """Remember the first face; with the second one, make the roll."""
        if not self.first:
            self.first = key.face
            return
        first, self.first = self.first, 0
        self.table.throw(first, key.face, key.shown, key.request)

    def correct(self) -> None:
        """Take the first face back."""
        self.first = 0

    def on_value(self, *_: object) -> None:
        """Forget the first face: another move is expected."""
        self.first = 0
