"""What is there only while there is a reason for it."""

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.fit_label import NO_SHARE


class Given(BoxLayout):
    """While ``there`` is something it is ``room`` high, ``across`` wide, or has a ``share`` of the
    height, whichever is said; else it takes no room, and is neither seen nor touched."""

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
