"""Drawn figures as canvas instructions: shapes and tokens of players, hatching.

Figures are masks, drawn once for each size and kept; see ``masks``. See ``boxes`` for places.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle
from kivy.graphics.instructions import Instruction
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex as rgba

from companion.ui import theme
from companion.ui.widgets.boxes import Box
from companion.ui.widgets.masks import mask, rounded

Rgba = Sequence[float]


class Drawn(Widget):
    """Base class of widgets that draw themselves again when one of ``drawn_from`` changes.

    They do so once before the next frame, however much has changed until then.
    """

    drawn_from: tuple[str, ...] = ()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", *self.drawn_from):
            self.fbind(name, draw_soon)
        draw_soon()

    def _draw(self, *_: object) -> None:
        self._group.clear()
        for instruction in self.instructions(Box(self.x, self.y, self.width, self.height)):
            self._group.add(instruction)

    def instructions(self, box: Box) -> list[Instruction]:
        """Return the instructions that draw the widget in ``box``."""
        raise NotImplementedError


_FIGURES_KEPT = 512


class RoundedBox(BorderImage):
    """Box with smooth round corners, also in kv files.

    ``radius`` is that of all corners, or one each: top left, top right, bottom right, bottom left.
    The corners are pictures: Kivy's own rounded rectangle takes many times as long, because each
    has a smooth line around it.
    """

    def __init__(self, radius: Sequence[float] = (0,), **kwargs: object) -> None:
        self._radius, self._largest = radius, 0.0
        super().__init__(**kwargs)
        self.radius = radius

    @property
    def radius(self) -> Sequence[float]:
        """Radii in pixels, no larger than there is room for."""
        return self._radius

    @radius.setter
    def radius(self, radius: Sequence[float]) -> None:
        self._radius = radius
        corners = [*radius] * (1 if len(radius) > 1 else _CORNERS)
        self._largest = max(0.0, *corners)
        largest = max(1, ceil(self._largest))
        self.texture = corner_picture(*(min(largest, ceil(corner)) for corner in corners))
        self.border = [largest] * _CORNERS
        self._fit()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        return BorderImage.size.__get__(self)

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        BorderImage.size.__set__(self, size)
        self._fit()

    def _fit(self) -> None:
        self.display_border = [min(self._largest, *(side / 2 for side in self.size))] * _CORNERS


_CORNERS = 4
Factory.register("RoundedBox", cls=RoundedBox)


@lru_cache(_FIGURES_KEPT)
def corner_picture(*radii: int) -> Texture:
    """Return a white square with round corners, of one radius or of one each."""
    side, covered = rounded(radii * (1 if len(radii) > 1 else _CORNERS))
    return _white(side, covered)


def rounded_box(box: Box, color: Rgba, *radius: float) -> list[Instruction]:
    """Return a filled box with round corners; see ``RoundedBox``."""
    shape = RoundedBox(pos=(box.x, box.y), size=(box.width, box.height), radius=radius)
    return [Color(rgba=color), shape]


def figure(name: str, box: Box, color: Rgba) -> list[Instruction]:
    """Return a figure of one colour, as large as fits in ``box``."""
    side = _side(box)
    return [Color(rgba=color), _square(_texture(name, side), box, side)]


def player_shape(marker: int, box: Box, color: Rgba) -> list[Instruction]:
    """Return the shape of a player; nothing for nobody."""
    name = theme.player_shape(marker)
    return figure(name, box, color) if name else []


def token(
    marker: int, box: Box, *, inverse: bool = False, colors: theme.Colors | None = None
) -> list[Instruction]:
    """Return the token of a player: a disc with a thin ring and the shape.

    An ``inverse`` token is for a background in the colour of the player. ``colors`` are those of
    another theme than the one in force.
    """
    colors = colors or theme.colors
    disc, shape = colors.fill(marker), colors.on_fill(marker)
    if inverse:
        disc, shape = shape, disc
    side = min(box.width, box.height) * _SHAPE_SHARE
    x, y = box.center
    inner = Box(x - side / 2, y - side / 2, side, side)
    thin = [*shape[:3], 0.75]
    return [
        *figure("disc", box, disc),
        *figure("ring", box, thin),
        *player_shape(marker, inner, shape),
    ]


_SHAPE_SHARE = 0.51
"""Share of a token's width that its shape takes."""


def hatching(box: Box, strength: float = 0.7) -> list[Instruction]:
    """Return diagonal stripes over ``box``: the band of a mortgaged deed."""
    across, up = box.width / _STRIPE, box.height / _STRIPE
    return [
        Color(rgba=[*_HATCHED[:3], strength]),
        Rectangle(
            texture=stripes(),
            pos=(box.x, box.y),
            size=(box.width, box.height),
            tex_coords=(0, 0, across, 0, across, up, 0, up),
        ),
    ]


@cache
def stripes() -> Texture:
    """Return a piece of diagonal stripes, which repeats in both directions."""
    pixels = bytearray()
    for y in range(_STRIPE):
        for x in range(_STRIPE):
            away = abs((x + y) % _STRIPE - _STRIPE / 2)
            pixels += bytes((255, 255, 255, round(255 * min(1, max(0, away - _STRIPE / 4)))))
    texture = Texture.create(size=(_STRIPE, _STRIPE), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "repeat"
    return texture


_HATCHED = rgba("#fffdf7")
_STRIPE = 16
"""Distance of two stripes, in pixels."""


def _side(box: Box) -> int:
    return max(1, round(min(box.width, box.height)))


def _square(texture: Texture, box: Box, side: int) -> Rectangle:
    """Return a square in the middle of ``box`` at whole pixels, where its edges stay sharp."""
    x, y = box.center
    return Rectangle(
        texture=texture, pos=(round(x - side / 2), round(y - side / 2)), size=(side, side)
    )


@lru_cache(_FIGURES_KEPT)
def _texture(name: str, side: int) -> Texture:
    return _white(side, mask(name, side))


def _white(side: int, covered: bytes) -> Texture:
    """Return a white square that is as opaque as it is covered."""
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = covered
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture
