"""Parts that several screens share: tokens, keys, headers, answers, keypads.

A player is the number of a marker; -1 is nobody, the bank or the pot.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, partial
from itertools import starmap
from typing import Any

import segno

from companion.screens import figures, styles
from companion.screens.layout import least
from companion.screens.parts import (
    HUG,
    SPACES,
    Ground,
    Key,
    Part,
    Plate,
    Room,
    Space,
    Style,
    column,
    figure,
    fit,
    grid,
    may,
    over,
    row,
    text,
)
from companion.screens.styles import (
    BODY,
    BUTTON,
    HIGH_TITLE,
    KEYED,
    MESSAGE,
    NAME,
    NEWS,
    PERSON,
    SENTENCE,
    STORY,
    STRONG,
    TITLE,
    VERB,
)
from companion.screens.typesetting import LINE, UNBOUND, lines_in
from companion.table.game_over import Chart
from companion.table.keyed_amount import BACKSPACE, KEYS, STEPS
from companion.table.prompts.answers import Answer, Change
from companion.table.taps import Do
from companion.text.names import party_name
from companion.text.screens.play import WORDS
from companion.text.told import Told, Wording

HEADER, HIGH_HEADER = 59, 84
"""Heights of the header of a page, and of one with a title of two lines."""
AROUND: tuple[Space, Space] = ("m", 0)
"""Room around a message."""
MESSAGE_TYPE, EDGES, HIGH_MESSAGES, LOW_MESSAGES = 24, 2, (97, 121), (74,)
"""Least type of a message that makes no upright header higher; height of its edges; and heights of
a header with a longer one, in an upright window and in others, in dp."""

CARD_ICONS = {
    "advance": "right",
    "advance_to_nearest": "advance",
    "collect": "circle_plus",
    "pay": "circle_minus",
    "collect_from_each": "users",
    "pay_each": "split",
    "repairs": "hammer",
    "go_back": "undo",
    "go_back_to": "undo",
    "go_to_jail": "jail",
    "jail_card": "key",
    "fine_or_chance": "trade",
}
"""Icon of a card, by its effect."""


def token(marker: int, size: float, inverse: bool = False) -> Part:
    """Return the token of a player; an ``inverse`` one is for the player's own colour."""
    disc, ink = styles.of_player(marker).fill, styles.on_player(marker)
    inks = (ink, disc) if inverse else (disc, ink)
    return figure(figures.token, *inks, marker, size=size)


def pill(marker: int, name: str, **room: Any) -> Part:
    """Return a player with the name, in the player's colour; a key if a tap does something."""
    player = styles.of_player(marker)
    key = styles.player_key(marker)._replace(radius=30)
    return row(
        token(marker, 44, inverse=True),
        text(party_name(name), PERSON, styles.on_player(marker)),
        look=key if room.get("do") else Ground(player.fill, 29),
        pad="l",
        gap="s",
        **room,
    )


def icon(name: str, color: str = "ink", size: float = 34) -> Part:
    """Return an icon; a size of 0 takes what room there is."""
    return figure(figures.icon, name, color, size=size)


def divider() -> Part:
    """Return a line between two parts that are below each other."""
    return Part(Ground("line"), size=1.5)


def group_band(group: str) -> Part:
    """Return a band in the colour of a group, beside the name of a property."""
    return Part(Plate(f"group {group}", "deed_ink", 4, 1.5), size=18)


def group_edge(group: str, size: float = 14, is_mortgaged: bool = False) -> Part:
    """Return the left edge of a property's key: the colour of the group, hatched if mortgaged."""
    color = f"group {group}"
    return figure(figures.deed_edge, color, "ink", is_mortgaged, size=size)


def worth_chart(chart: Chart, **room: float) -> Part:
    """Return the chart of everybody's worth, or of chances."""
    lines = tuple((line.marker, line.values) for line in chart.lines)
    shares = tuple(mark / chart.top for mark, _ in chart.marks)
    return figure(figures.worth_chart, lines, chart.width, shares, chart.top, **room)


@cache
def drawn(each: Callable[..., Part], *fixed: Any) -> Callable[[Any], Part]:
    """Return ``each`` with its first values, the same object every time: equal rows compare equal.

    The values are few, such as the number of columns.
    """
    return partial(each, *fixed)


