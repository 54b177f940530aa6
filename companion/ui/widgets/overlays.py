"""Overlays: the toast, the confirmation sheet and the offer to redo."""

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from companion.ui.widgets.buttons import AnswerButton, DangerButton
from companion.ui.widgets.layout import BoxLayout

BOTTOM, FINGER = 76, 48
"""Height of a toast above the bottom of the window, and the room around a finger, in dp."""


class Toast(Label):
    """Message near the bottom of the window, but never over what was just touched."""

    finger = ListProperty([0, 0])
    sentence = StringProperty()
    most_width = NumericProperty("524dp")

    def on_parent(self, *_: object) -> None:
        if self.parent:
            self.parent.bind(size=self.place)
        self.place()

    def on_sentence(self, *_: object) -> None:
        self.text = self.sentence
        self.place()

    def on_finger(self, *_: object) -> None:
        self.place()

    def on_size(self, *_: object) -> None:
        self.place()

    def place(self, *_: object) -> None:
        """Place the toast near the bottom of the window, unless that is where the finger was."""
        if not self.parent or not self.sentence:
            self.opacity = 0
            return
        self.opacity = 1
        width, height = self.parent.size
        self.x = max(dp(8), min((width - self.width) / 2, width - self.width - dp(8)))
        x, y = self.finger if any(self.finger) else (0, height)
        near = self.x - dp(FINGER) < x < self.right + dp(FINGER)
        above = y + dp(44)
        if not near or y > self.height + dp(BOTTOM + FINGER):
            self.y = dp(BOTTOM)
        elif above + self.height < height - dp(4):
            self.y = above
        else:
            self.y = max(dp(4), y - dp(44) - self.height)


ROOM_AROUND, LINE, WIDEST = 236, 44, 580
"""Height of a sheet without lines, height of a line and largest width, in dp."""


class SheetLayer(FloatLayout):
    """Layer for the open sheet, which keeps touches from everything below."""

    table = ObjectProperty(rebind=True)
    sheets = ListProperty()
    card_size = ListProperty([0, 0])
    shade = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.table.bind(sheet=self._show)
        self.bind(size=self._lay_out)
        self._show()

    def _show(self, *_: object) -> None:
        self.sheets = [self.table.sheet] if self.table.sheet else []
        self.opacity = self.shade = 1 if self.sheets else 0
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        lines = len(self.sheets[0].lines) if self.sheets else 0
        height = dp(ROOM_AROUND + LINE * lines)
        self.card_size = [min(dp(WIDEST), self.width - dp(32)), min(height, self.height - dp(16))]

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(self.sheets) and (bool(super().on_touch_down(touch)) or True)


class SheetCard(BoxLayout):
    """Card of a Sheet."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class SheetRow(BoxLayout):
    """Row of a SheetLine."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class SheetVerb(AnswerButton, DangerButton):
    """Button that confirms the sheet."""

    def on_release(self) -> None:
        self.table.confirm(self.shown, self.request)
