"""Strips that stack upwards from the bottom of the stage: rent still due, an offer, a roll.

A claim keeps its place until it ends, whatever happens to the others, so that a finger on its way
to a key never meets another one.
"""

from collections.abc import Sequence

from companion.palette import Theme
from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Dashed,
    Key,
    Part,
    Plate,
    Style,
    column,
    figure,
    fit,
    grid,
    over,
    row,
    text,
)
from companion.screens.pieces import group_edge, icon, token
from companion.screens.styles import BODY, NAME, NEWS, PERSON, STORY, STRONG
from companion.table.play.claims import ClaimLine
from companion.table.play.view import PendingRoll
from companion.table.prompts.offers import OpenOffer
from companion.table.taps import Do
from companion.text.screens.play import WORDS
from companion.text.told import Wording

WIDE, TALL_LINE, SLIM = 82, 120, 56
"""Heights of a claim with two lines of text, of one in an upright window, and with one line."""
GAP, TILE_ROWS = 7, 2
SIDES = {"wide": 44, "slim": 36, "tiles": 36, "chips": 30}
"""Sides of the token on the key of a claim, in dp."""
LEAST_TOLD = 110
"""Least width of what was undone, in dp: else the key has no word."""
ASKED = Style("text", 26, 26, lines=3)
FORMS = ("wide", "slim", "tiles", "chips")
"""Forms of claims, the largest first; chips are one row of keys."""


def claims(colors: Theme, lines: Sequence[ClaimLine], is_upright: bool) -> Part | None:
    """Return a line for each claim, in the form that it has or a smaller one; None if none is."""
    if not lines:
        return None
    first = FORMS.index(lines[0].form)
    forms = [_stacked(colors, lines, form, is_upright) for form in FORMS[first:]]
    return fit(*forms, rank=1)


