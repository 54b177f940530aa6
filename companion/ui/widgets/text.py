"""Labels that reduce the size of their text before they cut it off, and icons."""

from functools import lru_cache
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Rectangle
from kivy.metrics import sp
from kivy.properties import AliasProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from companion.icons import ICONS
from companion.ui import theme

LINE = 1.18
"""Distance of two lines of text, in sizes of the type."""
ONE_LINE = 1.0
"""Height that the letters of a single line need; the line of a font may be much higher."""
OF_A_LINE = 0.97
"""Share of a line that is filled: Kivy breaks lines a pixel or two away from the sum of words."""
WIDEST = 0.5
"""Width of a letter of an average text, in sizes of the type, that is never reached."""
NO_SHARE = 0.0001
"""Share of an empty widget: a layout would divide by 0."""
LEFTOVER = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Share of the free width that is left of the text."""


@lru_cache(maxsize=2048)
def width_of(text: str, size: float, bold: bool, font: str) -> int:
    """Return the width of a text in one line; cached, because screens repeat texts."""
    ruler = CoreLabel(font_size=size, bold=bold, font_name=font)
    return int(ruler.get_extents(text)[0])


class Paper(NamedTuple):
    """Place for a text: its size in pixels, its largest number of lines, and the type."""

    width: float
    height: float
    lines: int
    bold: bool
    font: str


@lru_cache(maxsize=2048)
def largest_size(text: str, largest: float, smallest: float, paper: Paper) -> float:
    """Return the largest size in which a text fits, in steps of 1 sp; ``smallest`` if none does."""
    size = largest
    while size > smallest and not fits(text, size, paper):
        size -= sp(1)
    return max(size, smallest)


def fits(text: str, size: float, paper: Paper, of_a_line: float = OF_A_LINE) -> bool:
    """Return True if a text fits in this size; lines are filled to ``of_a_line``."""
    if fits_in_a_line(text, size, paper):
        return True
    if paper.lines == 1:
        return False
    room = paper.width * of_a_line
    words = [width_of(word, size, paper.bold, paper.font) for word in text.split()]
    if max(words, default=0) > room:
        return False
    lines = _count_lines(words, width_of(" ", size, paper.bold, paper.font), room)
    return lines <= paper.lines and lines * size * LINE <= paper.height


def fits_in_a_line(text: str, size: float, paper: Paper) -> bool:
    """Return True if a text fits in one line of this size."""
    if "\n" in text or size * ONE_LINE > paper.height:
        return False
    return width_of(text, size, paper.bold, paper.font) <= paper.width


class AutoSizeLabel(Label):
    """Label with the largest type between ``smallest`` and ``largest`` that fits.

    ``lines`` is the largest number of lines.
    """

    largest = NumericProperty(theme.BODY)
    smallest = NumericProperty(theme.SMALLEST)
    lines = NumericProperty(1)
    room = NumericProperty(0)
    """Height while there is a text, else none; 0 leaves the height to the layout."""
    share = NumericProperty(0)
    """Share of the height of the parent while there is a text, else none."""
    names = ListProperty()
    """Texts to choose from, the longest first: the first one that fits is shown."""

    def _place(self) -> tuple[int, int]:
        across = (self.width - self.texture_size[0]) * LEFTOVER.get(self.halign, 0.0)
        along = (self.height - self.texture_size[1]) / 2
        return int(self.x + across), int(self.y + along)

    place = AliasProperty(_place, bind=["pos", "size", "texture_size", "halign"], cache=True)
    """Position of the drawn text, which is no larger than its words."""

    def __init__(self, **kwargs: object) -> None:
        self._drawn: tuple[object, ...] = ()
        self._picture = Rectangle(size=(0, 0))
        super().__init__(**kwargs)
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(self._picture)
        self.fbind("place", self._move_picture)
        self._move_picture()
        for name in ("size", "largest", "smallest", "lines", "names"):
            self.fbind(name, self._trigger_texture)
        for name in ("text", "room", "share"):
            self.fbind(name, self._take_room)
        self._take_room()

    def _move_picture(self, *_: object) -> None:
        self._picture.pos = self.place

    def on_names(self, *_: object) -> None:
        """Show nothing if there is no name any more."""
        if not self.names:
            self.text = ""

    def _take_room(self, *_: object) -> None:
        if self.room:
            self.size_hint_y, self.height = None, self.room if self.text else 0
        elif self.share:
            self.size_hint_y = self.share if self.text else NO_SHARE

    def texture_update(self, *_: object) -> None:
        """Fit the text, then draw it if it looks different."""
        self.fit()
        self._trigger_texture.cancel()  # by what fitting has changed
        look = (
            self.text,
            self.font_name,
            self.font_size,
            self.bold,
            self.strikethrough,
            self.disabled,
            *self.color,
            *self.text_size,
            *self.padding,
            self.halign,
            self.max_lines,
            self.shorten,
        )
        if look != self._drawn:
            self._drawn = look
            super().texture_update()
            self._picture.texture, self._picture.size = self.texture, self.texture_size

    def fit(self) -> None:
        """Choose the size of the type, and one of several names."""
        paper = self._paper()
        if self.names:
            fitting = (name for name in self.names if fits(name, self.smallest, paper))
            self.text = next(fitting, self.names[-1])
        self.font_size = size = largest_size(self.text, self.largest, self.smallest, paper)
        # The texture of a single line is no larger than its words: every pixel costs time.
        in_a_line = fits_in_a_line(self.text, size, paper)
        self.shorten = self.lines == 1 and not in_a_line
        if in_a_line:
            self.text_size = (None, None)
        else:
            self.text_size = (self.width, None) if self.shorten else self.size
        self.max_lines = int(self.lines)

    def fits(self, size: float, of_a_line: float = OF_A_LINE) -> bool:
        """Return True if the text fits in this size; lines are filled to ``of_a_line``."""
        return fits(self.text, size, self._paper(), of_a_line)

    def _paper(self) -> Paper:
        left, top, right, bottom = self.padding
        return Paper(
            self.width - left - right,
            self.height - top - bottom,
            int(self.lines),
            self.bold,
            self.font_name,
        )

    def _natural(self) -> float:
        width = width_of(self.text, self.largest, self.bold, self.font_name)
        return width + sp(2) if self.text else 0

    natural_width = AliasProperty(
        _natural, bind=["text", "largest", "bold", "font_name"], cache=True
    )
    """Width of the text in one line of its largest size."""


def _count_lines(words: list[int], space: int, room: float) -> int:
    lines, used = 1, 0.0
    for word in words:
        if used and used + space + word > room:
            lines, used = lines + 1, 0.0
        used += word + (space if used else 0)
    return lines


class Icon(Label):
    """Icon called ``name``, see ``icons.py``; nothing for an empty name."""

    name = StringProperty()

    def on_name(self, *_: object) -> None:
        self.text = ICONS[self.name] if self.name else ""
