"""Rules of the next game: its options and house rules, who banks, who starts, and the deal."""

from collections.abc import Callable, Iterator
from datetime import datetime

from companion.engine import edition
from companion.screens import figures, styles
from companion.screens.lists import marked, tile_list
from companion.screens.our_rules import RULES_PAGES
from companion.screens.parts import (
    Part,
    Room,
    Style,
    column,
    figure,
    fit,
    grid,
    may,
    row,
    split,
    text,
)
from companion.screens.pieces import action_key, group_edge, icon, token
from companion.screens.ruler import promised
from companion.screens.styles import (
    BALANCE,
    BODY,
    NAME,
    NEWS,
    PERSON,
    SENTENCE,
    STRONG,
    VERB,
)
from companion.table.setup import deal_out, house_rules, view
from companion.table.setup.deal_out import DealtHand
from companion.table.setup.house_rules import Switch
from companion.table.setup.preparation import END, Preparation
from companion.table.setup.view import Option, Plan, Setting
from companion.table.table import Table
from companion.table.taps import Do
from companion.table.tiles import Tile
from companion.text.names import edition_name, party_name, short_names
from companion.text.screens.setup import SETUP, text_of

DEALT_COLUMNS = 2
PERSON_WIDTH = 270
"""Least width of a person in an upright window, in dp."""
"""Dealt deeds beside each other."""
WIDEST_PLAN = 270
"""Width in dp of a large choice whose name a family made up."""
LONG = 900
"""Width in dp of a line about a value that takes three lines."""


def plan_key(plan: Plan, is_upright: bool) -> Part:
    """Return one of the large choices, in a line or as wide as its title beside the others."""
    titles = (plan.title, SETUP["own"]) if plan.key == "own" else (plan.title,)
    head, line = text(titles, STRONG), text(plan.about, NEWS)
    wide = min(WIDEST_PLAN, promised(str(plan.title), "bold", 26) + 22)
    look = styles.chosen_key(plan.chosen)
    flow, share = ("across", 1.0) if is_upright else ("down", wide)
    do = ("plan", plan.key)
    return Part(look, (head, line), flow, pad="m", share=share, do=do)


def start_key(prep: Preparation) -> Part:
    """Key that begins the game, or shows the deal first; dashed with its reason.

    With too many players for the edition it chooses a larger one.
    """
    if prep.larger:
        return _larger_key(prep.larger)
    reason = prep.refusal
    ink = "quiet" if reason else "on_bank"
    about = may(text(prep.missing, BODY, ink, 0.5, size=28), rank=2) if prep.missing else None
    return column(
        text(SETUP["start"], VERB, ink, 0.5),
        about,
        look=styles.REFUSED if reason else styles.player_key(-1),
        pad="s",
        gap=0,
        do=("deal out",) if prep.is_to_deal else ("begin",),
        reason=reason,
    )


def _larger_key(name: str) -> Part:
    rules, ink = edition.load(name), "on_bank"
    return column(
        text(text_of("larger", edition=edition_name(rules)), VERB, ink, 0.5),
        may(text(text_of("up to", most=rules.most_players), BODY, ink, 0.5, size=28), rank=2),
        look=styles.player_key(-1),
        pad="s",
        gap=0,
        do=("edition", name),
    )


def _more_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return all options with their values."""
    prep = table.values["setup"]
    settings = view.settings(prep.chosen, prep.enabled, prep.keeper, prep.first)
    columns = 2 if room.is_upright else 3

    def form(about: Style | None) -> Part:
        return grid([_setting(one, about) for one in settings], columns)

    return (fit(form(SENTENCE), form(BODY), form(None)),)


def _setting(one: Setting, about: Style | None) -> Part:
    return column(
        row(icon(one.icon, "ink", 28), text(one.title, BODY, "quiet"), size=32),
        text(one.value, STRONG, size=32),
        text(one.about, about) if about else None,
        look=styles.RAISED._replace(radius=12),
        pad="l",
        gap="xxs",
        do=("setting", one.key),
    )


def _choice_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Values that an option may have; below, the end of the game, or the tray."""
    prep = table.values["setup"]
    values = view.choice(prep.option, prep.chosen).options
    each = _upright_option if room.is_upright else _option
    items = tuple(each(one) for one in values)
    is_long = any(promised(str(one.about), "text", 26) > LONG for one in values)
    until = view.game_ends(prep.chosen, datetime.now()) if prep.option == "game" else ""
    foot = None
    if until:
        foot = row(
            text(SETUP["ends at"], BODY, align=1.0),
            _step("minus", END, until),
            text(until, BALANCE, align=0.5, size=112),
            _step("plus", END, until),
            size=60,
        )
    elif prep.is_on_dice:
        foot = _tray(table)
    return tile_list(items, 1, 140 if room.is_upright else 98 if is_long else 74), foot


def _tray(table: Table) -> Part:
    """State of the tray, or the roll that it read."""
    tray = table.tray_input
    dice = tray.pending_rolls[-1].dice if tray.pending_rolls else ()
    words = text_of(f"{tray.by} {tray.state}")
    if dice:
        words = text_of(f"{tray.by} rolled", a=dice[0], b=dice[1])
    faces = (figure(figures.die, n, "sheet", "die_edge", "ink", size=56) for n in dice)
    return row(text(words, SENTENCE), *faces, size=72)


