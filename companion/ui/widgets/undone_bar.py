"""The message after an undo, with the button that redoes it."""

from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.widgets.verb_button import VerbButton


class UndoneBar(BoxLayout):
    """Seen while there is a ``text``; a tap beside the button closes it."""

    table = ObjectProperty(None, allownone=True, rebind=True)
    text = StringProperty()
    redo = StringProperty()
    """Text of the button."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("text", self._show)
        self._show()

    def _show(self, *_: object) -> None:
        self.opacity, self.disabled = float(bool(self.text)), not self.text

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.text or not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch):
            self.table.forget_undone()
        return True


class RedoButton(VerbButton):
    """Plays again what was undone."""
