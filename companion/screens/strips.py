"""Strips that stack upwards from the bottom of the stage: rent still due, an offer, a roll.

A claim keeps its place until it ends, whatever happens to the others, so that a finger on its way
to a key never meets another one. So its height has a bound: it is the same with large text, in a
moment and after it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    ORNAMENT,
    Dashed,
    Key,
    Part,
    Plate,
    Space,
    Style,
    cells,
    column,
    figure,
    fit,
    length_of,
    may,
    over,
    row,
    split,
    text,
)
from companion.screens.pieces import group_edge, icon, token
from companion.screens.styles import BODY, NAME, NEWS, STORY, STRONG
from companion.table.play.claims import ClaimLine, places
from companion.table.play.view import PendingRoll
from companion.table.prompts.offers import OpenOffer
from companion.table.taps import Do
from companion.text.screens.play import WORDS
from companion.text.told import Wording

WIDE, TALL = 80, 112
"""Heights of a claim with two lines of text, also in an upright window."""
ROW, CELL, LOW_CELL, LOW = 50, 72, 64, 48
"""Heights of a claim with one line, of one with two short ones, also beside a debt, and of one as
low as a key."""
COLUMNS, MOST_ROWS, MOST_CHIPS = 2, 3, 4
BAR, HIGH_BAR = 56, 72
"""Heights of what was undone in one line, and in two."""
ASKED = Style("text", 26, 26, lines=3)


def claims(lines: Sequence[ClaimLine], is_upright: bool, beside: str = "") -> Part | None:
    """Return a strip for each claim, in the form that their number asks for; None if none is.

    ``beside`` is what takes much room: beside a ``debt`` two and more are in two columns; beside
    ``cards`` three and more are, in one line each.
    """
    if not lines:
        return None
    count = places(lines)
    forms = []
    if lines[0].form == "wide" and not (beside == "debt" and count > 1):
        high = TALL if is_upright else WIDE
        forms.append(_stacked(lines, count, high, _tall if is_upright else _wide))
    if beside == "debt" and count > 1:
        forms.append(_cells(lines, count, LOW_CELL, _cell))
    elif beside and count > COLUMNS:
        pass
    elif is_upright:
        forms.append(_stacked(lines, count, CELL, _cell))
    elif count <= MOST_ROWS:
        forms.append(_stacked(lines, count, ROW, _row))
    else:
        forms.append(_cells(lines, count, CELL, _cell))
    if count > 1:
        forms.append(_cells(lines, count, LOW, _low))
    if count > COLUMNS:
        columns = count if count <= MOST_CHIPS else -(-count // 2)
        forms.append(_cells(lines, count, ROW, _chip, columns))
    return fit(*forms, rank=0)


def _placed(lines: Sequence[ClaimLine], count: int) -> list[ClaimLine | None]:
    """Return the lines by their places, with gaps."""
    placed = {line.place: line for line in lines}
    return [placed.get(place) for place in range(count)]


Drawn: TypeAlias = Callable[[ClaimLine, float], Part]


def _stacked(lines: Sequence[ClaimLine], count: int, high: float, draw: Drawn) -> Part:
    """Return the claims below each other, the first place at the bottom."""
    upwards = reversed(_placed(lines, count))
    each = (draw(line, high) if line else Part(size=high) for line in upwards)
    height = length_of(count, high, "s")
    return column(*each, gap="s", size=height, most=height)


def _cells(
    lines: Sequence[ClaimLine], count: int, high: float, draw: Drawn, columns: int = COLUMNS
) -> Part:
    """Return the claims in columns, the first place at the bottom left."""
    kids = [draw(line, 0) if line else Part() for line in _placed(lines, count)]
    upwards = [cells(line, columns, "s") for line in split(kids, columns)]
    height = length_of(len(upwards), high, "s")
    return column(*reversed(upwards), gap="s", size=height, most=height)


def _strip(line: ClaimLine, high: float, *inside: Part | None, **room: Any) -> Part:
    """Return the strip of a claim in the owner's colour, edged in that of the property's group."""
    owner = styles.of_player(line.marker)
    fill = "sunk" if line.is_missed else owner.tint
    look: Any = Plate(fill, owner.fill, 14, 3)
    return row(
        group_edge(line.group, 11),
        *inside,
        look=look,
        size=high,
        key=f"claim:{line.place}",
        moves="appear",
        **room,
    )


def _as_key(line: ClaimLine) -> dict[str, Any]:
    """Return what a finger does with a strip that is a key."""
    if line.is_missed:
        return {}
    return {"do": ("answer", line.answer), "reason": line.answer.reason}


def _who(line: ClaimLine, side: float = 30, sign: float = 18) -> Part:
    """Return who pays whom, as tokens, with a warning between them if the payer is short."""
    between = icon("right", "quiet", sign)
    if line.is_short:
        between = icon("warning", "ink", sign)
    payer, owner = (token(one, side) for one in (line.payer, line.marker))
    return row(payer, between, owner, gap="xxs", size=HUG)


def _until(line: ClaimLine, side: float = 26) -> Part:
    """Return whose roll ends a claim, by name or by token, and the rolls until then."""
    named = text(line.until, BODY, size=HUG)
    whole = row(named, _dots(line, side), gap="xs", size=HUG)
    return fit(whole, *_last(line, side), rank=2)


def _last(line: ClaimLine, side: float) -> tuple[Part, Part]:
    """Return the token of whose roll ends a claim, with the rolls until then and without."""
    last = token(line.last, side)
    return row(last, _dots(line, side), gap="xs", size=HUG), row(last, gap="xs", size=HUG)


def _dots(line: ClaimLine, side: float) -> Part:
    """Return a dot for each roll until a claim lapses, filled while it is to come."""
    wide = min(side, 18) * line.most_rolls
    return figure(figures.dots, line.rolls, line.most_rolls, "ink", size=wide)


def _sum(line: ClaimLine, around: Space = "s") -> Part:
    """Return the sum on a key of its own look."""
    look, ink = _face(line)
    words = text(line.amount, STRONG, ink, 0.5, size=HUG)
    return row(words, look=look, pad=(around, 0), gap=0, size=HUG)


def _face(line: ClaimLine) -> tuple[Key | Dashed | Plate, str]:
    """Return look and ink of the key of a claim."""
    if line.is_missed:
        return Plate("edge", "edge", 10), "sheet"
    if line.answer.reason:
        return styles.REFUSED._replace(radius=10), "quiet"
    look = styles.player_key(line.marker, 3)._replace(radius=10)
    return look, styles.on_player(line.marker)


def _row(line: ClaimLine, high: float) -> Part:
    """Return a claim in one line; the name of the property, and who is last, say no more."""
    lacks = None
    if line.is_short:
        lacks = may(text(line.note[-1], STRONG, size=HUG), rank=3)
    return _strip(
        line,
        high,
        _who(line),
        text(line.names, NAME),
        lacks,
        _until(line),
        _sum(line),
        pad=("s", "xs"),
        **_as_key(line),
    )


def _cell(line: ClaimLine, high: float) -> Part:
    """Return a claim in two short lines beside its sum."""
    words = column(
        row(_who(line, 24), Part(share=0.01), _until(line, 22), gap="xxs"),
        text(line.names, NAME),
        gap=0,
    )
    inside = (words, _sum(line))
    return _strip(line, high, *inside, pad="s", gap="s", **_as_key(line))


def _low(line: ClaimLine, high: float) -> Part:
    """Return a claim in two lines that are as low as one: tokens above the name."""
    until = fit(*_last(line, 18), rank=2)
    tokens = row(_who(line, 18, 14), Part(share=0.01), until, gap="xs", size=18)
    words = column(tokens, text(line.names, NEWS), gap=0)
    inside = (words, _sum(line, "xs"))
    return _strip(line, high, *inside, pad=("xs", "xxs"), gap="xs", **_as_key(line))


def _chip(line: ClaimLine, high: float) -> Part:
    """Return a claim where everything else is crowded, too: who pays, and how much."""
    payer = may(token(line.payer, 22), rank=2)
    inside = (payer, Part(share=0.01), _sum(line))
    return _strip(line, high, *inside, pad="xs", gap="xxs", **_as_key(line))


def _wide(line: ClaimLine, high: float) -> Part:
    """Return a claim in two lines beside its key."""
    words = column(text(line.names, NAME), row(_until(line), Part(share=0.01)), gap=0)
    key = _claim_key(line)
    return _strip(line, high, words, column(key, share=1.1), pad=("m", "s"))


def _tall(line: ClaimLine, high: float) -> Part:
    """Return a claim above its key."""
    head = row(text(line.names, NAME), _until(line), size=34)
    inside = column(head, _claim_key(line), gap="xxs")
    return _strip(line, high, inside, pad="m")


def _claim_key(line: ClaimLine) -> Part:
    """Return the key of a claim, with the payer in its second line."""
    look, ink = _face(line)
    owner = token(line.marker, 44, inverse=not (line.is_missed or line.answer.reason))
    if line.is_missed:
        return row(owner, text(line.collect, NAME, ink), look=look, pad="l")
    collect = text((*line.collect, line.amount), NAME, ink)
    note = row(
        icon("warning", ink, 24) if line.is_short else None,
        token(line.payer, 24),
        text(line.note, NEWS, ink),
        gap="s",
    )
    return row(
        owner,
        column(collect, note, gap=0),
        look=look,
        pad="l",
        **_as_key(line),
    )


def offer(open_offer: OpenOffer, by: int, marker: int, is_low: bool = False) -> Part:
    """Return the strip of an open offer in the colour of whoever answers it; a tap shows it.

    The markers are those of who made the offer, and of who answers it. Beside what takes much room
    the strip ``is_low``.
    """
    player = styles.of_player(marker)
    ink = styles.on_player(marker)
    key = row(
        token(marker, 34, inverse=True),
        text(open_offer.look, STRONG, ink, size=HUG),
        look=styles.player_key(marker, 3)._replace(radius=10),
        pad="l",
        gap="s",
        size=HUG,
        do=("show", "trade"),
    )
    words = text(open_offer.texts, NEWS)
    look = Plate(player.tint, player.fill, 14, 3)

    def form(height: float, around: Space, *before: Part) -> Part:
        return row(*before, words, key, look=look, pad=("m", around), size=height, key="offer")

    who, picture = token(by, 34), icon("trade", "ink", 24)
    low = form(50, 0, who, picture), form(50, 0, who)
    return fit(*low, rank=2) if is_low else fit(form(62, "xs", who, picture), *low, rank=2)


def pending_roll(roll: PendingRoll) -> Part:
    """Return the strip of a roll that was made for another move: count it, or not."""
    bank = styles.player_key(-1, 3)._replace(radius=10)

    def key(word: Wording, look: Key, ink: str, do: Do) -> Part:
        words = text(word, BODY, ink, 0.5)
        return Part(look, (words,), pad="m", do=do, least=50)

    keys = (
        key(roll.use, bank, "on_bank", ("use roll", roll.identity)),
        key(roll.discard, styles.RAISED, "ink", ("discard roll", roll.identity)),
    )
    question = text(roll.question, ASKED)
    look = Plate("amber_ground", "amber", 14)
    beside = (row(question, column(*keys, gap="xs", size=HUG)), 116)
    below = (column(question, row(*keys, size=52), gap="xs"), 160)
    return fit(
        *(
            over(inner, look=look, pad=("l", "s"), size=height, key="roll")
            for inner, height in (beside, below)
        )
    )


def snackbar(words: Wording, stays: bool = False) -> Part | None:
    """Return what was undone, with the key that plays it again; None without words.

    It takes room of its own, which the others go without for some seconds; unless it ``stays``, it
    goes where they cannot. In a narrow place the key stands alone.
    """
    if not words:
        return None
    redo = WORDS["redo"]
    picture, word = icon("redo", "ink", 28), text(redo, STRONG, size=HUG)
    look = Key("amber_ground", "amber_ground", "amber")

    def key(*inside: Part, size: float = HUG) -> Part:
        return row(*inside, look=look, pad="l", gap="s", size=size, do=("redo",), label=redo)

    def bar(height: float, *inside: Part) -> Part:
        ground = Plate("bank", "bank_lip", 14)
        return row(*inside, look=ground, pad=("m", "xxs"), gap="l", size=height, key="snackbar")

    def message(said: Wording, style: Style) -> tuple[Part, Part]:
        return may(icon("undo", "on_bank", 28), rank=ORNAMENT), text(said, style, "on_bank")

    forms = (
        bar(BAR, *message(words, NEWS), key(picture, word)),
        bar(BAR, *message(words, NEWS), key(picture)),
        bar(HIGH_BAR, *message(words, STORY), key(picture)),
        bar(BAR, *message(WORDS["undone"], NEWS), key(picture, word)),
        bar(BAR, *message(WORDS["undone"], NEWS), key(picture)),
        bar(BAR, key(Part(), picture, word, Part(), size=0)),
    )
    return fit(*forms) if stays else fit(*forms, None)