def qr_code(words: str, **room: float) -> Part:
    """Return the QR code of a text."""
    return figure(figures.qr_code, _modules(words), **room)


@lru_cache(8)
def _modules(words: str) -> tuple[bytes, ...]:
    return tuple(bytes(row) for row in segno.make(words, error="m", micro=False).matrix)


# --- headers ----------------------------------------------------------------------------------


def page_header(
    room: Room,
    title: Wording | Sequence[Wording] | Part,
    *,
    undo: bool = True,
    reason: str = "",
    back: Do = ("back",),
    word: Wording = "",
    beside: Part | None = None,
) -> Part:
    """Return the header of a page: Back, its title, and Undo, refused for a ``reason``.

    ``back`` is what Back means, which may have another ``word``; ``beside`` stands at the right of
    the title. In an upright window Undo is an icon, and a title too long for a line has two. A
    message stands in the place of the title.
    """
    first = corner_key(word or WORDS["back"], back, "back")
    last = undo_key(reason) if undo else None
    if room.message:
        return message_header(room, first, beside, last)

    def line(first: Part | None, words: Part, last: Part | None, size: float = HEADER) -> Part:
        return row(first, words, beside, last, gap="l", size=size)

    if not room.is_upright:
        return line(first, title if isinstance(title, Part) else text(title, TITLE), last)
    last = last and last.forms[-1]
    if isinstance(title, Part):
        return line(first, title, last)
    full = title if isinstance(title, str | Told) else title[0]
    whole = line(first, text(full, TITLE), last)
    if least(whole, is_down=False, along=False) <= room.width - 24:
        return whole
    ends = [_in_the_middle(one) for one in (first.forms[-1], last)]
    return line(ends[0], text(title, HIGH_TITLE), ends[1], HIGH_HEADER)


def message_header(
    room: Room,
    before: Part | None,
    *after: Part | None,
    size: float = HEADER,
    width: float = 0,
) -> Part:
    """Return a header ``width`` dp wide, or as the page, with the message between its keys.

    They are icons if it needs the room; it may be higher than its ``size`` for a long message, and
    in an upright window.
    """
    wide = (width or room.width) - 2 * SPACES["m"]
    whole = [before, *after]
    icons = [key and (key.forms[-1] if key.forms else key) for key in whole]
    smaller = MESSAGE_TYPE if room.is_upright else MESSAGE.smallest
    higher = HIGH_MESSAGES if room.is_upright else LOW_MESSAGES
    tries = [(whole, size, MESSAGE_TYPE), (icons, size, smaller)]
    tries += ((icons, max(size, height), MESSAGE.smallest) for height in higher)
    for keys, most, least_type in tries:
        taken = sum(least(key, is_down=False) + SPACES["s"] for key in keys if key)
        if _message_height(room.message, wide - taken, least_type) <= most:
            break
    plate = message_plate(room.message, wide - taken, most)
    high = max(size, plate.size)
    first, *last = map(_in_the_middle, keys) if high > size else keys
    return row(first, plate._replace(size=0), *last, gap="s", size=high, most=high)


def message_plate(message: Wording, width: float, most: float) -> Part:
    """Return a message as high as it needs to be in a width; a finger on it lets it go.

    It is in smaller type, and then with shorter names, if it would be higher than ``most``.
    """
    high = min(most, _message_height(message, width, MESSAGE_TYPE))
    lines = int(high / MESSAGE.smallest / LINE)
    words = text(message, MESSAGE._replace(lines=lines))
    look = Plate("amber_ground", "amber", 14)
    return over(words, look=look, pad=AROUND, size=high, key="toast", do=("dismiss",))


def _message_height(message: Wording, width: float, size: float) -> float:
    """Return the height that a message needs in a width in type of a size, however high it is."""
    style = MESSAGE._replace(largest=size)
    lines = len(lines_in(message, style, width - 2 * SPACES[AROUND[0]]))
    return lines * size * LINE + EDGES if lines else UNBOUND


