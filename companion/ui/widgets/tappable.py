"""What everything that can be tapped has in common."""

from uuid import uuid4

from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior


class Tappable(ButtonBehavior):
    """Something to tap.

    ``shown`` is the number of the move that was awaited when the finger came down: what is meant
    is what was seen then, whatever happens before the finger leaves. ``request`` names the tap, so
    that it is booked once.
    """

    _finger: MotionEvent | None = None

    table = ObjectProperty(None, allownone=True, rebind=True)
    shown = NumericProperty(0)
    request = StringProperty()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.collide_point(*touch.pos):
            if self.table and self.table.is_echo(*self.to_window(*touch.pos)):
                return True
            if self.table:
                self.table.finger = self.to_window(*touch.pos)
            self._finger = touch
        return super().on_touch_down(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Of two fingers on it only the one that came last taps."""
        if touch.grab_current is self and touch is not self._finger:
            touch.ungrab(self)
            return True
        return bool(super().on_touch_up(touch))

    def on_press(self) -> None:
        self.shown = self.table.number if self.table else 0
        self.request = uuid4().hex
