"""Dice, shown and entered by hand."""

from kivy.graphics import Color, Ellipse, RoundedRectangle
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.buttons import Tappable

_LEFT, _MIDDLE, _RIGHT = 0.24, 0.5, 0.76
_SEGMENTS = 24
"""Of a pip's edge. Kivy would take 180, of which a pip of twelve dots has no use."""
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
    """``face`` 1 to 6; with 0 there is no die."""

    face = NumericProperty(0)
    paint = ColorProperty(theme.DIE)
    across = NumericProperty(0)
    """How wide it is while there is one; 0: as it is laid."""

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
    """One of the six faces."""

    face = NumericProperty(0)


class FirstDie(Tappable, AnchorLayout):
    """Where the first die is shown; a tap takes it back."""

    face = NumericProperty(0)


class DiceKeys(BoxLayout):
    """Six faces. The first one tapped is shown beside them until the second, and can be taken
    back. ``value`` is the number of the move that is awaited, and how many keys a row has."""

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
        """The first of the two, or the second, which makes a throw of them."""
        if not self.first:
            self.first = key.face
            return
        first, self.first = self.first, 0
        self.table.throw(first, key.face, key.shown, key.request)

    def correct(self) -> None:
        """Not that one."""
        self.first = 0

    def on_value(self, *_: object) -> None:
        """Another move is awaited: half a throw does not count for it."""
        self.first = 0
