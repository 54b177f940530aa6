"""Lists of values as widgets."""

from collections import defaultdict
from typing import Any

from kivy.factory import Factory
from kivy.properties import (
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.ui.widgets.layout import GridLayout


class Repeater(GridLayout):
    """Grid with one widget of the class ``each`` for every value of ``values``.

    Widgets are reused for other values and kept when there are too many: on a small computer,
    making one takes longer than a frame.
    """

    each = StringProperty()
    values = ListProperty()
    table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        self._spare: defaultdict[str, list[Widget]] = defaultdict(list)
        super().__init__(**kwargs)

    def on_values(self, *_: object) -> None:
        self.show(self.values)

    def on_table(self, *_: object) -> None:
        for widget in self.children:
            widget.table = self.table

    def on_each(self, *_: object) -> None:
        self._put_aside(len(self.children))
        self.show(self.values)

    def show(self, values: list[Any]) -> None:
        """Show exactly these values."""
        if not self.each:
            return
        self._put_aside(len(self.children) - len(values))
        for widget, value in zip(reversed(self.children), values, strict=False):
            # Setting an equal value would make the widget compute everything again.
            if widget.value != value:
                widget.value = value
        for value in values[len(self.children) :]:
            self.add_widget(self._widget(value))

    def _put_aside(self, count: int) -> None:
        for widget in self.children[: max(0, count)]:
            self.remove_widget(widget)
            self._spare[type(widget).__name__].append(widget)

    def _widget(self, value: object) -> Widget:
        if not (spare := self._spare[self.each]):
            return Factory.get(self.each)(table=self.table, value=value)
        widget = spare.pop()
        widget.table, widget.value = self.table, value
        return widget
