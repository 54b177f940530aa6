"""Overlays: the dimmed screen, notices, the sheet that asks once, and the offer to redo."""

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui.widgets.buttons import PlainAnswer, TextButton


class DimOverlay(Widget):
    """Over everything, while it has ``fallen``; what is below goes on, and can just be seen."""

    fallen = BooleanProperty(False)
    depth = AliasProperty(lambda self: 0.8 * self.fallen, bind=["fallen"])
    """How much of the light is gone, from 0 to 1."""
    cover = AliasProperty(
        lambda self: self.size if self.fallen else (0, 0), bind=["fallen", "size"]
    )
    """As large as what lies in the dark: a window of nothing would be drawn in every frame, too."""


class Toast(Label):
    """Shown while there is a ``text``, above the finger or, where there is no room, below it."""

    finger = ListProperty([0, 0])
    sentence = StringProperty()
    most_width = NumericProperty("440dp")

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
        """Within the window, and not under the finger."""
        if not self.parent or not self.sentence:
            self.opacity = 0
            return
        self.opacity = 1
        x, y = self.finger if any(self.finger) else self.parent.center
        above = y + dp(44)
        room_above = above + self.height < self.parent.height - dp(4)
        self.y = above if room_above else max(dp(4), y - dp(44) - self.height)
        self.x = max(dp(8), min(x - self.width / 2, self.parent.width - self.width - dp(8)))


ROOM_AROUND, LINE, WIDEST = 212, 40, 620
"""Height of a sheet without lines, height of a line, and the largest width, in dp."""


class SheetLayer(FloatLayout):
    """All of the window while a sheet is open: nothing below it can be touched."""

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
    """``value`` is a Sheet."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True, rebind=True)


class SheetRow(BoxLayout):
    """``value`` is a SheetLine."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class SheetVerb(PlainAnswer):
    """The button that says yes."""

    def on_release(self) -> None:
        self.table.confirm(self.shown, self.request)


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


class RedoButton(TextButton):
    """Plays again what was undone."""
