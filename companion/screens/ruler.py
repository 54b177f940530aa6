"""Measure text from the font files alone: no toolkit and no window.

Surfaces are told not to kern and not to join letters, so the sum of the widths of the letters is
the width of a line on every surface. Kivy's painter rounds each letter to whole pixels;
``promised`` is the width that it never exceeds.
"""

from functools import lru_cache

from companion.look.typefaces import face

SPARE, SLACK = 1.03, 5
"""Factor and pixels by which a painter that rounds letters may exceed the sum of the widths."""


@lru_cache(4096)
def width(line: str, font: str, size: float) -> float:
    """Width of a line in a size of the type, in the unit of the size."""
    return face(font).width(line) * size


def promised(line: str, font: str, size: float) -> float:
    """Width that no surface exceeds, in the unit of the size."""
    return width(line, font, size) * SPARE + SLACK
