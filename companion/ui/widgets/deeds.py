"""Title deeds, and marks of the colour groups."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui import theme


class GroupMarks(Widget):
    """Bar for each group in board order; a complete group has a line above it."""

    marks = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("marks", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.marks:
            return
        step = self.width / len(self.marks)
        with self.canvas:
            for i, mark in enumerate(self.marks):
                self._draw_mark(mark, self.x + i * step, step - dp(3))

    def _draw_mark(self, mark: Any, x: float, width: float) -> None:
        height = min(self.height, dp(18))
        bottom = self.y + (self.height - height) / 2
        Color(rgba=theme.LINE)
        Rectangle(pos=(x, bottom), size=(width, height))
        if mark.owned:
            Color(rgba=theme.group_color(mark.group))
            Rectangle(pos=(x, bottom), size=(width, height * mark.owned / mark.size))
        if mark.owned == mark.size:
            Color(rgba=theme.TEXT)
            Rectangle(pos=(x, bottom + height + dp(2)), size=(width, dp(2)))


class DeedView(BoxLayout):
    """Title deed as printed, with the line of the current rent marked."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)


class DeedLineView(BoxLayout):
    """Line of a title deed."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
