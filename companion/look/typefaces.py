"""Fonts of the screens: the width of each letter, and the letters that they have.

A TrueType file has, for every letter, how far the pen moves: the tables ``cmap`` and ``hmtx`` of
the OpenType specification. Nothing else of a font is read.
"""

from collections.abc import Iterator
from functools import cache
from struct import unpack_from

from companion.resources import font_file

FONTS = {
    "text": "RobotoCondensed-Regular",
    "medium": "RobotoCondensed-Medium",
    "bold": "RobotoCondensed-Bold",
    "title": "CharisSIL-Bold",
    "icons": "Icons",
    "figures": "Figures",
}
"""File of each font, by the name that a style gives it."""
SHOWN_IN = ("text", "medium", "bold", "title")
"""Fonts in which the name of a player is shown."""


class Face:
    """Widths of the letters of a font, in sizes of the type."""

    def __init__(self, data: bytes) -> None:
        at = _tables(data)
        unit = unpack_from(">H", data, at["head"] + 18)[0]
        known = unpack_from(">H", data, at["hhea"] + 34)[0]
        steps: list[float] = [
            unpack_from(">H", data, at["hmtx"] + 4 * i)[0] / unit for i in range(known)
        ]
        self._missing = steps[0]
        self._widths: dict[int, float] = {
            code: steps[min(glyph, known - 1)] for code, glyph in _letters(data, at["cmap"])
        }

    def has(self, letter: str) -> bool:
        """Return True if the font can show the letter."""
        return ord(letter) in self._widths

    def width(self, line: str) -> float:
        """Return the width of a line in sizes of the type."""
        return sum(self._widths.get(code, self._missing) for code in map(ord, line))


@cache
def face(font: str) -> Face:
    """Return the widths of a font of ``FONTS``."""
    return Face(font_file(FONTS[font]).read_bytes())


def unshown(text: str) -> str:
    """Return the letters of a text that a font of the screens lacks, each once."""
    fonts = [face(font) for font in SHOWN_IN]
    lacking = (letter for letter in text if not all(font.has(letter) for font in fonts))
    return "".join(dict.fromkeys(lacking))


def _tables(data: bytes) -> dict[str, int]:
    count = unpack_from(">H", data, 4)[0]
    entries = (unpack_from(">4sLLL", data, 12 + 16 * i) for i in range(count))
    return {name.decode(): start for name, _, start, _ in entries}


def _letters(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield character and glyph from the first subtable of format 4 of a ``cmap``."""
    count = unpack_from(">H", data, start + 2)[0]
    subtables = (start + unpack_from(">HHL", data, start + 4 + 8 * i)[2] for i in range(count))
    at = next(place for place in subtables if unpack_from(">H", data, place)[0] == 4)
    segments = unpack_from(">H", data, at + 6)[0] // 2
    ends, starts = at + 14, at + 16 + 2 * segments
    deltas, offsets = starts + 2 * segments, starts + 4 * segments
    for i in range(0, 2 * segments, 2):
        first, last = (unpack_from(">H", data, array + i)[0] for array in (starts, ends))
        delta, offset = (unpack_from(">H", data, array + i)[0] for array in (deltas, offsets))
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                glyph = unpack_from(">H", data, offsets + i + offset + 2 * (code - first))[0]
                if not glyph:
                    continue
            if (glyph + delta) % 65536:
                yield code, (glyph + delta) % 65536
