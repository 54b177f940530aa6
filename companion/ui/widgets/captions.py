"""Captions: a token or an icon and a text as one group, in the middle or at the left."""

from typing import Any

from kivy.clock import Clock
from kivy.metrics import sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.widgets.text import ONE_LINE, AutoSizeLabel, Icon, width_of
from companion.ui.widgets.tokens import Token

NOTE_LINE = 30.7
"""Distance of the lines of a note, in sp."""


class Caption(Widget):
    """Token or icon, a text, and a ``note`` below it.

    The group stands in the middle, or at the left if it is not ``centered``. ``icon_color`` is that
    of the text unless it is set.
    """

    text = StringProperty()
    note = StringProperty()
    marker = NumericProperty(-1)
    inverse = BooleanProperty(False)
    """True on a background in the colour of the player."""
    side = NumericProperty("44dp")
    icon = StringProperty()
    icon_size = NumericProperty("28sp")
    icon_color = ColorProperty(None, allownone=True)
    color = ColorProperty()
    bold = BooleanProperty(True)
    font = StringProperty(theme.TEXT_FONT)
    largest = NumericProperty(theme.BUTTON)
    smallest = NumericProperty(theme.SMALLEST)
    gap = NumericProperty("12dp")
    margin = NumericProperty("8dp")
    """Least distance from the edges at the left and the right."""
    centered = BooleanProperty(True)
    stacked = BooleanProperty(False)
    """True if the text is below the icon."""

    def __init__(self, **kwargs: Any) -> None:
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        self._token, self._icon = Token(inverse=True), Icon()
        self._label = AutoSizeLabel()
        self._note = AutoSizeLabel()
        super().__init__(**kwargs)
        for name in self.properties():
            if name not in ("parent", "children", "disabled", "opacity", "cls", "ids"):
                self.fbind(name, self._arrange_soon)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self._dress()
        wanted = [self._label] if self.text else []
        wanted += [self._note] if self.note else []
        lead = self._lead()
        for widget in (lead, *wanted) if lead else wanted:
            if widget.parent is not self:
                self.add_widget(widget)
        for widget in self.children[:]:
            if widget is not lead and widget not in wanted:
                self.remove_widget(widget)
        self._place(lead, wanted)

    def _lead(self) -> Widget | None:
        if self.marker >= 0:
            return self._token
        return self._icon if self.icon else None

    def _dress(self) -> None:
        self._token.marker, self._token.inverse = self.marker, self.inverse
        self._token.side = self.side
        self._icon.name, self._icon.font_size = self.icon, self.icon_size
        self._icon.color = self.icon_color or self.color
        label, note = self._label, self._note
        label.text, label.bold, label.font_name = self.text, self.bold, self.font
        label.largest, label.smallest = self.largest, self.smallest
        label.color = self.color
        note.text, note.color = self.note, self.color

    def _wrap(self, room: float, heights: list[float]) -> None:
        """Let a text that is too long for one line take as many as there is room for."""
        smallest = width_of(self.text, self.smallest, self.bold, self.font)
        is_long = smallest > room and len(heights) == 1
        self._label.lines = max(1, int(heights[0] // sp(NOTE_LINE))) if is_long else 1

    def _heights(self, labels: list[AutoSizeLabel], width: float) -> list[float]:
        """Return the heights of the labels; the note may take several lines."""
        if len(labels) < 2:
            return [self.height for _ in labels]
        first = self.largest * ONE_LINE
        self._note.lines = max(1, int((self.height - first) // sp(NOTE_LINE)))
        needed = min(self._note.lines, -(-int(self._note.natural_width) // max(1, int(width))))
        return [first, sp(NOTE_LINE) * max(1, needed)]

    def _place(self, lead: Widget | None, labels: list[AutoSizeLabel]) -> None:
        if self.stacked and lead:
            half = self.height / 2
            lead.height, lead.pos = half, (self.center_x - lead.width / 2, self.y + half)
            self._label.size, self._label.pos = (self.width, half), (self.x, self.y)
            self._label.halign = "center"
            return
        taken = (lead.width + (self.gap if labels else 0)) if lead else 0
        room = max(0, self.width - 2 * self.margin - taken)
        natural = max((label.natural_width for label in labels), default=0)
        in_a_line = natural <= room
        width = natural if in_a_line else room
        free = room - width
        left = self.x + self.margin + (free / 2 if self.centered else 0)
        if lead:
            lead.pos, lead.height = (left, self.y), self.height
        heights = self._heights(labels, width)
        self._wrap(room, heights)
        top = self.center_y + sum(heights) / 2
        for label, height in zip(labels, heights, strict=True):
            top -= height
            label.size, label.pos = (width, height), (left + taken, top)
            label.halign = "left" if lead or not self.centered else "center"