def _in_the_middle(key: Part | None) -> Part | None:
    """Return a key of a header of two lines: it is as high as in a header of one."""
    return key and column(Part(), key._replace(size=HEADER), Part(), gap=0, size=key.size)


def plain_header(
    room: Room, title: Wording | Sequence[Wording], back: str = "out", beside: Part | None = None
) -> Part:
    """Return the header of a page without Undo, on which Back leads to the page ``back``."""
    return page_header(room, title, undo=False, back=("back", back), beside=beside)


def below_header(header: Part, body: Part, fill: str, **room: Any) -> Part:
    """Return a sheet below its header, framed in the colour of a player."""
    sheet = over(Part(Ground("sheet", 12)), body, pad=("xs", 0))
    return column(header, sheet, Part(size=4), gap=0, look=Ground(fill, 16), **room)


def full_page(*parts: Part | None, gap: Space = "m", edge: Space = "m") -> Part:
    """Return a page of parts below each other, ``edge`` from the sides of the window."""
    return column(*parts, look=Ground("ground"), pad=(edge, "m"), gap=gap)


def undo_key(reason: str = "") -> Part:
    """Return the key that undoes the last move; the word goes where there is no room for it."""
    return corner_key(WORDS["undo"], ("undo",), "undo", "amber", reason)


def corner_key(word: Wording, do: Do, picture: str, ink: str = "ink", reason: str = "") -> Part:
    """Return a key of a header: a picture with a word, which goes where there is no room."""
    look = styles.REFUSED if reason else styles.RAISED
    ink = "quiet" if reason else ink

    def form(words: Part | None) -> Part:
        return row(
            icon(picture, ink, 30),
            words,
            look=look,
            pad="l",
            gap="s",
            size=HUG if words else 56,
            do=do,
            reason=reason,
            label=str(word),
        )

    return fit(form(text(word, BUTTON, "ink" if not reason else ink, size=HUG)), form(None))


# --- keys -------------------------------------------------------------------------------------


def action_key(
    words: Wording,
    picture: str,
    do: Do,
    *,
    is_main: bool = False,
    look: Key | None = None,
    ink: str = "",
    reason: Wording = "",
    **room: float,
) -> Part:
    """Return a key with words and maybe an icon, dashed with its ``reason`` if it is refused."""
    ink = "quiet" if reason else ink or ("on_bank" if is_main else "ink")
    face = icon(picture, ink, 30) if picture else None
    inner = fit(
        row(Part(), face, text(words, BUTTON, ink, 0.0 if face else 0.5, size=HUG), Part()),
        row(face, text(words, BUTTON._replace(lines=2), ink, 0.5), gap="s"),
    )
    plain = styles.player_key(-1) if is_main else styles.RAISED
    shown = styles.REFUSED if reason else look or plain
    return over(inner, look=shown, pad="l", do=do, reason=reason, **room)


def progress_bar(done: float, fill: str = "") -> Part:
    """Return a bar that is filled up to ``done``, from 0 to 1."""
    return share_bar(fill or "bank", done, look=Ground("sunk", 5), size=12)


def share_bar(fill: str, share: float, radius: float = 5, **room: Any) -> Part:
    """Return a bar that takes a share of its room, and a hundredth at least."""
    taken = Part(Ground(fill, radius), share=max(0.01, share))
    return row(taken, Part(share=max(0.001, 1 - share)), gap=0, **room)


# --- answers ----------------------------------------------------------------------------------


def answer_key(
    one: Answer,
    marker: int,
    *,
    note: str = "",
    style: Style = VERB,
    is_brief: bool = False,
    **room: Any,
) -> Part:
    """Return the key of an answer in the colour of who gives it; dashed with its reason if refused.

    ``note`` stands below its text. A brief key has no reason but a short one: a tap says it.
    """
    is_refused = bool(one.reason)
    ink = "quiet" if is_refused else styles.on_player(marker)
    look = styles.REFUSED if is_refused else styles.player_key(marker)
    why = one.brief if is_brief else one.refusal
    below = why if is_refused else note
    return row(
        None if is_refused or marker < 0 else may(token(marker, 44, inverse=True)),
        column(
            text(one.text, style, ink, 0.5),
            may(text(below, NEWS, ink, 0.5, size=28), rank=2) if below else None,
            gap=0,
        ),
        look=look,
        pad="l",
        do=("answer", one),
        reason=one.reason,
        **room,
    )


