"""Labels that reduce the size of their text before they cut it off."""

from functools import lru_cache

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.metrics import sp
from kivy.properties import AliasProperty, NumericProperty
from kivy.uix.label import Label

LINE = 1.18
"""Distance of two lines of Roboto, in sizes of the type."""
NO_SHARE = 0.0001
"""Share of an empty widget: a layout would divide by 0."""
LEFTOVER = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Share of the free width that is left of the text."""


@lru_cache(maxsize=2048)
def width_of(text: str, size: float, bold: bool, font: str) -> int:
    """Return the width of a text in one line; cached, because screens repeat texts."""
    ruler = CoreLabel(font_size=size, bold=bold, font_name=font)
    return int(ruler.get_extents(text)[0])


class AutoSizeLabel(Label):
    """Label with the largest type between ``smallest`` and ``largest`` that fits.

    ``lines`` is the largest number of lines.
    """

    largest = NumericProperty("20sp")
    smallest = NumericProperty("15sp")
    lines = NumericProperty(1)
    room = NumericProperty(0)
    """Height while there is a text, else none; 0 leaves the height to the layout."""
    share = NumericProperty(0)
    """Share of the height of the parent while there is a text, else none."""

    def _place(self) -> tuple[int, int]:
        across = (self.width - self.texture_size[0]) * LEFTOVER.get(self.halign, 0.0)
        along = (self.height - self.texture_size[1]) / 2
        return int(self.x + across), int(self.y + along)

    place = AliasProperty(_place, bind=["pos", "size", "texture_size", "halign"], cache=True)
    """Position of the drawn text, which is no larger than its words."""

    def __init__(self, **kwargs: object) -> None:
        # Fit before the next frame: a size that is corrected at once must never be seen.
        self._fit_soon = Clock.create_trigger(self.fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "largest", "smallest", "bold", "lines", "padding"):
            self.fbind(name, self._fit_soon)
        for name in ("text", "room", "share"):
            self.fbind(name, self._take_room)
        self._take_room()
        self._fit_soon()

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
        # The texture of a single line is no larger than its words: every pixel costs time.
        in_a_line = self._fits_in_a_line(self.font_size)
        self.text_size = (None, None) if in_a_line else self.size
        self.shorten = self.lines == 1 and not in_a_line
        self.max_lines = int(self.lines)

    def fits(self, size: float, of_a_line: float = 0.97) -> bool:
        """Return True if the text fits in this size; lines are filled to ``of_a_line``."""
        if self._fits_in_a_line(size) or self.lines == 1:
            return self._fits_in_a_line(size)
        room, height = self._room()
        # Kivy breaks lines a pixel or two away from the sum of the widths of the words.
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
