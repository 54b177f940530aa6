"""Overlay of every page: the question that a move is confirmed with, and the toast.

A toast stands near the bottom of the window, but never over what was just touched.
"""

from collections.abc import Sequence

from companion.palette import Theme
from companion.screens.layout import LINE, UNBOUND, broken, least
from companion.screens.parts import (
    HUG,
    Ground,
    Key,
    Part,
    Plate,
    Room,
    Style,
    column,
    fit,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import action_key, divider, token, wordings
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, STRONG, TURN
from companion.table.confirmation import Sheet, SheetLine
from companion.table.table import Table
from companion.text.told import Wording

SHADE = "#14171c9e"
"""Colour over a page that waits for an answer."""
CARD, KEY, LOW, HIGH = 580, 68, 34, 44
"""Largest width of a question, height of a key, and least heights of a line of it, in dp."""
TOAST, BOTTOM, FINGER = 524, 76, 48
"""Largest width of a toast, its height above the bottom, and the room around a finger, in dp."""

Place = tuple[float, float]


def page(table: Table, room: Room, finger: Place) -> Part:
    """Return what stands over the page; ``finger`` is where it touched last, from the top left."""
    return over(
        _question(table, table.sheet, room) if table.sheet else None,
        _toast(table.notice, room, finger) if table.notice else None,
    )


# --- the question -----------------------------------------------------------------------------


def _question(table: Table, sheet: Sheet, room: Room) -> Part:
    """Card that keeps fingers from the page; Cancel is at the left, or at the bottom."""
    colors, width = room.colors, min(CARD, room.width - 32)
    names = list(table.session.game.players) if table.session else []
    title = text(wordings(sheet.title, names), TURN._replace(lines=2), colors.ink)
    words = wordings(sheet.verb, names)
    verb = over(
        text(words, BUTTON._replace(lines=2), colors.on_player, 0.5),
        look=Key(colors.debit, colors.debit, colors.lip, 14, 4),
        pad=(10, 3, 10, 7),
        do=("confirm", sheet.move),
    )
    cancel = action_key(colors, sheet.cancel, "", ("cancel",))
    keys = row(cancel._replace(share=0.62), verb, gap=14, size=KEY)
    if room.is_upright:
        keys = column(verb, cancel, size=2 * KEY + 8)
    card = column(
        row(
            token(colors, sheet.marker, 56) if sheet.marker >= 0 else None,
            title,
            size=70,
        ),
        fit(*(_lines(colors, sheet, names, width - 40, high) for high in (HIGH, LOW))),
        divider(colors),
        may(_wrapped(wordings(sheet.note, names), BODY, colors.quiet, width - 40, HIGH), rank=2),
        keys,
        look=Plate(colors.sheet, colors.edge, 16),
        pad=(20, 10, 20, 14),
        gap=6,
        size=width,
    )
    height = min(least(card, is_down=True, along=False, hugs=True), room.height - 16)
    middle = row(Part(), card, Part(), size=height)
    return column(Part(), middle, Part(), look=Ground(SHADE))


def _lines(colors: Theme, sheet: Sheet, names: Sequence[str], width: float, least: float) -> Part:
    lines = (_line(colors, line, names, width, least) for line in sheet.lines)
    return column(*lines, gap=0, size=HUG)


def _line(colors: Theme, line: SheetLine, names: Sequence[str], width: float, least: float) -> Part:
    """Consequence with its sum or receiver, which goes below it where both are long."""
    amount = text(wordings(line.amount, names), STRONG, colors.ink, 1.0)
    end = promised(str(line.amount), STRONG.font, STRONG.largest) if line.amount else 0
    words, above = wordings(line.text, names), divider(colors)
    if end and not _broken(words[:1], BODY, width - end - 8):
        told = _wrapped(words, BODY, colors.ink, width)
        kids = (above, told, amount._replace(size=least))
        return column(*kids, gap=0, size=1.5 + told.size + least)
    told = _wrapped(words, BODY, colors.ink, width - end - 8, least)
    beside = row(told._replace(size=0), amount._replace(size=end) if end else None)
    return column(above, beside, gap=0, size=told.size)


def _wrapped(
    words: Sequence[Wording], style: Style, ink: str, width: float, least: float = 0
) -> Part:
    """Text with the height of as many lines as it takes in a width."""
    lines = len(_broken(words, style, width)) or 1
    height = max(least, lines * style.largest * LINE + 2)
    return text(words, style._replace(lines=lines), ink, size=height)


def _broken(words: Sequence[Wording], style: Style, width: float) -> tuple[str, ...]:
    """Lines of the first wording that can be broken into a width; none if none can."""
    broken_ = (broken(str(one), style.font, style.largest, width, UNBOUND, 99) for one in words)
    return next(filter(None, broken_), ())


# --- the toast --------------------------------------------------------------------------------


def _toast(notice: Wording, room: Room, finger: Place) -> Part:
    """Message on a plate as large as its words; a finger on it lets it go."""
    colors = room.colors
    most = min(TOAST, room.width - 16) - 32
    lines = _broken([notice], STRONG, most) or (str(notice),)
    words = _wrapped([notice], STRONG, colors.ink, most)
    width = min(most, max(promised(one, STRONG.font, STRONG.largest) for one in lines)) + 32
    height = words.size + 24
    left, top = toast_place(room, (width, height), finger)
    plate = over(words._replace(size=0), look=Plate(colors.amber_ground, colors.amber, 14))
    return column(
        Part(size=top) if top else None,
        row(
            Part(size=left),
            plate._replace(pad=(16, 12, 16, 12), size=width, key="toast", do=("dismiss",)),
            Part(),
            gap=0,
            size=height,
        ),
        Part(),
        gap=0,
    )


def toast_place(room: Room, size: Place, finger: Place) -> Place:
    """Left and top of a toast of some size, in dp."""
    width, height = size
    left = max(8, min((room.width - width) / 2, room.width - width - 8))
    bottom = room.height - BOTTOM
    x, y = finger
    is_near = left - FINGER < x < left + width + FINGER
    if not is_near or y < bottom - height - FINGER:
        return left, bottom - height
    above = y - FINGER - height
    return left, above if above > 4 else min(room.height - 4, y + FINGER + height) - height
