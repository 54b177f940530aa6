"""Lists of values as widgets: repeated, scrolled, tiled."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.recycleview import RecycleView, views
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.widgets.buttons import Raised
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
        if not values:
            # A grid without children would keep its old minimum height.
            self.minimum_height = self.padding[1] + self.padding[3]

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


class RowAdapter(views.RecycleDataAdapter):
    """Adapter that reuses rows of its own list only.

    Kivy keeps one cache of rows for all lists. Rows of a list that is gone have the colours of
    another theme, or the sizes of another window. Their number would count, too: Kivy divides by
    the number of classes in the cache, which is 0 in that of a new list.
    """

    def __init__(self, **kwargs: object) -> None:
        self._kept: defaultdict[type[Widget], list[Widget]] = defaultdict(list)
        self._count = 0
        super().__init__(**kwargs)

    @contextmanager
    def _own_cache(self) -> Iterator[None]:
        shared = views._cached_views, views._cache_count
        views._cached_views, views._cache_count = self._kept, self._count
        try:
            yield
        finally:
            self._count = views._cache_count
            views._cached_views, views._cache_count = shared

    def get_view(self, *args: Any) -> Widget | None:
        with self._own_cache():
            return super().get_view(*args)

    def invalidate(self) -> None:
        with self._own_cache():
            super().invalidate()


class RowList(RecycleView):
    """List of values as rows; only visible rows are widgets.

    ``on_near_end`` is dispatched when less than a screen is left below, so that a list can begin
    with a few rows. When it gets longer, the rows on the screen stay where they are.
    """

    __events__ = ("on_near_end",)

    def __init__(self, **kwargs: object) -> None:
        self._above = 0.0
        super().__init__(view_adapter=RowAdapter(), **kwargs)
        self.fbind("scroll_y", self._look_ahead)
        self.fbind("viewport_size", self._stay)

    def on_near_end(self) -> None:
        """Handle that the end of the list is near."""

    def _look_ahead(self, *_: object) -> None:
        hidden = self.viewport_size[1] - self.height
        self._above = (1 - self.scroll_y) * max(0, hidden)
        if self._above and self.scroll_y * hidden < self.height:
            self.dispatch("on_near_end")

    def _stay(self, *_: object) -> None:
        hidden = self.viewport_size[1] - self.height
        if self._above and hidden > 0:
            self.scroll_y = max(0.0, 1 - self._above / hidden)


class AutoScroll(ScrollView):
    """Vertical scroll view that scrolls only if its content is higher than itself.

    A view that scrolls delays every tap, to see whether it is a scroll gesture. The scroll bar does
    not fade: fading redraws the window thirty times whenever a list gets longer.
    """

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("height", self._update_scrolling)
        self.fbind("viewport_size", self._update_scrolling)
        self._update_scrolling()

    def _update_scrolling(self, *_: object) -> None:
        self.do_scroll_y = self.viewport_size[1] > self.height + 1
        if not self.do_scroll_y:
            self.scroll_y = 1  # A list that has become short stands at its top.

    def update_from_scroll(self, *args: object) -> None:
        # Kivy 2.3.1 binds the colour of the bar again on each call, and never unbinds it.
        self.funbind("bar_color", self._change_bar_color)
        super().update_from_scroll(*args)

    def _bind_inactive_bar_color(self, *_: object) -> None:
        """Prevent Kivy from fading the scroll bar after half a second."""


GAP = 6


class PickTile(Raised):
    """Button of a Tile: the token of a player or the edge of a deed, a text and a note."""

    value = ObjectProperty(rebind=True)
    lead = NumericProperty(0)
    """Width of the token or the edge."""

    def on_value(self, *_: object) -> None:
        self.lead = dp(36) if self.value.marker >= 0 else dp(14) if self.value.group else 0


class Tiles(Repeater):
    """Grid of tiles, as large as fits.

    ``narrowest`` and ``lowest`` are the preferred smallest width and the smallest height of a tile.
    """

    narrowest = NumericProperty("150dp")
    least = NumericProperty("120dp")
    """Smallest width, used if the tiles would have to be scrolled otherwise."""
    lowest = NumericProperty("49dp")
    tallest = NumericProperty("76dp")
    room = NumericProperty(0)
    """Largest height of all tiles together; more tiles are scrolled."""

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
