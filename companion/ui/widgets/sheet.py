"""A sheet over the screen: what will happen, Cancel on the left, the verb on the right."""

from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.ui.widgets.answer_button import PlainAnswer

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
