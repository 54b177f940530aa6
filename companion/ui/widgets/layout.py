"""Containers: optional content, pages, and columns that become rows."""

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.ui.widgets.text import NO_SHARE


class Optional(BoxLayout):
    """Container that takes no room and no touches unless ``there`` is true.

    Otherwise it is ``room`` high, ``across`` wide, or ``share`` of the height of its parent.
    """

    there = ObjectProperty(None, allownone=True)
    room = NumericProperty(0)
    across = NumericProperty(0)
    share = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("there", "room", "across", "share"):
            self.fbind(name, self._take_room)
        self._take_room()

    def _take_room(self, *_: object) -> None:
        there = bool(self.there)
        self.opacity, self.disabled = float(there), not there
        if self.room:
            self.size_hint_y, self.height = None, self.room * there
        if self.across:
            self.size_hint_x, self.width = None, self.across * there
        if self.share:
            self.size_hint_y = self.share if there else NO_SHARE


class Page(BoxLayout):
    """Page of a screen; ``value`` is the state of the screen."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class SideBySide(GridLayout):
    """Two columns, or two rows in an upright window."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(cols=2, **kwargs)

    def on_size(self, *_: object) -> None:
        window = self.get_root_window()
        self.cols = 1 if window and window.width < window.height else 2
        self.size_hint_y = 2 / self.cols
