"""Fix a mistake: a ruling that is put together tap by tap, and then booked at once."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.engine.state import Game
from companion.screens import styles
from companion.screens.keyboard import CURSOR, inset, keyboard
from companion.screens.lists import tile_list
from companion.screens.parts import (
    HUG,
    SEEN,
    SPACES,
    Ground,
    Part,
    Plate,
    Room,
    Style,
    column,
    fit,
    grid,
    itself,
    over,
    row,
    rows,
    text,
)
from companion.screens.pieces import (
    action_key,
    changes,
    divider,
    full_page,
    group_edge,
    icon,
    keypad,
    page_header,
    quick_keys,
    token,
)
from companion.screens.styles import (
    BODY,
    KEYED,
    NAMES,
    PARAGRAPH,
    PERSON,
    SENTENCE,
    STRONG,
    VERB,
)
from companion.screens.typesetting import lines_in
from companion.table.markers import markers_of
from companion.table.prompts import Answer
from companion.table.prompts.answers import Change
from companion.table.ruling import (
    PEOPLE,
    KindKey,
    Ruling,
    after,
    amount_value,
    begun,
    effect,
    effect_line,
    kinds,
    options,
    ruling_answer,
    tapped,
)
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.tiles import Tile
from companion.text.screens.play import WORDS
from companion.text.screens.ruling import QUESTIONS, REASONS, RULING
from companion.text.told import Told, Typed, Wording, capital

HEADING = Style("title", 30, 26)
REFUSAL = Style("text", 26, 26, lines=5)
EDGE, WIDE, LINE = SPACES["m"], 1000, 31
"""Edge of the page, width from which there are four tiles in a row, and height of a line, in dp."""
USUAL = 3
"""Kinds of effects in a row."""
HIGH_HEADING, LOW_HEADING = 38, 33
"""Heights of a heading in an upright window, without a message and with one."""


def page(table: Table, room: Room) -> Part:
    """Page of the ruling that is turned to."""
    game, value = table.game, table.values["ruling"]
    is_typing = value.page == "write" and room.is_upright
    header = _header(value, room)
    parts = _PAGES[value.page](value, game, room)
    return full_page(
        inset(header) if is_typing else header,
        *parts,
        gap="s" if value.page == "kinds" else "l",
        edge=0 if is_typing else "m",
    )


def _header(value: Ruling, room: Room) -> Part:
    """Question, with the way back to the one before, or out of the whole ruling."""
    is_leaving, is_whole = value.page == "ruling", value.page in ("kinds", "ruling")
    is_first = not value.values and (value.kind in PEOPLE or not (value.kind or value.rules))
    title = {
        "kinds": (RULING["title"], RULING["ruling"]),
        "ruling": RULING["ruling"],
        "reason": RULING["which reason"],
    }.get(value.page, RULING["write"])
    return page_header(
        room,
        QUESTIONS[value.slot] if value.slot else title,
        undo=is_whole,
        reason=WORDS["planned"] if value.rules else "",
        back=("back",) if is_first or is_leaving else ("leave",),
        word=RULING["leave"] if is_leaving else WORDS["back"],
    )


def _done() -> Part:
    return action_key(RULING["set"], "", ("set",), is_main=True, size=66)


# --- one effect -------------------------------------------------------------------------------


def _kinds(value: Ruling, game: Game, room: Room) -> Iterator[Part]:
    """Yield the kinds of effects in rows, and the way to the history."""
    for one in kinds(after(game, value.effects)):
        high = LOW_HEADING if room.message else HIGH_HEADING
        heading = text(one.title, HEADING, size=high if room.is_upright else 136)
        shown = one.kinds if one.kinds[-1].key else one.kinds[:USUAL]
        keys = [_kind(kind) for kind in shown]
        if room.is_upright:
            inner = column(heading, grid(keys, 2), gap="xs")
        else:
            inner = row(heading, *keys, pad=(0, "xxs"))
        yield column(divider(), inner, gap=0)
    yield row(
        icon("clock", "amber", 30),
        text(RULING["wrong tap"], SENTENCE),
        text(RULING["open history"], STRONG, size=HUG),
        icon("next", "ink", 30),
        look=Ground("amber_ground", 10),
        pad="xl",
        do=("show", "history"),
        size=84 if room.is_upright else 62,
    )


def _kind(one: KindKey) -> Part:
    """Key of a kind of effect; a place without one cannot be tapped."""
    style = STRONG._replace(lines=2)
    if not one.key:
        return Part()
    return row(
        icon(one.icon, "quiet", 28),
        text(one.text, style),
        look=styles.RAISED,
        pad="xs",
        gap="s",
        do=("kind", one.key),
    )


def _pick(value: Ruling, game: Game, room: Room) -> tuple[Part, ...]:
    """Values to choose from."""
    tiles = options(after(game, value.effects), value.slot, value.values)
    return (_tiles(tiles, "pick", room),)


def _tiles(tiles: Sequence[Tile], do: str, room: Room) -> Part:
    columns = 2 if room.is_upright else 4 if room.width >= WIDE else 3
    return tile_list(tuple(_tile(one, do) for one in tiles), columns, 72, 84)


def _tile(one: Tile, do: str) -> Part:
    side = None
    if one.group:
        side = group_edge(one.group)
    elif one.marker >= 0:
        side = token(one.marker, 38)
    words = text(one.text, PERSON if one.marker >= 0 else NAMES)
    note = text(one.note, BODY) if one.note else None
    return row(
        side,
        column(words, note, gap=0),
        look=styles.chosen_key(one.chosen),
        pad="s",
        do=(do, one.key),
    )


def _amount(value: Ruling, game: Game, room: Room) -> tuple[Part | None, ...]:
    """Keypad for an amount, and what it changes."""
    chosen = amount_value(game, value.amount)
    effects = (*value.effects, effect(value.kind, (*value.values, chosen)))
    players = {one.value for one in value.values}
    balances = [one for one in ruling_answer(game, effects, "").changes if one.player in players]
    parties = (
        row(
            icon("right", "ink", 30) if one.slot == "payee" else None,
            token(one.marker, 36),
            text(one.text, PERSON),
            size=38,
        )
        for one in value.values
    )
    amount = over(
        text(chosen.text, KEYED, align=1.0),
        look=Plate("sheet", "line"),
        pad=("xxl", "xs"),
        least=60,
        most=130,
    )
    left = (
        *parties,
        amount,
        quick_keys(),
        Part(share=0.01),
        _changes(balances, game),
        _done(),
    )
    if room.is_upright:
        return (*left, keypad())
    return (row(column(*left), column(keypad(), share=0.81), gap="xl"),)


def _changes(balances: Iterable[Change], game: Game) -> Part | None:
    """Return balances before and after a ruling; None if all stay."""
    markers = markers_of(game.players)
    lines = tuple(changes([(markers[one.player], one)]) for one in balances)
    shown = column(*lines, gap="xxs", size=HUG)
    return (
        fit(shown, rows(lines, itself, 36, "xxs", least=SEEN * 38, key="changes"))
        if lines
        else None
    )


# --- the ruling -------------------------------------------------------------------------------


def _ruling(value: Ruling, game: Game, room: Room) -> tuple[Part | None, ...]:
    """Effects, the reason, what changes, and the key that books all of it."""
    width = room.width - 2 * EDGE if room.is_upright else room.width / 2 - 2 * EDGE
    said = [effect_line(*rule) for rule in value.rules]
    lines = max(len(lines_in(one, BODY, width - 64)) for one in said) or 1
    tiles = tuple(_effect(i, one, lines) for i, one in enumerate(said))
    why = Told(Typed(value.note) if value.note else RULING["no reason"])
    high = 14 + LINE * max(2, min(PARAGRAPH.lines, len(lines_in(why, PARAGRAPH, width - 64))))
    reason = row(
        icon("edit", "quiet", 30),
        text(why, PARAGRAPH),
        look=styles.RAISED,
        pad="l",
        do=("page", "reason"),
        size=high,
    )
    answer = ruling_answer(game, value.effects, value.note)
    left = (
        tile_list(tiles, 1, max(60, 14 + LINE * lines)),
        action_key(RULING["more"], "plus", ("page", "kinds"), size=66),
    )
    right = (
        text(RULING["why"], HEADING, size=36),
        reason,
        Part(share=0.01),
        _changes(answer.changes, game),
        _save(answer, answer.reason, width - 20),
    )
    if room.is_upright:
        return (*left, *right)
    return (row(column(*left, size=width), column(*right), gap="xl"),)


def _save(answer: Answer, reason: Wording, width: float) -> Part:
    """Key that books the ruling; if it is refused, it says why."""
    ink = "quiet" if answer.reason else "on_bank"
    mark, words = icon("check", ink, 34), text(answer.text, VERB, ink, 0.5, size=HUG)
    high = LINE * min(REFUSAL.lines, len(lines_in(reason, BODY, width))) if answer.reason else 0
    return column(
        row(Part(), None if answer.reason else mark, words, Part()),
        text(reason, REFUSAL, ink, 0.5, size=high) if answer.reason else None,
        look=styles.REFUSED if answer.reason else styles.player_key(-1),
        pad="l",
        gap=0,
        do=("answer", answer),
        purpose="ruling",
        reason=answer.reason,
        size=82 if not answer.reason else 56 + high,
    )


def _effect(place: int, words: Wording, lines: int) -> Part:
    """Effect; a tap removes it."""
    return row(
        text(words, BODY._replace(lines=lines)),
        icon("trash", "quiet", 30),
        look=styles.RAISED,
        pad="l",
        do=("take out", place),
    )


def _reason(value: Ruling, game: Game, room: Room) -> tuple[Part, ...]:
    """Return suggested reasons, and the way to another one."""
    tiles = [Tile(one, capital(one), chosen=one == value.note) for one in REASONS.values()]
    other = action_key(RULING["other reason"], "keyboard", ("write",), size=66)
    return _tiles(tiles, "reason", room), other


def _write(value: Ruling, game: Game, room: Room) -> tuple[Part, ...]:
    """Return what is written, why it cannot be, and the keyboard."""
    last = (f"…{value.entry[-letters:]}{CURSOR}" for letters in (40, 25))
    entry = text((f"{value.entry}{CURSOR}", *last), NAMES)
    line = over(entry, look=Plate("sheet", "line"), pad="xl", size=74)
    problem = text(value.problem, SENTENCE, "debit")
    keys, done = keyboard(value.letters, room.is_upright), _done()
    if room.is_upright:
        line, problem, done = inset(line), inset(problem), inset(done)
    return line, problem, done, keys


_PAGES: dict[str, Callable[[Ruling, Game, Room], Sequence[Part | None] | Iterator[Part]]] = {
    "kinds": _kinds,
    "pick": _pick,
    "amount": _amount,
    "ruling": _ruling,
    "reason": _reason,
    "write": _write,
}
"""Parts below the header of each page."""


SCREEN = Screen(
    page,
    value=Ruling(),
    opened=lambda value, game, *kind: begun(game, *kind),
    tapped=lambda value, do, table: tapped(value, do, table.game),
    is_done_when_booked=True,
)