def _option(one: Option) -> Part:
    head = [text(one.text, styles.NAME if one.note else styles.NAMES)]
    if one.note:
        head.append(text(one.note, BODY, "quiet"))
    return row(
        marked(one.chosen),
        column(*head, gap=0, share=0.4),
        text(one.about, styles.PARAGRAPH),
        look=styles.chosen_key(one.chosen),
        pad=("l", 0),
        do=("option", one.name),
    )


def _upright_option(one: Option) -> Part:
    note = text(one.note, BODY, "quiet", 1.0) if one.note else None
    return row(
        marked(one.chosen),
        column(
            row(text(one.text, NAME), note, size=34),
            text(one.about, styles.PARAGRAPH),
            gap="xxs",
        ),
        look=styles.chosen_key(one.chosen),
        pad="l",
        do=("option", one.name),
    )


def _step(sign: str, *what: str) -> Part:
    look = styles.RAISED
    inner = (icon(sign, "ink", 0),)
    return Part(look, inner, pad=("l", "m"), size=56, do=("step", sign, *what), label=sign)


def _house_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """House rules of a chapter as switches."""
    prep = table.values["setup"]
    tabs = (
        Part(
            styles.chosen_key(tab.chosen),
            (text(tab.text, STRONG, align=0.5),),
            pad="m",
            do=("chapter", tab.key),
        )
        for tab in view.chapters(prep.chapter)
    )
    currency = prep.board.currency
    count = len(prep.names)
    switches = house_rules.switches(prep.edition, prep.enabled, currency, prep.chapter, count)
    items = tuple(_switch(one) for one in switches)
    return row(*tabs, size=54), tile_list(items, 1 if room.is_upright else 2, 72)


def _switch(one: Switch) -> Part:
    words = column(text(one.text, NAME), text(one.line, BODY), gap=0)
    switch = row(
        marked(one.on),
        words,
        look=styles.chosen_key(one.on),
        pad="m",
        do=("switch", one.name),
    )
    steps = (_step(sign, one.name) for sign in ("minus", "plus")) if one.sum else ()
    return row(switch, *steps, gap="s")


def _persons(tiles: list[Tile], room: Room) -> Part:
    items = tuple(
        row(
            token(tile.marker, 40) if tile.marker >= 0 else None,
            text(tile.text, PERSON),
            look=styles.chosen_key(tile.chosen),
            pad="m",
            do=("person", tile.key),
        )
        for tile in tiles
    )
    columns = max(1, int(room.width / PERSON_WIDTH)) if room.is_upright else 3
    return tile_list(items, columns, 72)


def _banker_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """People who may be the banker."""
    prep = table.values["setup"]
    new = action_key(SETUP["new name"], "plus", ("new name",), size=60)
    tiles = view.bankers(prep.names, prep.known, prep.keeper)
    return _persons(tiles, room), new


def _first_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Players who may start."""
    prep = table.values["setup"]
    return (_persons(view.starters(prep.names, prep.first), room),)


def _deal_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Deeds dealt to each player."""
    prep = table.values["setup"]
    dealt = deal_out.hands(prep.dealt, prep.names, prep.board)
    hands = tuple(line for one in dealt for line in _hand(one, prep, room.is_upright))
    share = 1 if room.is_upright else 0.6
    again = action_key(SETUP["deal again"], "shuffle", ("deal out",), share=share)
    is_free = "deeds dealt free" in prep.enabled
    about = SETUP["about free deal" if is_free else "about deal"]
    line = text(prep.refusal or about, SENTENCE, size=64)
    if not (prep.refusal or room.is_upright):
        line = text(about, BODY, size=32)
    listed = tile_list(hands, 1, 58)
    return line, listed, row(again, start_key(prep), size=70)


def _hand(hand: DealtHand, prep: Preparation, is_upright: bool) -> Iterator[Part]:
    """Yield the lines of a player: the name, and two deeds beside or below it."""
    who = row(token(hand.marker, 44), text(party_name(hand.name), PERSON), share=0.45)
    places = [int(tile.key) for tile in hand.deeds]
    keys = [_deed(prep, prep.dealt[place][1], ("held", place)) for place in places]
    if is_upright:
        yield who
    for line in split(keys, DEALT_COLUMNS):
        deeds = row(*line, *[Part()] * (DEALT_COLUMNS - len(line)))
        yield deeds if is_upright else row(who, deeds)
        who = Part(share=0.45)


def _deed(prep: Preparation, deed: str, do: Do) -> Part:
    edge = group_edge(prep.board.deeds[deed].group)
    names = short_names(prep.board, deed)
    words = text(names, SENTENCE)
    look = styles.RAISED
    return row(edge, words, look=look, pad="s", do=do)


def _exchange_page(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Deeds that can replace a dealt one."""
    prep = table.values["setup"]
    tiles = deal_out.undealt_tiles(prep.dealt, prep.board)
    items = tuple(_deed(prep, tile.key, ("deal", tile.key)) for tile in tiles)
    return (tile_list(items, 2 if room.is_upright else 3, 74),)


OPTION_PAGES: dict[str, Callable[[Table, Room], tuple[Part | None, ...]]] = {
    "more": _more_page,
    "choice": _choice_page,
    "house": _house_page,
    **RULES_PAGES,
    "banker": _banker_page,
    "first": _first_page,
    "deal": _deal_page,
    "exchange": _exchange_page,
}
"""Parts below the header of each page of the rules."""
