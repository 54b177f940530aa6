"""Game code: a whole game as QR codes, or the link to its report, and what to do with it."""

from companion.screens import figures
from companion.screens.parts import Ground, Part, Room, column, figure, may, over, row, text
from companion.screens.pieces import (
    HEADER,
    corner_key,
    message_header,
    plain_header,
    progress_bar,
    qr_code,
    token,
)
from companion.screens.styles import BODY, NAMES, NEWS, PARAGRAPH, STRONG, TITLE
from companion.screens.typesetting import LINE, lines_in
from companion.table.game_code import ShownCode
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.screens.game_code import CODE
from companion.text.screens.play import WORDS
from companion.text.told import Wording

PAPER, INK = "#ffffff", "#000000"
"""Colours of a code, independent of the theme: cameras need the contrast."""
SIGN, HIGH_HEADER = 36, 98
"""Height and width of the number of a step, and height of a header with a message, in dp."""
PANEL, TALL_PANEL = 0.91, 0.56
"""Width of the code's panel beside the text in heights of the window, and its largest share of the
height of an upright one."""


def page(table: Table, room: Room) -> Part:
    """Code as large as possible, beside or above what to do with it."""
    value, is_upright = table.game_code.value, room.is_upright
    code = value.code
    lines = NAMES
    result = column(
        text(code.results, lines),
        may(text(code.when, NEWS, "quiet", size=30)),
        gap=0,
    )
    side = min(room.width, room.height * TALL_PANEL) if is_upright else room.height * PANEL
    about = column(
        _header(value, room, room.width - (0 if is_upright else side)),
        row(
            token(code.marker, 56) if code.marker >= 0 else None,
            result,
            gap="l",
            share=2,
            least=62 if is_upright or room.message else 94,
            most=62 if room.message else 120,
        ),
        *(
            _step(number, words, room.width - SIGN - 30 if is_upright else 0)
            for number, words in enumerate(value.steps, 1)
        ),
        text(code.fingerprint.replace("-", " "), NAMES, least=30, most=34 if room.message else 72),
        gap="xs",
        pad=("l", "m"),
    )
    panel = over(_code(value), look=Ground(PAPER), size=side)
    flow = column if is_upright else row
    return flow(panel, about, gap=0, look=Ground("ground"))


def _code(value: ShownCode) -> Part:
    """Code, or the words in its place; while a report is written, how far it is."""
    if value.sentence:
        words = text(value.sentence, BODY._replace(lines=12), INK, 0.5)
        bar = progress_bar(value.done) if value.is_being_written else None
        return column(Part(), words, bar, Part(), pad=("xxl", 0))
    return qr_code(value.link) if value.link else figure(figures.qr_code, value.modules)


def _header(value: ShownCode, room: Room, width: float) -> Part:
    """Header, ``width`` dp wide, with a key that turns to the next code if there are several."""
    # Beside the number of the code there is room for a key without a word.
    back = corner_key(WORDS["back"], ("back", "out"), "back").forms[-1]
    following = corner_key(value.counter, ("turn",), "next").forms[-1] if value.counter else None
    if room.message:
        return message_header(room, back, following, size=HIGH_HEADER, width=width)
    if not following:
        return plain_header(room, CODE["share" if value.shares else "title"])
    titles = value.counter, f"{value.place + 1}/{len(value.code.codes)}"
    return row(back, text(titles, TITLE), following, gap="l", size=HEADER)


def _step(number: int, words: Wording, width: float) -> Part:
    """Return one thing to do with the code; it has two lines, or those that it takes in a width."""
    look = Ground("ink", SIGN / 2)
    sign = over(text(f"{number}", STRONG, "ground", 0.5), look=look, size=SIGN)
    signs = column(Part(), sign, Part(), gap=0, size=SIGN)
    lines = len(lines_in(words, PARAGRAPH, width)) if width else 2
    high = max(SIGN, lines * PARAGRAPH.largest * LINE)
    return row(signs, text(words, PARAGRAPH), gap="l", least=high)


SCREEN = Screen(page, state="game_code")
