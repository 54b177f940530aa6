"""Text that is never clipped: it gets smaller first, and only then loses its end."""

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import sp
from kivy.properties import NumericProperty
from kivy.uix.label import Label

LINE = 1.18
"""From one line of Roboto to the next, in sizes of the type."""
NO_SHARE = 0.0001
"""As good as nothing; of 0 a layout would make a division by nothing."""


class FitLabel(Label):
    """As large as its place allows between ``smallest`` and ``largest``, on at most ``lines``."""

    largest = NumericProperty("20sp")
    smallest = NumericProperty("15sp")
    lines = NumericProperty(1)
    room = NumericProperty(0)
    """Its height while it says something: with nothing to say it takes none. 0: as it is laid."""
    share = NumericProperty(0)
    """The same as a share of its place."""

    def __init__(self, **kwargs: object) -> None:
        # Before the next frame, so that no size is ever seen that is corrected at once.
        self._soon = Clock.create_trigger(self.fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "largest", "smallest", "bold", "lines", "padding"):
            self.fbind(name, self._soon)
        for name in ("text", "room", "share"):
            self.fbind(name, self._take_room)
        self._take_room()
        self._soon()

    def _take_room(self, *_: object) -> None:
        if self.room:
            self.size_hint_y, self.height = None, self.room if self.text else 0
        elif self.share:
            self.size_hint_y = self.share if self.text else NO_SHARE

    def fit(self, *_: object) -> None:
        """Choose the size of the type."""
        size = self.largest
        while size > self.smallest and not self._fits(size):
            size -= sp(1)
        self.font_size = max(size, self.smallest)
        self.text_size = self.size
        self.shorten = self.lines == 1 and not self._fits(self.font_size)
        self.max_lines = int(self.lines)

    def _fits(self, size: float) -> bool:
        left, top, right, bottom = self.padding
        room, height = self.width - left - right, self.height - top - bottom
        ruler = CoreLabel(font_size=size, bold=self.bold, font_name=self.font_name)
        if self.lines == 1:
            return ruler.get_extents(self.text)[0] <= room and size * LINE <= height
        room *= (
            0.97  # where Kivy breaks a line is a pixel or two away from what the words add up to
        )
        words = [ruler.get_extents(word)[0] for word in self.text.split()]
        if max(words, default=0) > room:
            return False
        return self._lines_at(words, ruler.get_extents(" ")[0], room) * size * LINE <= height

    def _lines_at(self, words: list[int], space: int, room: float) -> int:
        lines, used = 1, 0.0
        for word in words:
            if used and used + space + word > room:
                lines, used = lines + 1, 0.0
            used += word + (space if used else 0)
        return lines if lines <= self.lines else 99
