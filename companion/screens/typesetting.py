"""Set a text in a box: its wording, the size of its type, and its lines.

A text takes its first way (see ``ways``) that fits at the smallest size of its style, in the
largest size that fits; then one in smaller type; then one with shorter names. Enlarged type comes
before all of these where it fits. Lengths are in dp; a dp has ``scale`` pixels.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from companion.look.palette import Theme, color_of
from companion.screens.parts import Style, Text, Words
from companion.screens.ruler import promised
from companion.screens.ways import DOTS, Written, clipped, shortened, whole
from companion.text.told import Told, Wording

LINE = 1.18
"""Distance of two lines of text, in sizes of the type."""
HALF_PIXEL = 0.5
PIECES = re.compile(r"(?<= )|(?<=/)(?=\S)")
"""Ends of words, and of folders in a path: a line may be broken there."""
UNBOUND = 1e9
STEP, LEAST_TYPE = 4, 24
"""Step by which type may be smaller than the smallest of its style, and its least size then, in dp.
Below 24 dp text is not large any more: white on a player's colour has too little contrast."""
MANY = 999
TIGHT = 0.0
"""Factor of type that stands for the smallest, with the shortest names."""
WIDER = 1.02
"""Factor by which a width is raised until the lines of a text fit into it."""


@lru_cache(8192)
def least_of_text(look: Text, is_down: bool, hugs: bool, factor: float) -> float:
    """Return the least height of a text if ``is_down``, else its least width; see ``least``."""
    style = larger(look.style, factor)
    if is_down:
        return style.smallest * (1.0 if style.lines == 1 else LINE * style.lines)
    if hugs:
        return promised(str(look.wordings[0]), style.font, style.largest)
    ways, size = whole(look.wordings), style.smallest
    if not factor:
        ways, size = (*ways, *shortened(look.wordings)), _tight(style)
    return min(_least_width(words, style, size) for words, _ in ways)


@lru_cache(8192)
def _least_width(words: str, style: Style, size: float) -> float:
    """Return the least width in which a text has no more lines than its style allows."""
    pieces = [promised(piece.rstrip(), style.font, size) for piece in PIECES.split(words)]
    width = max(*pieces, promised(words, style.font, size) / style.lines)
    while not broken(words, style.font, size, width, UNBOUND, style.lines):
        width *= WIDER
    return width


def larger(style: Style, factor: float) -> Style:
    """Return a style whose type is larger by a factor; a title rather keeps its words."""
    if factor <= 1:
        return style
    smallest = style.smallest if style.font == "title" else round(style.smallest * factor)
    return style._replace(largest=round(style.largest * factor), smallest=smallest)


def _tight(style: Style) -> float:
    """Return the size in dp that a text of a style has before a name in it is shortened."""
    return min(style.smallest, max(style.smallest - STEP, LEAST_TYPE))


@lru_cache(4096)
def fitted(text: Text, w: float, h: float, scale: float, theme: Theme, enlarged: float) -> Words:
    """Return a text as it stands in a box of ``w`` x ``h``; cut if it ran out of ways."""
    style, ink = text.style, color_of(theme, text.ink)
    large = larger(style, enlarged)
    steps = _steps(text)
    if enlarged > 1:
        steps = chain([(whole(text.wordings), large.smallest)], steps)
    for ways, smallest in steps:
        for words, way in ways:
            if not broken(words, style.font, smallest, w, h, style.lines):
                continue
            for size in _sizes_of(large, smallest):
                # Only the smallest type may be a little higher than its box.
                high = h - HALF_PIXEL if size > smallest else h
                if lines := broken(words, style.font, size, w, high, style.lines):
                    way = way._replace(smaller=max(0.0, style.smallest - size))
                    total = text.wordings[way.wording].sum
                    return Words(
                        lines, style.font, size * scale, ink, text.align, way=way, sum=total
                    )
    last = str(text.wordings[-1])
    while last and promised(last + DOTS, style.font, style.smallest) > w:
        last = last[:-1]
    points = style.smallest * scale
    return Words((f"{last}{DOTS}",), style.font, points, ink, text.align, cut=True)


def _steps(text: Text) -> Iterator[tuple[Iterable[Written], float]]:
    """Yield ways to write a text with the smallest size of the type for them, the best first."""
    style, wordings = text.style, text.wordings
    if style.keeps_spaces:
        yield whole(wordings, keeps_spaces=True), _tight(style)
    yield whole(wordings), style.smallest
    yield whole(wordings), _tight(style)
    yield shortened(wordings), _tight(style)
    yield clipped(wordings), style.smallest


def _sizes_of(style: Style, smallest: float) -> Iterator[float]:
    """Yield the sizes that a text may have, the largest first."""
    size = style.largest
    while size > smallest:
        yield size
        size -= 1
    yield smallest


@lru_cache(4096)
def broken(words: str, font: str, size: float, w: float, h: float, most: int) -> tuple[str, ...]:
    """Return the lines of a text in a box of ``w`` x ``h``; none if it takes more than ``most``."""
    lines, w = [""], w + HALF_PIXEL
    for piece in PIECES.split(words):
        longer = lines[-1] + piece
        if promised(longer.rstrip(), font, size) <= w:
            lines[-1] = longer
        elif lines[-1] and promised(piece.rstrip(), font, size) <= w:
            lines.append(piece)
        else:
            return ()
    lines = [line.rstrip() for line in lines]
    height = size if len(lines) == 1 else size * LINE * len(lines)
    return tuple(lines) if len(lines) <= most and height <= h + HALF_PIXEL else ()


def lines_in(words: Wording, style: Style, width: float, is_whole: bool = False) -> tuple[str, ...]:
    """Return the lines of a text in its largest size in a width, however many; none if none fit.

    Nothing is cut off a text that ``is_whole``.
    """
    wordings = (Told(words),)
    ways = chain(whole(wordings), shortened(wordings), () if is_whole else clipped(wordings))
    size, most = style.largest, MANY
    found = (broken(said, style.font, size, width, UNBOUND, most) for said, _ in ways)
    return next(filter(None, found), ())
