"""Overlay of every page: the question that a move is confirmed with."""

from companion.screens.layout import least
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
from companion.screens.pieces import action_key, divider, message_plate, token
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, STRONG, TURN
from companion.screens.typesetting import LINE, larger, lines_in
from companion.table.confirmation import Sheet, SheetLine
from companion.text.told import Wording

SHADE = "#14171c9e"
"""Colour over a page that waits for an answer."""
CARD, KEY, LOW, HIGH = 580, 68, 34, 44
"""Largest width of a question, height of a key, and least heights of a line of it, in dp."""
MESSAGE = 116
"""Most height of a message in a question."""


def page(sheet: Sheet, room: Room) -> Part:
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
    """Card for type times ``factor``; Cancel is at the left, or at the bottom.

    A message stands in the place of the title.
    """
    width = min(CARD, room.width - 32)
    who = token(sheet.marker, 56) if sheet.marker >= 0 else None
    title = row(who, text(sheet.title, TURN._replace(lines=2)), size=70)
    if room.message:
        title = message_plate(room.message, width - 40, MESSAGE)
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
        title,
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
