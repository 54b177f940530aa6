"""Means by which leaves draw: colours, textures of texts, rounded boxes and marks.

``kv/leaves.kv`` says with these how each look is painted.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import TypeAlias

from kivy.core.text import Label as CoreLabel
from kivy.factory import Factory
from kivy.graphics import BorderImage, Color, InstructionGroup, Line, Rectangle
from kivy.graphics.instructions import Instruction
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.icons import ICONS
from companion.screens.figures import GLYPHS
from companion.screens.layout import LINE
from companion.screens.parts import Mark
from companion.ui.widgets import drawing
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.dashes import dashes as dashes_around

NATURAL = {"text": 1.172, "bold": 1.172, "title": 1.636}
"""Distance of two lines that each font asks for, in sizes of the type."""
Pair: TypeAlias = Sequence[float]
HATCHED = 0.35
DASH = 2


@lru_cache(256)
def rgba(color: str) -> list[float]:
    """Return a colour as Kivy takes it."""
    return list(get_color_from_hex(color))


@lru_cache(1024)
def lettering(lines: tuple[str, ...], font: str, points: float, align: float = 0.0) -> Texture:
    """Return the texture of a text in white: its colour is given where it is drawn."""
    # Below 1, ``line_height`` darkens the edges of the letters.
    label = CoreLabel(
        text="\n".join(lines),
        font_name=font,
        font_size=points,
        line_height=LINE / NATURAL[font] if len(lines) > 1 else 1.0,
        halign={0.5: "center", 1.0: "right"}.get(align, "left"),
    )
    label.refresh()
    return label.texture


def beside(texture: Pair, align: float, pos: Pair, size: Pair) -> tuple[int, int]:
    """Return where a text is in its box: at whole pixels, or the letters blur."""
    (x, y), (w, h) = pos, size
    return int(x + (w - texture[0]) * align), int(y + (h - texture[1]) / 2)


def dashes(pos: Pair, size: Pair, radius: float) -> list[float]:
    """Return the vertices of a dashed line around a box."""
    return _dashes(*map(float, (*pos, *size)), radius)


def dash_corners(pos: Pair, size: Pair, radius: float) -> range:
    """Return the corners of the triangles of ``dashes``, in order."""
    return range(len(dashes(pos, size, radius)) // 4)


@lru_cache(512)
def _dashes(x: float, y: float, w: float, h: float, radius: float) -> list[float]:
    return list(dashes_around(Box(x, y, w, h), radius, DASH))


class Rounded(BorderImage):
    """Box with round corners, which are a picture made once for each radius.

    Only ``radius`` is a property of Python: one for ``size`` as well makes every leaf that moves
    three times as dear.
    """

    def __init__(self, radius: float = 0, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.radius = radius

    @property
    def radius(self) -> float:
        """Radius of the corners in pixels."""
        return self._radius

    @radius.setter
    def radius(self, radius: float) -> None:
        radius = max(0, radius)
        self._radius, side = radius, max(1, ceil(radius))
        self.texture = drawing.corner_picture(side)
        self.border = (side,) * 4
        self.display_border = (radius,) * 4


Factory.register("Rounded", cls=Rounded)


@lru_cache(512)
def picture(marks: tuple[Mark, ...], height: float) -> InstructionGroup:
    """Return the instructions of a drawing: to draw takes much longer than to show it again."""
    drawn = InstructionGroup()
    for instruction in _painted(marks, height):
        drawn.add(instruction)
    return drawn


def _painted(marks: tuple[Mark, ...], height: float) -> Iterator[Instruction]:
    """Yield the instructions of a drawing; marks count from the top, instructions from below."""
    last = None
    for mark in marks:
        match mark:
            case ("box", x, y, w, h, color, radius):
                if color != last:
                    yield Color(rgba=rgba(color))
                yield _box(x, height - y - h, w, h, radius)
            case ("glyph" | "icon" as kind, name, x, y, side, color):
                if color != last:
                    yield Color(rgba=rgba(color))
                yield _letter(kind, name, x, height - y - side, side)
            case ("line", points, width, color):
                if color != last:
                    yield Color(rgba=rgba(color))
                flipped = [height - at if i % 2 else at for i, at in enumerate(points)]
                yield Line(points=flipped, width=width / 2, joint="round", cap="round")
            case ("stripes", x, y, w, h):
                color = None
                yield from drawing.hatching(Box(x, height - y - h, w, h), HATCHED)
            case ("code", rows, x, y, side):
                color = None
                yield Color(1, 1, 1, 1)
                yield Rectangle(texture=_code(rows), pos=(x, height - y - side), size=(side, side))
        last = color


def _box(x: float, y: float, w: float, h: float, radius: float) -> Instruction:
    if not radius:
        return Rectangle(pos=(x, y), size=(w, h))
    return Rounded(pos=(x, y), size=(w, h), radius=min(radius, w / 2, h / 2))


def _letter(kind: str, name: str, x: float, y: float, side: float) -> Instruction:
    letters, font = (ICONS, "icons") if kind == "icon" else (GLYPHS, "figures")
    texture = lettering((letters[name],), font, side)
    left, below = x + (side - texture.width) / 2, y + (side - texture.height) / 2
    return Rectangle(texture=texture, size=texture.size, pos=(round(left), round(below)))


def _code(rows: Sequence[bytes]) -> Texture:
    """Return a texture of one pixel a module of a QR code; its rows begin at the bottom."""
    picture = Texture.create(size=(len(rows), len(rows)), colorfmt="rgb")
    picture.mag_filter = picture.min_filter = "nearest"
    pixels = b"".join(
        b"".join(b"\0\0\0" if dark else b"\xff\xff\xff" for dark in row) for row in reversed(rows)
    )
    picture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    return picture
