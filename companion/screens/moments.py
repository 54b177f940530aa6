"""A booked move while it is new: a picture and a few words on the stage, and what flies.

What moves is asked for by value: ``flights`` returns it, and the surface plays it.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from companion.screens import board_figures, figures, styles
from companion.screens.game import has_ring
from companion.screens.moment_pictures import enlarged, picture
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Room,
    Style,
    column,
    figure,
    fit,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import token
from companion.screens.styles import NEWS
from companion.table.moments import Moment
from companion.table.moments.pictures import DrawnCard, JailCell
from companion.table.play.view import Row

VERDICT, AMOUNT = Style("title", 36, 28, keeps_spaces=True), Style("bold", 60, 40)
SMALL_AMOUNT = AMOUNT._replace(largest=AMOUNT.smallest)
WIDTH, HEIGHT, BIG_WIDTH, BIG_HEIGHT = 62, 92, 104, 118
LEAST = 84
"""Least height of the stage in dp: claims keep their form beside it."""
MOST_STOPS, FEWER_STOPS = 13, (10, 8, 6, 4)
"""Most spaces of a way, as after a roll of twelve; of a longer way the end is shown, and of each in
a stage that is narrow."""
LOW, LOWEST = 0.45, 0.33
"""Sizes of a way beside claims that leave it little height."""
LARGE, SLIM = (1.3, 1.15, 1.0), 0.5
"""Sizes of a moment that has more room than on a panel, and least width of a space of a way of such
a size, as a share of its height."""
TOLD, HIGH_TOLD = {False: (60, 92), True: (60, 116)}, {False: (88, 130), True: (124, 150)}
"""Least and greatest height of the words, also with more room, by whether the window is upright."""
CHIP, MOST_CHIPS, LEAST_CHIPS = 200, 6, 3
"""Dollars of a chip that flies, and how many fly at most and at least."""


class Fly(NamedTuple):
    """Money that flies from one part to another, given by their keys.

    ``colors`` are ground and edge of a chip.
    """

    start: str
    end: str
    chips: int
    colors: tuple[str, str]


class Flash(NamedTuple):
    """Part that is lit for a moment in a colour."""

    key: str
    color: str


class Walk(NamedTuple):
    """Part that is moved over others, from the first to the last."""

    key: str
    stops: tuple[str, ...]


class Fill(NamedTuple):
    """Part that grows from the left to its whole width in some seconds."""

    key: str
    seconds: float


class Confetti(NamedTuple):
    """Paper that rains, once, after some seconds."""

    colors: tuple[str, ...]
    begins: float


class Rise(NamedTuple):
    """Part that grows from its lower edge to its place, after some seconds."""

    key: str
    begins: float


class DealtDeeds(NamedTuple):
    """Title deeds in the colours of their groups that fly to a part, after some seconds."""

    end: str
    colors: tuple[str, ...]
    begins: float


Flight: TypeAlias = Fly | Flash | Walk | Fill | Confetti | Rise | DealtDeeds


def stage(room: Room, moment: Moment) -> Part:
    """Return the picture and the words of a moment, larger where a panel would have less room.

    The picture goes where claims take its room.
    """
    sizes = LARGE if room.is_upright or has_ring(room) else ()
    larger = (_stage(room, moment, size) for size in sizes)
    return fit(*larger, _stage(room, moment), rank=6)


def _stage(room: Room, moment: Moment, size: float = 0) -> Part:
    """Return the picture and the words of a moment, for type and pictures of a ``size`` if any."""
    scale = size or 1
    verdict = moment.verdict
    ink = styles.of_tone(verdict.tone)
    player = styles.of_player(moment.marker)
    stops = moment.path or moment.spaces
    drawn = None
    if verdict.buildings:
        count = 1 if verdict.buildings == board_figures.TOP_RANK else verdict.buildings
        drawn = may(figure(board_figures.buildings, verdict.buildings, size=28 * count), rank=2)
    tries = None
    if isinstance(moment.picture, JailCell):
        used, count = moment.picture.used, moment.picture.tries
        tries = figure(figures.dots, used, count, "ink", size=32 * count)
    detail = None
    if verdict.detail or drawn:
        detail = row(tries, text(verdict.detail, NEWS, size=HUG if drawn else 0), drawn)
    style, is_card = enlarged(VERDICT, scale), isinstance(moment.picture, DrawnCard)
    one_line, two_lines = (
        column(text(verdict.text, style._replace(lines=lines), share=1.4), detail, gap=0)
        for lines in (1, 2)
    )
    words = two_lines if is_card or room.is_upright else one_line
    amount = small = None
    if verdict.amount and not is_card:
        amount, small = (
            text(verdict.amount, style, ink, 1.0, size=HUG) for style in (AMOUNT, SMALL_AMOUNT)
        )
    time = over(
        Part(Ground(player.lip), key="time"), look=Ground(player.tint), size=7, key="time.ground"
    )
    least, most = (HIGH_TOLD if size else TOLD)[room.is_upright]
    told = None
    if verdict.text or verdict.detail or amount:
        told = _verdict(words, amount, least, most)
    if told and amount and room.is_upright and not size:
        # Claims may leave no height for a second line.
        beside = (
            row(one_line, money, gap="l", least=least, most=most) for money in (amount, small)
        )
        told = fit(*beside, told, *told.forms)
    shown: tuple[Part | None, ...] = (None, told)
    if moment.picture:
        forms = picture(moment.picture, room.is_upright, size)
        if told and not room.is_upright and isinstance(moment.picture, DrawnCard | JailCell):
            shown = (_beside(forms, words),)
        else:
            shown = fit(*forms, *(() if size else (None,)), rank=6), told
    elif stops and size:
        shown = _strip(moment, MOST_STOPS, size), told
    elif stops:
        narrower = (_strip(moment, most) for most in FEWER_STOPS if most < len(stops))
        low = (_strip(moment, MOST_STOPS, scale) for scale in (LOW, LOWEST))
        shown = fit(_strip(moment, MOST_STOPS), *narrower, *low, None, rank=6), told
    around = Part(share=0.2) if size else None
    return column(
        time,
        around,
        *shown,
        around or Part(share=0.01),
        key="moment",
        least=0 if size else LEAST,
    )


def _beside(forms: Sequence[Part], words: Part) -> Part:
    """Return a picture with the words at its right, or these alone where there is no room."""
    middle = column(Part(), words._replace(size=110), Part(), gap=0)
    lines = (row(column(one, size=one.least), middle, gap="xxl", size=one.size) for one in forms)
    return fit(*lines, words._replace(size=92), rank=6)


def _verdict(words: Part, amount: Part | None, least: float, most: float) -> Part:
    """Return what came of a move beside its sum, or above it where there is no room."""
    beside = row(words, amount, gap="l", least=least, most=most)
    above = column(words, amount._replace(size=56) if amount else None, gap="xs", size=130)
    return fit(beside, above)


def _strip(moment: Moment, most: int, scale: float = 1) -> Part:
    """Return the last spaces of the way of a token, or of those that the moment is about."""
    stops = (moment.path or moment.spaces)[-MOST_STOPS:]
    first = max(0, len(stops) - most)
    fill = styles.of_player(moment.marker).fill
    *before, last = stops
    has_token = bool(moment.path)
    big = figure(board_figures.stop, last, fill, has_token, key=f"stop:{len(before)}")
    standing = None
    if has_token:
        band = 34 * scale if last.group else 0
        centred = row(Part(), token(moment.marker, 64 * scale), Part(), gap=0, key="walker")
        standing = column(Part(size=band), centred, gap=0)
    return row(
        *(
            column(
                Part(share=0.01),
                figure(board_figures.stop, one, "", False, size=HEIGHT * scale, key=f"stop:{i}"),
                gap=0,
                most=WIDTH * scale,
                least=SLIM * HEIGHT * scale if scale > 1 else 22,
            )
            for i, one in enumerate(before[first:], first)
        ),
        over(big, standing, size=BIG_WIDTH * scale),
        Part(share=0.01),
        gap="s",
        size=BIG_HEIGHT * scale,
    )


def flights(moment: Moment, players: Sequence[Row]) -> tuple[Flight, ...]:
    """Return what moves while a moment is shown, in the order in which it begins."""
    asked: list[Flight] = []
    if moment.is_staged:
        asked.append(Fill("time", moment.seconds))
    if moment.path:
        count = len(moment.path[-MOST_STOPS:])
        asked.append(Walk("walker", tuple(f"stop:{i}" for i in range(count))))
    if moment.creditor >= 0:
        fill = styles.of_player(moment.creditor).fill
        owners = (one.name for one in players if one.marker == moment.creditor)
        asked += [Flash(f"tile:{name}", fill) for name in owners]
    for payment in moment.payments:
        payer, payee = f"tile:{payment.payer}", f"tile:{payment.payee}"
        asked += [Flash(payer, "debit"), Flash(payee, "credit")]
        chips = min(MOST_CHIPS, max(LEAST_CHIPS, payment.amount // CHIP))
        asked.append(Fly(payer, payee, chips, ("receiving", "credit")))
    return tuple(asked)
