"""Play: dice or answers on the stage, the log and the rent still due; or the moment of a move."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from companion.screens import board_figures, figures, game, moments, strips, styles
from companion.screens.deeds import title_deed
from companion.screens.game import Stage, has_ring, stage_width
from companion.screens.layout import unsqueezed
from companion.screens.lists import tile_list
from companion.screens.parts import (
    HUG,
    ORNAMENT,
    SPACES,
    Part,
    Plate,
    Room,
    Space,
    column,
    figure,
    fit,
    grid,
    length_of,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import CARD_ICONS, answer_key, changes, icon, other_key
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, NEWS, SENTENCE, STORY, STRONG, VERB
from companion.table.deeds import title_deed as deed_of
from companion.table.play.claims import places
from companion.table.play.view import LogLine, RankedAnswer, SetEffect, ranked, set_effects
from companion.table.prompts import Answer
from companion.table.prompts.answers import CardFace
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.screens.play import WORDS
from companion.text.told import Told, Wording, joined

KEYS, TIGHT_KEYS, LARGE_KEYS = 125, 106, 153
"""Heights of both rows of keys for dice in dp: as usual, beside claims and answers, and in a window
with the board around."""
LOW_KEY, KEY_WITH_REASON = 56, 68
"""Least heights of the key of an answer below dice, and of one that says why it is refused."""
MOST_VERBS = 4
"""Most answers that have room below the ring of an upright window."""
TWO_LINES = 74
"""Least height of the key of an answer in two lines."""
LINE, HIGH_LINE, LOW_FROM = 35, 66, 1
"""Heights of a move in the log in one line and in two, in dp, and most claims beside cards below a
header of full height."""
LEADS_TO = ("advance", "go_back_to")
MONEY = ("collect", "pay", "collect_from_each", "pay_each", "fine_or_chance")
"""Effects of cards that lead to a space, and of those that pay."""
PICTURED = {*CARD_ICONS} - {*LEADS_TO, "collect", "pay"}
"""Effects that need their icon to be told from others."""
DEED, NARROW_DEED = 236, 232
"""Widths of a deed that is for sale, in dp."""
GAP, LEAST_CARD, BAND = SPACES["s"], 49, 9
"""Room between two cards, least width of one, and height of the band of a group on it, in dp."""


def page(table: Table, room: Room) -> Part:
    """Return the page of the prompt, or of the moment that is on the stage."""
    prompted = _prompted(table, room)
    shown = table.moments.shown
    if not shown or not shown.is_staged:
        return game.page(table, room, table.rows, prompted)
    headline = shown.headline
    stage = Stage(
        table.actor_marker,
        [headline.title],
        [headline.subline],
        moments.stage(room, shown),
        dice=shown.dice,
        after=prompted,
    )
    return game.page(table, room, table.rows, stage)


def _prompted(table: Table, room: Room) -> Stage:
    """Return the stage of the prompt."""
    now = table.now
    verbs, body = _dice(table, room) if now.wants_dice else _answers(table, room)
    has_pack = any(one.card for one in now.answers)
    fills_body = bool(now.answers) and not verbs
    is_crowded = room.is_upright or places(table.moments.claims) > LOW_FROM
    return Stage(
        table.actor_marker,
        now.titles,
        now.sublines,
        body,
        verbs,
        needs_ring=not fills_body,
        is_low=has_pack and is_crowded,
        has_snackbar=bool(now.deed),
    )


def _is_crowded(table: Table) -> bool:
    return bool(table.moments.claims or table.now.offers or table.tray_input.pending_rolls)


# --- dice -------------------------------------------------------------------------------------


def _dice(table: Table, room: Room) -> tuple[Part, Part]:
    """Return the keys of the dice, and answers, question and log below them."""
    prompt = table.now
    is_tight = bool(prompt.answers) or _is_crowded(table)
    high = LARGE_KEYS if has_ring(room) else KEYS
    least = TIGHT_KEYS if is_tight else KEYS
    keys = dice_keys(table)._replace(least=least, most=max(least, high))
    answers = None
    if prompt.answers:
        blocks = [_answer(table, one, is_tight=True) for one in ranked(prompt)]
        columns = (1, 2) if room.is_upright else (len(blocks),)
        heights = (KEY_WITH_REASON,) if any(one.refusal for one in prompt.answers) else ()
        sizes = product((*heights, LOW_KEY), columns)
        lines = (grid(blocks, count, least=high, most=88) for high, count in sizes)
        answers = fit(*map(unsqueezed, lines), rank=7)
    hint = table.watch or table.hint
    question = may(
        row(
            text(prompt.question, STRONG, size=HUG) if prompt.question else None,
            may(text(hint, BODY, "quiet"), rank=ORNAMENT) if hint else None,
            gap="l",
            size=38,
        ),
        rank=6,
    )
    return keys, column(answers, question, *_below(table))


def dice_keys(table: Table) -> Part:
    """Return two rows of keys, one for each die."""
    faces = table.tapped_dice.shown(int(table.number))
    marker, names = table.actor_marker, (WORDS["first die"], WORDS["second die"])
    rows = (
        row(*(_die_key(marker, i, n, faces[i] == n, f"{names[i]}: {n}") for n in range(1, 7)))
        for i in (0, 1)
    )
    return column(*rows, gap="s")


@lru_cache(512)
def _die_key(marker: int, die: int, face: int, is_lit: bool, label: str) -> Part:
    look = styles.SUNK
    if is_lit:
        look = styles.player_key(marker, 3)._replace(radius=10)
    drawn = figure(figures.die, face, "die", "die_edge", "deed_ink")
    return Part(
        look,
        (drawn,),
        pad=("s", "xs"),
        do=("die", die, face),
        key=f"die:{die}:{face}",
        label=label,
    )


# --- answers ----------------------------------------------------------------------------------


def _answers(table: Table, room: Room) -> tuple[Part | None, Part]:
    """Return the answers, and what they are about."""
    prompt = table.now
    if any(one.card for one in prompt.answers):
        return None, _pack(table, room)
    if prompt.deed:
        return None, _about_deed(table, room)
    blocks = [_answer(table, one) for one in ranked(prompt)]
    question = may(text(prompt.question, SENTENCE, size=64), rank=7)
    shown = question if prompt.question else None
    answers = tile_list(blocks, min(2, len(blocks)), 56, 130) if blocks else None
    if room.is_upright and len(blocks) <= MOST_VERBS:
        return answers, column(shown, *_below(table))
    return None, column(shown, answers, *_below(table))


def _about_deed(table: Table, room: Room) -> Part:
    """Return the deed that is for sale beside the answers; it goes where there is no room."""
    prompt = table.now
    position = table.game
    card = column(title_deed(deed_of(position, prompt.deed)), Part(share=0.01), gap=0)
    effects = [
        _effect(table.actor_marker, one)
        for one in set_effects(position, prompt.player, prompt.deed)
    ]
    effect = may(effects[0], rank=5) if effects else None
    lines = 2 if room.is_upright else 1
    needs = 56 if lines == 1 else TWO_LINES
    keys = [_answer(table, one, lines=lines, least=needs, most=136) for one in ranked(prompt)]
    width = DEED if room.is_upright or has_ring(room) else NARROW_DEED
    end, undone = Part(share=0.01), strips.snackbar(table.undone, stays=True)

    def beside(*last: Part) -> Part:
        answers = column(effect, *keys, end, *last, gap="xs" if last else "l")
        return row(column(card, size=width, gap=0), answers, gap="l" if room.is_upright else "xl")

    forms = [beside(), column(effect, *keys, end)]
    if undone:
        both, alone = row(*(key._replace(least=0, most=0) for key in keys)), forms[-1]
        below = (column(beside(), undone),) if room.is_upright else ()
        forms = [
            *below,
            beside(undone),
            *(column(*parts) for parts in ((alone, undone), (both, undone))),
            *forms,
        ]
    return column(fit(*forms, rank=4), _alert(table))


def _answer(
    table: Table, one: RankedAnswer, is_tight: bool = False, lines: int = 1, **room: float
) -> Part:
    """Return the key of an answer in some lines, with the balances before and after below it."""
    answer = one.answer
    marker = table.marker_of(answer.player)
    make, style = (answer_key, VERB) if one.is_primary else (other_key, BUTTON)
    needs = 56 if lines == 1 else TWO_LINES
    key = make(answer, marker, style=style._replace(lines=lines), least=needs, most=96)
    balances = [(table.marker_of(change.player), change) for change in one.changes]
    below = changes(balances) if balances and not is_tight else None
    return column(key, below, gap="xxs", **room)


def _effect(marker: int, effect: SetEffect) -> Part:
    """Return what a purchase does to the group of the deed."""
    color = f"group {effect.group}"
    cells = figure(
        board_figures.set_cells, color, effect.owned, effect.size, size=23 * effect.size + 2
    )
    words = column(
        text(effect.title, STRONG),
        may(text(effect.detail, BODY)),
        gap=0,
    )
    tint = styles.of_player(marker).tint
    return row(cells, words, look=Plate(tint, tint, 12), pad="l", gap="l", size=68)


def _pack(table: Table, room: Room) -> Part:
    """Return the cards of a pack, of which one is picked: in one line each where it is crowded.

    Where claims and an offer need the room, the names of spaces are short.
    """
    answers = table.now.answers
    faces = [one.card for one in answers if one.card]
    ordered = sorted(answers, key=lambda one: _kind_of(one.card))
    whole = [_card(one) for one in ordered]
    short = [_short_card(one, faces) for one in ordered]
    brief = [_short_card(one, faces, is_brief=True) for one in ordered]
    width = stage_width(room)
    low = (_flowing(cards, width, 48, 64) for cards in (short, brief))
    return fit(_flowing(whole, width, 68, 110), *low, rank=2)


def _kind_of(card: CardFace | None) -> int:
    """Return the place of a card among the others: where to, other things, money."""
    assert card, "an answer of a pack is a card"
    return 2 if card.effect in MONEY else 0 if card.effect in LEADS_TO else 1


def _flowing(cards: Sequence[Part], width: float, low: float, high: float) -> Part:
    """Return cards in as few lines as they need, of about the same width, ``low`` or higher."""
    fewest = len(_lines_of(cards, width))
    even = sum(card.share + GAP for card in cards) / fewest
    narrower = (_lines_of(cards, wide) for wide in range(round(even), round(width), round(GAP)))
    lines = next((some for some in narrower if len(some) == fewest), _lines_of(cards, width))
    rows = (row(*line, gap="s", least=low, most=high) for line in lines)
    return column(*rows, gap="s", least=length_of(fewest, low, "s"))


def _lines_of(cards: Sequence[Part], width: float) -> list[list[Part]]:
    """Return cards in lines, each card in the first line that has room for it."""
    lines: list[list[Part]] = []
    left: list[float] = []
    for card in cards:
        wide = card.share + GAP
        free = next((i for i, room in enumerate(left) if room >= wide), len(lines))
        if free == len(lines):
            lines.append([])
            left.append(width + GAP)
        lines[free].append(card)
        left[free] -= wide
    return lines


def _card(one: Answer) -> Part:
    """Return a card in two lines; its share is the width that it needs in dp."""
    card = one.card
    assert card, "an answer of a pack is a card"
    ink = styles.of_tone(one.tone)
    name = CARD_ICONS.get(card.effect, "")
    first = promised(str(card.first), STRONG.font, STRONG.smallest) + (30 if name else 0)
    return column(
        _group_of(card),
        row(icon(name, ink, 26) if name else None, text(card.first, STRONG), gap="xs"),
        text(card.second, BODY) if card.second else None,
        look=styles.SUNK,
        pad="xs",
        gap=0,
        share=max(first, promised(str(card.second), BODY.font, BODY.smallest)) + 8,
        do=("answer", one),
    )


def _short_card(one: Answer, pack: Sequence[CardFace], is_brief: bool = False) -> Part:
    """Return a card in one line: its sum or where it leads, and both lines if others say so, too.

    Its share is the width that it needs in dp. A card ``is_brief`` with the short name of a space.
    """
    card = one.card
    assert card, "an answer of a pack is a card"
    main = _short(card)
    is_told = [_short(other) for other in pack if other.effect == card.effect].count(main) == 1
    words = Told(main if is_told or not card.second else joined(" ", (card.first, card.second)))
    words = words.briefest() if is_brief else words
    name, ink = CARD_ICONS.get(card.effect, ""), styles.of_tone(one.tone)
    picture = icon(name, ink, 20) if name and card.effect in PICTURED else None
    side: Space = "xxs" if is_brief else "xs"
    own = promised(str(words), STRONG.font, STRONG.smallest) + (22 if picture else 0)
    wide = max(own + 2 * SPACES[side], LEAST_CARD)
    told = text(words, STRONG, ink if card.effect in MONEY else "ink", size=HUG)
    return column(
        _group_of(card),
        row(Part(), row(picture, told, gap="xxs", size=HUG), Part(), gap=0),
        look=styles.RAISED,
        pad=(side, "xxs"),
        gap=0,
        share=wide,
        do=("answer", one),
        label=f"{card.first} {card.second}",
    )


def _group_of(card: CardFace) -> Part | None:
    """Return a band in the colour of the group that a card leads to."""
    color = f"group {card.group}"
    return Part(Plate(color, "deed_ink", 3, 1.5), size=BAND) if card.group else None


def _short(card: CardFace) -> Wording:
    return card.first if card.effect in MONEY else card.second or card.first


# --- below ------------------------------------------------------------------------------------


def _below(table: Table) -> list[Part | None]:
    """Return the alert, and the log in what room is left."""
    lines = [may(log_line(line), rank=9 + i) for i, line in enumerate(table.lines)]
    for last in table.lines[:1]:
        lines[0] = fit(log_line(last), log_line(last, is_high=True), None, rank=9)
    tap = {"do": ("show", "history"), "label": WORDS["history"]}
    log = fit(column(*lines, Part(share=0.01), gap=0, least=48, key="log", **tap), None, rank=9)
    shown = log if lines else None
    return [_alert(table), shown, Part(share=0.001)]


def _alert(table: Table) -> Part | None:
    alert = table.alert
    return may(text(alert, BODY, "amber", size=LINE), rank=8) if alert else None


@lru_cache(256)
def log_line(line: LogLine, is_high: bool = False) -> Part:
    """Return a move in the log, in two lines if it ``is_high``: whose, what, and its sum."""
    ink = "quiet" if line.undone else "ink"
    shape = None
    if line.marker >= 0:
        fill = styles.of_player(line.marker).fill
        shape = figure(figures.player_shape, fill, line.marker)
    content = row(
        over(shape, size=22),
        text(line.wordings, STORY if is_high else NEWS, ink),
        text(line.undone, BODY, "quiet", size=HUG) if line.undone else None,
        text(line.amount, STRONG, ink, 1.0, size=HUG) if line.amount else None,
        gap="l",
    )
    divider = Part(Plate("line", "line", 0, 0), size=2)
    size = HIGH_LINE if is_high else LINE
    return column(divider, content, gap=0, size=size, key=f"move:{line.number}")


SCREEN = Screen(page)