def other_key(one: Answer, marker: int, style: Style = BUTTON, **room: float) -> Part:
    """Return the key of another answer to the same question; ``marker`` is not shown.

    Its reason may take as many lines as the ``style`` of its text.
    """
    is_refused = bool(one.reason)
    ink = "quiet" if is_refused else "ink"
    look = styles.RAISED._replace(radius=14, depth=4)
    news, high = (NEWS, 28) if style.lines == 1 else (STORY, 62)
    return column(
        text(one.text, style, ink, 0.5),
        may(text(one.refusal, news, ink, 0.5, size=high), rank=2) if is_refused else None,
        look=styles.REFUSED if is_refused else look,
        pad="l",
        gap=0,
        do=("answer", one),
        reason=one.reason,
        **room,
    )


def change_of(change: Change, is_whole: bool = True) -> Part:
    """Return a balance before and after a move, or only after it."""
    before, after = change.texts
    ink = "credit" if change.after > change.before else "debit"
    return row(
        text(before, BODY, size=HUG) if is_whole else None,
        icon("right", "quiet", 20),
        text(after, STRONG, ink, size=HUG),
        gap="xs",
        size=HUG,
    )


def changes(balances: Sequence[tuple[int | None, Change]]) -> Part:
    """Return balances before and after a move, each with the marker of its player if it has one."""

    def form(is_whole: bool) -> Part:
        ends = Part(share=0.5)
        blocks = (
            row(
                None if marker is None else token(marker, 26),
                change_of(one, is_whole),
                gap="xs",
                size=HUG,
            )
            for marker, one in balances
        )
        spaced = (part for block in blocks for part in (block, ends))
        return row(ends, *spaced, gap=0, size=36)

    return fit(form(True), form(False), None, rank=3)


# --- keypads ----------------------------------------------------------------------------------


@lru_cache(64)
def digit_key(key: str) -> Part:
    """Return a key of the keypad."""
    inner = text(key, VERB, align=0.5)
    if key == BACKSPACE:
        inner = row(Part(), icon("backspace", "ink", 38), Part())
    look = styles.RAISED._replace(edge="sheet")
    return Part(look, (inner,), pad=("xs", "s"), do=("digit", key), label=key, key=f"digit:{key}")


def keypad() -> Part:
    """Return the keypad for an amount."""
    return grid([digit_key(key) for key in KEYS], 3, least=50, most=110)


def amount_plate(words: Wording, amount: Wording) -> Part:
    """Return the plate with the amount that is keyed in, and words about it."""
    return row(
        text(words, SENTENCE, "quiet", share=0.75),
        text(amount, KEYED, align=1.0),
        look=Plate("sheet", "line"),
        pad=("xxl", "xs"),
        least=64,
        most=150,
    )


def keyed_page(
    room: Room,
    header: Part,
    left: Sequence[Part | None],
    right: Part,
    verb: Sequence[Part | None],
) -> Part:
    """Return a page with a keypad at the right, or in the middle of an upright window.

    ``verb`` is what books the amount.
    """
    *others, books = verb
    verb = [*others, books and books._replace(purpose="amount")]
    if room.is_upright:
        body = column(*left, right, *verb, gap="l")
    else:
        body = row(column(*left, *verb, gap="l"), column(right, share=0.81), gap="xl")
    return full_page(header, body, gap="xl")


def quick_keys(everything: str = "") -> Part:
    """Return keys that add to an amount; ``everything`` is the word for all there is."""
    keys = [(f"+{step}", ("quick", step)) for step in STEPS]
    last = [(everything, ("quick", None))] if everything else []
    return small_keys([*keys, *last])


def small_keys(keys: Iterable[tuple[str, Do]]) -> Part:
    """Return a row of keys, each with a word and what it does."""

    def key(word: str, do: Do) -> Part:
        inner = text(word, NAME, align=0.5)
        return Part(styles.SUNK, (inner,), pad="xs", do=do)

    return row(*starmap(key, keys), size=55)
