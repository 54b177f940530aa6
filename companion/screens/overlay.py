"""Overlay of every page: the question that a move is confirmed with, and the toast.

A toast stands as low as it can in a place of the page where nothing can be tapped. Where there is
no other place it is written smaller, and then it covers a title.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from companion.screens.layout import least
from companion.screens.parts import (
    HUG,
    SPACES,
    Ground,
    Key,
    Node,
    Pane,
    Part,
    Plate,
    Room,
    Space,
    Style,
    Words,
    column,
    fit,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import action_key, divider, token
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, STRONG, TURN
from companion.screens.typesetting import LINE, larger, lines_in
from companion.table.confirmation import Sheet, SheetLine
from companion.table.table import Table
from companion.text.told import Wording

SHADE = "#14171c9e"
"""Colour over a page that waits for an answer."""
CARD, KEY, LOW, HIGH = 580, 68, 34, 44
"""Largest width of a question, height of a key, and least heights of a line of it, in dp."""
TOASTS, FINGER, EDGE, STEP = (524, 680, *range(504, 200, -20)), 48, 4, 8
"""Largest widths of a toast, the room around a finger, the least room beside a toast, and the step
at which a place for it is looked for, in dp."""
LOW_TOAST = STRONG._replace(largest=24, smallest=24)
"""Text of a toast where there is little room."""
LOG = ("log", "move:")
"""Beginnings of the keys of the log."""

Place: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]


def page(table: Table, room: Room, finger: Place, below: "Obstacles") -> Part:
    """Return what stands over the page; ``finger`` is where it touched last, from the top left."""
    return over(
        _question(table.sheet, room) if table.sheet else None,
        _toast(table.notice, room, finger, below) if table.notice else None,
    )


# --- the question -----------------------------------------------------------------------------


def _question(sheet: Sheet, room: Room) -> Part:
    """Card that keeps fingers from the page, in large type if it has room."""
    most = room.height - 16
    for factor in (room.enlarged, 1.0):
        card = _card(sheet, room, factor)
        height = least(card, is_down=True, along=False, hugs=True, factor=factor)
        if height <= most:
            break
    middle = row(Part(), card, Part(), size=min(height, most))
    return column(Part(), middle, Part(), look=Ground(SHADE))


def _card(sheet: Sheet, room: Room, factor: float) -> Part:
    """Card for type times ``factor``; Cancel is at the left, or at the bottom."""
    width = min(CARD, room.width - 32)
    title = text(sheet.title, TURN._replace(lines=2))
    words = sheet.verb
    verb = over(
        text(words, BUTTON._replace(lines=2), "on_player", 0.5),
        look=Key("debit", "debit", "lip", 14, 4),
        pad="l",
        do=("confirm", sheet.move),
    )
    cancel = action_key(sheet.cancel, "", ("cancel",))
    keys = row(cancel._replace(share=0.62), verb, gap="xl", size=KEY)
    if room.is_upright:
        keys = column(verb, cancel, size=2 * KEY + 8)
    return column(
        row(
            token(sheet.marker, 56) if sheet.marker >= 0 else None,
            title,
            size=70,
        ),
        fit(*(_lines(sheet, width - 40, high, factor) for high in (HIGH, LOW))),
        divider(),
        may(_wrapped(sheet.note, BODY, "quiet", width - 40, HIGH, factor), rank=2),
        keys,
        look=Plate("sheet", "edge", 16),
        pad="xxl",
        gap="s",
        size=width,
    )


def _lines(sheet: Sheet, width: float, least: float, factor: float) -> Part:
    lines = (_line(line, width, least, factor) for line in sheet.lines)
    return column(*lines, gap=0, size=HUG)


def _line(line: SheetLine, width: float, least: float, factor: float) -> Part:
    """Consequence with its sum or receiver, which goes below it where both are long."""
    amount = text(line.amount, STRONG, align=1.0)
    end = _wide(line.amount, factor) if line.amount else 0
    words, above = line.text, divider()
    if end and not lines_in(words, larger(BODY, factor), width - end - 8):
        told = _wrapped(words, BODY, "ink", width, factor=factor)
        kids = (above, told, amount._replace(size=least))
        return column(*kids, gap=0, size=1.5 + told.size + least)
    told = _wrapped(words, BODY, "ink", width - end - 8, least, factor)
    beside = row(told._replace(size=0), amount._replace(size=end) if end else None)
    return column(above, beside, gap=0, size=told.size)


def _wrapped(
    words: Wording, style: Style, ink: str, width: float, least: float = 0, factor: float = 1.0
) -> Part:
    """Text with the height of as many lines as it takes in a width, in type times ``factor``."""
    large = larger(style, factor)
    lines = len(lines_in(words, large, width)) or 1
    height = max(least, lines * large.largest * LINE + 2)
    return text(words, style._replace(lines=lines), ink, size=height)


def _wide(words: Wording, factor: float) -> float:
    """Width of bold words in type times ``factor``."""
    style = larger(STRONG, factor)
    return promised(str(words), style.font, style.largest)


# --- the toast --------------------------------------------------------------------------------


class Obstacles(NamedTuple):
    """Boxes that a message must not lie over: keys; titles and balances; and other words.

    Where it must lie over something, words are covered first, and then titles.
    """

    keys: tuple[Box, ...] = ()
    words: tuple[Box, ...] = ()
    titles: tuple[Box, ...] = ()


def obstacles(nodes: Mapping[str, Node], scale: float) -> Obstacles:
    """Obstacles of a page, in dp. The log is none: the history tells it as well."""
    keys, words, titles = [], [], []
    for key, node in nodes.items():
        if key.startswith(LOG):
            continue
        box = node.x / scale, node.y / scale, node.w / scale, node.h / scale
        hand = node.hand
        is_key = hand and (hand.do or hand.drag or hand.reason)
        is_title = isinstance(node.look, Words) and node.look.font == "title"
        if is_key or isinstance(node.look, Pane):
            keys.append(box)
        elif is_title or node.moves == "count":
            titles.append(box)
        elif isinstance(node.look, Words):
            words.append(box)
    return Obstacles(tuple(keys), tuple(words), tuple(titles))


def _toast(notice: Wording, room: Room, finger: Place, below: Obstacles) -> Part:
    """Message on a plate as large as its words; a finger on it lets it go."""
    plates: dict[Place, tuple[Part, Space]] = {}
    sides = 2 * SPACES["xl"]
    rooms = [min(widest, room.width - 16) - sides for widest in TOASTS]
    # A folder has no place where it could be broken: such a message needs the wider ones.
    whole = [one for one in rooms if lines_in(notice, STRONG, one, is_whole=True)]
    rooms = whole or [max(rooms)]
    large = larger(STRONG, room.enlarged)
    styles: tuple[tuple[Style, Space], ...] = ((large, "s"), (STRONG, "s"), (LOW_TOAST, "xxs"))
    for style, around in dict.fromkeys(styles):
        narrowest: dict[int, tuple[float, Part]] = {}
        for most in rooms:
            lines = lines_in(notice, style, most) or (str(notice),)
            own = max(promised(one, style.font, style.largest) for one in lines)
            width = min(most, own) + sides
            if width < narrowest.get(len(lines), (room.width, None))[0]:
                narrowest[len(lines)] = width, _wrapped(notice, style, "ink", width - sides)
        for width, told in narrowest.values():
            plates[width, told.size + 2 * SPACES[around]] = told, around
    size, left, top = toast_place((room.width, room.height), tuple(plates), finger, below)
    words, around = plates[size]
    plate = over(words._replace(size=0), look=Plate("amber_ground", "amber", 14))
    plate = plate._replace(pad=("xl", around), key="toast", do=("dismiss",))
    return _placed(plate, (left, top, *size), room)


def _placed(part: Part, box: Box, room: Room) -> Part:
    """Part in a box of the window."""
    left, top, width, height = box
    across = row(Part(size=left), over(part, size=width), gap=0, size=height, most=height)
    return column(Part(size=top), across, gap=0)


@lru_cache(8)
def toast_place(
    window: Place, sizes: tuple[Place, ...], finger: Place, below: Obstacles
) -> tuple[Place, float, float]:
    """Size of a toast, its left and its top, in dp.

    It is the lowest place where it lies over no key, title, balance or finger, and over no words if
    there is such a place; else over a title or a balance, or over as little of the keys as it can.
    """
    x, y = finger
    keys = (*below.keys, (x - FINGER, y - FINGER, 2 * FINGER, 2 * FINGER))
    titled = (*keys, *below.titles)
    for boxes in ((*titled, *below.words), titled, keys):
        for size in sizes:
            for top in _tops(window[1], size[1]):
                left = _free_left(window[0], (top, *size), boxes)
                if left is not None:
                    return size, left, top
    places = [
        (size, left, top)
        for size in sizes
        for top in _tops(window[1], size[1])
        for left in _lefts(window[0], size[0])
    ]
    return min(places, key=lambda one: _hidden((*one[1:], *one[0]), keys))


def _free_left(
    window: float, band: tuple[float, float, float], boxes: Iterable[Box]
) -> float | None:
    """Return the left edge nearest to the middle of a toast that is over no box; or None.

    ``band`` has the top of the toast, its width and its height.
    """
    top, wide, high = band
    taken = sorted(
        (x, x + w) for x, y, w, h in boxes if y < top + high and top < y + h and w > 0 and h > 0
    )
    middle, free, found = (window - wide) / 2, float(EDGE), []
    for start, end in (*taken, (window - EDGE, window)):
        if start - free >= wide:
            found.append(min(max(middle, free), start - wide))
        free = max(free, end)
    return min(found, key=lambda left: abs(left - middle), default=None)


def _hidden(toast: Box, keys: Iterable[Box]) -> float:
    """Largest share of a key that a toast lies over."""
    return max(_covered(toast, key) / (key[2] * key[3] or 1) for key in keys)


def _tops(height: float, high: float) -> Iterator[float]:
    """Yield the tops that a toast may have, from the bottom up."""
    top = max(EDGE, height - high - EDGE)
    while top > EDGE:
        yield top
        top -= STEP
    yield EDGE


def _lefts(width: float, wide: float) -> tuple[float, ...]:
    """Left edges that a toast may have: in the middle, at the right, at the left."""
    last = max(EDGE, width - wide - EDGE)
    return tuple(dict.fromkeys((max(EDGE, (width - wide) / 2), last, EDGE)))


def _covered(one: Box, other: Box) -> float:
    """Area of one box that lies over another."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0
