"""The dice, entered by hand: two taps."""

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.tappable import Tappable


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
