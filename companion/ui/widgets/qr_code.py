"""QR code (ISO/IEC 18004), drawn as a small picture that is enlarged by whole pixels."""

from collections.abc import Sequence

import segno
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, StringProperty
from kivy.uix.widget import Widget

BORDER = 4
"""Width of the light border in modules, required by readers."""
PAPER = (1, 1, 1, 1)
"""Colour of the border, independent of the theme: cameras need the contrast."""


class QrCode(Widget):
    """QR code of ``text``, or of ``modules``, as large as fits in whole pixels a module."""

    text = StringProperty()
    modules = ListProperty()
    """Rows of a code that was made elsewhere, as bytes: 1 for a dark module."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("text", "modules", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        rows = self.modules
        if self.text:
            rows = [bytes(row) for row in segno.make(self.text, error="m", micro=False).matrix]
        count = len(rows)
        side = min(self.size) // (count + 2 * BORDER)
        if not rows or not side:
            return
        whole, edge = (count + 2 * BORDER) * side, BORDER * side
        left, low = int(self.center_x - whole / 2), int(self.center_y - whole / 2)
        with self.canvas:
            Color(rgba=PAPER)
            Rectangle(pos=(left, low), size=(whole, whole))
            Rectangle(
                texture=code_picture(rows),
                pos=(left + edge, low + edge),
                size=(count * side, count * side),
            )


def code_picture(rows: Sequence[bytes]) -> Texture:
    """Return a picture of one pixel a module; rows of a texture begin at the bottom."""
    picture = Texture.create(size=(len(rows), len(rows)), colorfmt="rgb")
    picture.mag_filter = picture.min_filter = "nearest"
    pixels = b"".join(
        b"".join(b"\0\0\0" if dark else b"\xff\xff\xff" for dark in row) for row in reversed(rows)
    )
    picture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    return picture
