"""Means by which leaves draw: colours, textures of texts, rounded boxes and marks.

``kv/leaves.kv`` says with these how each look is painted.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from math import ceil, hypot
from typing import TypeAlias

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase
from kivy.factory import Factory
from kivy.graphics import BorderImage, Color, InstructionGroup, Line, Rectangle
from kivy.graphics.instructions import Instruction
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.look.icons import ICONS
from companion.look.typefaces import FONTS
from companion.resources import font_file
from companion.screens.figures import GLYPHS
from companion.screens.parts import Mark
from companion.screens.typesetting import LINE
from companion.ui.dashes import dashes as dashes_around

NATURAL = {"text": 1.172, "bold": 1.172, "title": 1.636}
"""Distance of two lines that each font asks for, in sizes of the type."""
Pair: TypeAlias = Sequence[float]
HATCHED = "#fffdf759"
STRIPE = 16
"""Distance of two stripes in pixels."""
DASH = 2


def register_fonts() -> None:
    """Make the fonts of the package known to Kivy by their names of ``typefaces``."""
    for name, file in FONTS.items():
        LabelBase.register(name, str(font_file(file)))


@lru_cache(256)
def rgba(color: str) -> list[float]:
    """Return a colour as Kivy takes it."""
    return list(get_color_from_hex(color))


class FontShortage:
    """Sizes in which each font could be opened: a font takes a file for every size.

    Without a free descriptor a text is painted in another size, or not at all; ``take`` tells so.
    """

    def __init__(self) -> None:
        self._opened: dict[str, set[float]] = {}
        self._is_news = False

    def note(self, font: str, points: float) -> None:
        """Note that a font could be opened in a size."""
        self._opened.setdefault(font, set()).add(points)

    def others(self, font: str, points: float) -> list[float]:
        """Sizes in which a font was open, the nearest first; the toolkit may have closed some."""
        self._is_news = True
        return sorted(self._opened.get(font, ()), key=lambda size: abs(size - points))

    def take(self) -> bool:
        """Return True once after a font could not be opened."""
        is_news, self._is_news = self._is_news, False
        return is_news


shortage = FontShortage()


def lettering(lines: tuple[str, ...], font: str, points: float, align: float = 0.0) -> Texture:
    """Return the texture of a text in white: its colour is given where it is drawn."""
    try:
        return _lettered(lines, font, points, align)
    except (OSError, ValueError):
        for other in shortage.others(font, points):
            with suppress(OSError, ValueError):
                return _lettered(lines, font, other, align)
        return Texture.create(size=(1, 1))


@lru_cache(1024)
def _lettered(lines: tuple[str, ...], font: str, points: float, align: float) -> Texture:
    """Return the texture of a text. Raises ValueError if no file can be opened for the font."""
    # Below 1, ``line_height`` darkens the edges of the letters.
    label = CoreLabel(
        text="\n".join(lines),
        font_name=font,
        font_size=points,
        line_height=LINE / NATURAL[font] if len(lines) > 1 else 1.0,
        halign={0.5: "center", 1.0: "right"}.get(align, "left"),
    )
    label.refresh()
    shortage.note(font, points)
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
    return list(dashes_around((x, y, w, h), radius, DASH))


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
        self.texture = corner_picture(side)
        self.border = (side,) * 4
        self.display_border = (radius,) * 4


Factory.register("Rounded", cls=Rounded)


@lru_cache(512)
def corner_picture(radius: int) -> Texture:
    """Return a white square with round corners, and little between them.

    Kivy's own rounded rectangle takes many times as long: it has a smooth line around it.
    """
    side = 2 * radius + 2
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = corners(radius)
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def corners(radius: int) -> bytes:
    """Return the covered part of each pixel of a square with round corners, 0 to 255."""
    side = 2 * radius + 2
    # From the middle of the corner to that of the pixel, if it is in the corner at all.
    away = [max(0.0, radius - 0.5 - min(i, side - 1 - i)) for i in range(side)]
    shares = (radius + 0.5 - hypot(x, y) for y in away for x in away)
    return bytes(round(255 * min(1.0, max(0.0, share))) for share in shares)


@cache
def _stripes() -> Texture:
    """Return a piece of diagonal stripes, which repeats in both directions."""
    pixels = bytearray()
    for y in range(STRIPE):
        for x in range(STRIPE):
            away = abs((x + y) % STRIPE - STRIPE / 2)
            pixels += bytes((255, 255, 255, round(255 * min(1, max(0, away - STRIPE / 4)))))
    texture = Texture.create(size=(STRIPE, STRIPE), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "repeat"
    return texture


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
                yield Color(rgba=rgba(HATCHED))
                across, up = w / STRIPE, h / STRIPE
                yield Rectangle(
                    texture=_stripes(),
                    pos=(x, height - y - h),
                    size=(w, h),
                    tex_coords=(0, 0, across, 0, across, up, 0, up),
                )
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
