"""Text that shrinks before it is cut off."""

from functools import lru_cache

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import sp
from kivy.properties import AliasProperty, NumericProperty
from kivy.uix.label import Label

LINE = 1.18
"""From one line of Roboto to the next, in sizes of the type."""
NO_SHARE = 0.0001
"""As good as nothing; of 0 a layout would make a division by nothing."""
LEFTOVER = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Which share of the room beside a text is on its left."""


@lru_cache(maxsize=2048)
def width_of(text: str, size: float, bold: bool, font: str) -> int:
    """How wide a text is in one line. Most of what a screen says, it has said before."""
    ruler = CoreLabel(font_size=size, bold=bold, font_name=font)
    return int(ruler.get_extents(text)[0])


class AutoSizeLabel(Label):
    """As large as its place allows between ``smallest`` and ``largest``, on at most ``lines``."""

    largest = NumericProperty("20sp")
    smallest = NumericProperty("15sp")
    lines = NumericProperty(1)
    room = NumericProperty(0)
    """Its height while it says something: with nothing to say it takes none. 0: as it is laid."""
    share = NumericProperty(0)
    """The same as a share of its place."""

    def _place(self) -> tuple[int, int]:
        across = (self.width - self.texture_size[0]) * LEFTOVER.get(self.halign, 0.0)
        along = (self.height - self.texture_size[1]) / 2
        return int(self.x + across), int(self.y + along)

    place = AliasProperty(_place, bind=["pos", "size", "texture_size", "halign"], cache=True)
    """Where what is drawn of it begins, which is no larger than its words."""

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
        while size > self.smallest and not self.fits(size):
            size -= sp(1)
        self.font_size = max(size, self.smallest)
        # What is drawn of a line is no larger than its words: every pixel costs.
        in_a_line = self._fits_in_a_line(self.font_size)
        self.text_size = (None, None) if in_a_line else self.size
        self.shorten = self.lines == 1 and not in_a_line
        self.max_lines = int(self.lines)

    def fits(self, size: float, of_a_line: float = 0.97) -> bool:
        """Whether all of it has room in type of that size, when words fill so much of a line."""
        if self._fits_in_a_line(size) or self.lines == 1:
            return self._fits_in_a_line(size)
        room, height = self._room()
        # Where Kivy breaks a line is a pixel or two away from what the words add up to.
        room *= of_a_line
        words = [self._width(word, size) for word in self.text.split()]
        if max(words, default=0) > room:
            return False
        return self._lines_at(words, self._width(" ", size), room) * size * LINE <= height

    def _fits_in_a_line(self, size: float) -> bool:
        room, height = self._room()
        if "\n" in self.text or size * LINE > height:
            return False
        return self._width(self.text, size) <= room

    def _room(self) -> tuple[float, float]:
        left, top, right, bottom = self.padding
        return self.width - left - right, self.height - top - bottom

    def _width(self, text: str, size: float) -> int:
        return width_of(text, size, self.bold, self.font_name)

    def _lines_at(self, words: list[int], space: int, room: float) -> int:
        lines, used = 1, 0.0
        for word in words:
            if used and used + space + word > room:
                lines, used = lines + 1, 0.0
            used += word + (space if used else 0)
        return lines if lines <= self.lines else 99
