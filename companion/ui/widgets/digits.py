"""Amounts that count, as quads from an atlas of digits: a label would render each text anew."""

import re
from collections.abc import Iterable
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.label import Label

from companion.text.format import number

FIGURES = re.compile(r"\d[\d.,]*")


@lru_cache(maxsize=256)
def glyph(character: str, font: str, size: float, bold: bool) -> Texture:
    """Return the texture of one character; rendered once for each font and size."""
    label = CoreLabel(text=character, font_name=font, font_size=size, bold=bold)
    label.refresh()
    return label.texture


class CountingAmount(InstructionGroup):
    """Amount over a label that shows its final value; the label is hidden meanwhile.

    The digits are as large as the label's and end where its text ends.
    """

    def __init__(self, label: Label, pos: Iterable[float], before: int, after: int) -> None:
        """Draw over ``label``, whose lower left corner is at ``pos`` on the canvas."""
        super().__init__()
        self._label, self._before, self._after = label, before, after
        self._currency = FIGURES.split(label.text, maxsplit=1)
        x, y = pos
        self._right = x + (label.width + label.texture_size[0]) / 2
        if label.halign == "right":
            self._right = x + label.width
        self._middle = y + label.height / 2
        self.add(Color(rgba=label.color))
        longest = max(len(self._text(amount)) for amount in (before, after))
        self._quads = [Rectangle(size=(0, 0)) for _ in range(longest)]
        for quad in self._quads:
            self.add(quad)
        label.opacity = 0

    def show(self, share: float) -> None:
        """Draw the amount at a share of the way from the old to the new one."""
        label = self._label
        text = self._text(round(self._before + (self._after - self._before) * share))
        right = self._right
        for quad, character in zip(
            self._quads, reversed(text.rjust(len(self._quads))), strict=True
        ):
            texture = glyph(character, label.font_name, label.font_size, label.bold)
            right -= texture.width
            quad.texture = texture
            quad.pos, quad.size = (right, self._middle - texture.height / 2), texture.size

    def end(self) -> None:
        """Show the label again."""
        self._label.opacity = 1

    def _text(self, amount: int) -> str:
        return number(amount).join(self._currency)
