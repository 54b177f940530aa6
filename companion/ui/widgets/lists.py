"""Lists of values as widgets: repeated, scrolled, tiled."""

from collections import defaultdict
from typing import Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.widgets.buttons import Tappable


class Repeater(GridLayout):
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


class AutoScroll(ScrollView):
    """Up and down, and only while what it holds is higher than itself: a view that scrolls holds
    every tap back to see whether it is one. Its bar has one colour: fading it would draw the window
    thirty times whenever a list gets longer."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("height", self._look)
        self.fbind("viewport_size", self._look)
        self._look()

    def _look(self, *_: object) -> None:
        self.do_scroll_y = self.viewport_size[1] > self.height + 1

    def update_from_scroll(self, *args: object) -> None:
        # Kivy would bind the bar's colour once more each time, and keep all of these (2.3.1).
        self.funbind("bar_color", self._change_bar_color)
        super().update_from_scroll(*args)

    def _bind_inactive_bar_color(self, *_: object) -> None:
        """Half a second later Kivy would let the bar fade."""


GAP = 6


class PickTile(Tappable, BoxLayout):
    """``value`` is a Tile."""

    value = ObjectProperty(rebind=True)


class Tiles(Repeater):
    """``narrowest`` and ``lowest`` are what a tile needs; they are as large as fits."""

    narrowest = NumericProperty("150dp")
    least = NumericProperty("120dp")
    """What must do for its width where they would have to be scrolled otherwise."""
    lowest = NumericProperty("49dp")
    tallest = NumericProperty("76dp")
    room = NumericProperty(0)
    """How high the tiles together may be before they must be scrolled."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.row_force_default = True
        for name in ("width", "room", "values", "narrowest", "least"):
            self.fbind(name, self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.cols = self._beside(self.narrowest)
        if self._row_count() * (self.lowest + dp(GAP)) > self.room:
            self.cols = self._beside(min(self.narrowest, self.least))
        share = (self.room + dp(GAP)) / self._row_count() - dp(GAP)
        self.row_default_height = max(self.lowest, min(self.tallest, share))

    def _beside(self, width: float) -> int:
        return max(1, int((self.width + dp(GAP)) // (width + dp(GAP))))

    def _row_count(self) -> int:
        return max(1, -(-len(self.values) // self.cols))


UNDONE = 110
"""Room for the word that marks a move as undone, in dp."""


class EventLine(BoxLayout):
    """When, and what."""

    value = ObjectProperty(rebind=True)
    table = ObjectProperty(None, allownone=True)
    undone = BooleanProperty(False)
    word_width = NumericProperty(0)

    def on_value(self, *_: object) -> None:
        self.undone = bool(self.value.undone)
        self.word_width = dp(UNDONE) if self.undone else 0


class EventLines(Repeater):
    """The newest first, as many as there is room for."""

    def on_height(self, *_: object) -> None:
        self.show(self.values)

    def show(self, values: list[Any]) -> None:
        newest = values[: max(0, int(self.height // dp(24)))]
        if newest[1:] == [line.value for line in reversed(self.children)][:-1]:
            self._move_down()
        super().show(newest)

    def _move_down(self) -> None:
        """One line more: the others move as they are, for to draw words anew costs more."""
        if self.children:
            oldest = self.children[0]
            self.remove_widget(oldest)
            self.add_widget(oldest, len(self.children))