def _stacked(colors: Theme, lines: Sequence[ClaimLine], form: str, is_upright: bool) -> Part:
    if form == "chips":
        keys = (_claim_key(colors, line, form, key=f"claim:{line.place}") for line in lines)
        return row(*keys, gap=6, size=50)
    if form == "tiles":
        cells = [_claim_key(colors, line, form, key=f"claim:{line.place}") for line in lines]
        columns = max(2, -(-len(cells) // TILE_ROWS))
        height = -(-len(cells) // columns) * (SLIM + 6) - 6
        return column(grid(cells, columns, gap=6), size=height)
    high = SLIM if form == "slim" else TALL_LINE if is_upright else WIDE
    count = max(line.place for line in lines) + 1
    placed = {line.place: line for line in lines}
    upwards = (placed.get(place) for place in range(count - 1, -1, -1))
    each = (
        _claim(colors, line, form, is_upright, high) if line else Part(size=high)
        for line in upwards
    )
    return column(*each, gap=GAP, size=count * (high + GAP) - GAP)


def _claim(colors: Theme, line: ClaimLine, form: str, is_upright: bool, high: float) -> Part:
    """Return the property, how long it may be collected, and the key."""
    player = styles.of_player(colors, line.marker)
    edge = group_edge(colors, line.group)
    names = text(line.names, PERSON, colors.ink)
    until = text(line.until, NEWS, colors.ink, 1.0 if is_upright else 0.0)
    dots = figure(figures.dots, line.rolls, line.most_rolls, colors.ink, size=18 * line.most_rolls)
    plate = Plate(colors.sunk if line.is_missed else player.tint, player.fill, 14, 3)
    button = _claim_key(colors, line, form)
    room = {"size": high, "key": f"claim:{line.place}", "moves": "appear"}
    if is_upright and form == "wide":
        head = row(edge, names, until, dots, gap=8, size=34)
        return column(head, button, look=plate, pad=(8, 5, 8, 7), gap=3, **room)
    words = row(names, dots, gap=6) if form == "slim" else column(names, row(until, dots), gap=0)
    share = 1.25 if form == "wide" else 0.9
    beside = column(button, share=share)
    pad = (8, 6, 7, 6) if form == "wide" else (8, 3, 6, 3)
    return row(edge, words, beside, look=plate, pad=pad, gap=8, **room)


def _claim_key(colors: Theme, line: ClaimLine, form: str, key: str = "") -> Part:
    reason = line.answer.reason
    ink = colors.quiet if reason else styles.on_player(colors, line.marker)
    collect = line.collect
    if form != line.form and form in ("tiles", "chips"):
        amount = line.collect[-1]
        collect = (*(f"{name} {amount}" for name in line.names), amount)
    note = None
    if form == "wide" and line.note:
        warning = icon("warning", ink, 24) if line.is_short else None
        note = row(warning, text(line.note, NEWS, ink), gap=6)
    look: Key | Dashed = styles.player_key(colors, line.marker, 3)._replace(radius=10)
    if reason:
        look = styles.refused(colors)._replace(radius=10)
    if line.is_missed:
        return Part(
            Plate(colors.edge, colors.edge, 10), (text(collect, NAME, colors.sheet, 0.5),), key=key
        )
    return row(
        token(colors, line.marker, SIDES[form], inverse=not reason),
        column(text(collect, NAME, ink), note, gap=0),
        look=look,
        pad=(6, 2, 6, 5) if form == "chips" else (10, 2, 8, 5),
        gap=4 if form == "chips" else 8,
        key=key,
        do=("answer", line.answer),
        reason=reason,
    )


def offer(colors: Theme, open_offer: OpenOffer, marker: int) -> Part:
    """Return the strip of an open offer in the colour of whoever answers it; a tap shows it."""
    player = styles.of_player(colors, marker)
    ink = styles.on_player(colors, marker)
    key = row(
        token(colors, marker, 34, inverse=True),
        text(open_offer.look, STRONG, ink, size=HUG),
        look=styles.player_key(colors, marker, 3)._replace(radius=10),
        pad=(10, 2, 12, 5),
        gap=6,
        size=HUG,
        do=("show", "trade"),
    )
    words = text(open_offer.texts, NEWS, colors.ink)
    inner = (icon("trade", colors.ink, 28), words, key)
    look = Plate(player.tint, player.fill, 14, 3)

    def form(height: float, around: float) -> Part:
        pad = (12, around, 6, around)
        return row(*inner, look=look, pad=pad, gap=8, size=height, key="offer")

    return fit(form(62, 5), form(50, 1), rank=2)


def pending_roll(colors: Theme, roll: PendingRoll) -> Part:
    """Return the strip of a roll that was made for another move: count it, or not."""
    bank = styles.player_key(colors, -1, 3)._replace(radius=10)

    def key(word: Wording, look: Key, ink: str, do: Do) -> Part:
        words = text(word, BODY, ink, 0.5)
        return Part(look, (words,), pad=(8, 2, 8, 5), do=do, least=50)

    keys = (
        key(roll.use, bank, colors.on_bank, ("use roll", roll.identity)),
        key(roll.discard, styles.raised_key(colors), colors.ink, ("discard roll", roll.identity)),
    )
    question = text(roll.question, ASKED, colors.ink)
    look = Plate(colors.amber_ground, colors.amber, 14)
    beside = (row(question, column(*keys, gap=4, size=HUG), gap=8), 116)
    below = (column(question, row(*keys, size=52), gap=4), 160)
    return fit(
        *(
            over(inner, look=look, pad=(12, 6, 8, 6), size=height, key="roll")
            for inner, height in (beside, below)
        )
    )


def snackbar(colors: Theme, words: Wording) -> Part:
    """Return what was undone, with the key that plays it again."""
    look = Plate(colors.bank, colors.bank_lip, 14)
    redo = WORDS["redo"]
    picture, word = icon("redo", colors.ink, 28), text(redo, STRONG, colors.ink, size=HUG)

    def form(style: Style, height: float, *on_key: Part) -> Part:
        told = text(words, style, colors.on_bank, least=LEAST_TOLD)
        key = row(
            *on_key,
            look=styles.raised_key(colors),
            pad=(10, 2, 12, 5),
            gap=6,
            size=HUG,
            do=("redo",),
            label=redo,
        )
        pad = (14, 3, 6, 3)
        return row(told, key, look=look, pad=pad, gap=10, size=height, key="snackbar")

    return fit(
        form(STORY, 72, picture, word),
        form(NEWS, 54, picture, word),
        form(NEWS, 54, picture),
        rank=1,
    )
