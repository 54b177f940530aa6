"""QR code of a text (ISO/IEC 18004)."""

import segno
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

BORDER = 4
"""Width of the light border in modules, required by readers."""
INK, PAPER = (0, 0, 0, 1), (1, 1, 1, 1)
"""Colours of the code, independent of the theme: cameras need the contrast."""


class QrCode(Widget):
    """QR code of ``text``, as large as fits in whole pixels a module."""

    text = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("text", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.text:
            return
        matrix = segno.make(self.text, error="m", micro=False).matrix
        count = len(matrix) + 2 * BORDER
        side = min(self.size) // count
        if not side:
            return
        left = int(self.center_x - count * side / 2)
        top = int(self.center_y + count * side / 2)
        with self.canvas:
            Color(rgba=PAPER)
            Rectangle(pos=(left, top - count * side), size=(count * side, count * side))
            Color(rgba=INK)
            for line, modules in enumerate(matrix, BORDER + 1):
                for column, dark in enumerate(modules, BORDER):
                    if dark:
                        corner = (left + column * side, top - line * side)
                        Rectangle(pos=corner, size=(side, side))
