"""As many widgets as there are values."""

from collections import defaultdict
from typing import Any

from kivy.factory import Factory
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget


class Repeat(GridLayout):
    """One widget of the class named ``each`` for every value, which it finds in its ``value``.

    Widgets are given other values, and laid aside when there are too many, because making one
    costs more than a frame on a small computer.
    """

    each = StringProperty()
    values = ListProperty()
    table = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        self._aside: defaultdict[str, list[Widget]] = defaultdict(list)
        super().__init__(**kwargs)

    def on_values(self, *_: object) -> None:
        self.show(self.values)

    def on_table(self, *_: object) -> None:
        for widget in self.children:
            widget.table = self.table

    def on_each(self, *_: object) -> None:
        self._lay_aside(len(self.children))
        self.show(self.values)

    def show(self, values: list[Any]) -> None:
        """These values, and no others."""
        if not self.each:
            return
        self._lay_aside(len(self.children) - len(values))
        for widget, value in zip(reversed(self.children), values, strict=False):
            # Told the same again, it would work everything out that it shows.
            if widget.value != value:
                widget.value = value
        for value in values[len(self.children) :]:
            self.add_widget(self._widget(value))
        if not values:
            # A grid that lost its last child would go on asking for the room it took.
            self.minimum_height = self.padding[1] + self.padding[3]

    def _lay_aside(self, count: int) -> None:
        for widget in self.children[: max(0, count)]:
            self.remove_widget(widget)
            self._aside[type(widget).__name__].append(widget)

    def _widget(self, value: object) -> Widget:
        if not (aside := self._aside[self.each]):
            return Factory.get(self.each)(table=self.table, value=value)
        widget = aside.pop()
        widget.table, widget.value = self.table, value
        return widget
