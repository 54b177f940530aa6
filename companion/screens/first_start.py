"""First start of a machine: language, time and dice, and three rolls to try."""

from typing import Any

from companion import text as texts
from companion.screens import figures, styles
from companion.screens.lists import tile_list
from companion.screens.parts import HUG, Ground, Part, Plate, Room, Style, column, figure, row, text
from companion.screens.pieces import full_page, icon, message_header, page_header
from companion.screens.play import dice_keys
from companion.screens.styles import BALANCE, BODY, NAMES, SENTENCE, STRONG, VERB
from companion.table.first_start import Dial, about_roll, about_zone, date_dials, time_dials
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.screens.first_start import FIRST_START, text_of
from companion.text.screens.past_games import full_day
from companion.text.told import Wording

HELLO, QUESTION = Style("title", 44, 34), Style("title", 28, 26)
KEY, LINE, DIE = 68, 1.5, 48
TROUBLE = SENTENCE._replace(smallest=22, lines=3)
NARROWEST = 240
"""Least width of a time zone in dp."""


def page(table: Table, room: Room) -> Part:
    """Page that is turned to."""
    pages = {"hello": _hello, "date": _date, "practice": _practice}
    body = pages.get(table.first_start.value.page, _zones)(table, room)
    return full_page(*body, edge="l")


def _key(words: Wording, do: Do, is_main: bool = False, **size: Any) -> Part:
    ink = "on_bank" if is_main else "ink"
    look = styles.player_key(-1) if is_main else styles.RAISED._replace(depth=4)
    style = VERB if is_main else NAMES
    return row(text(words, style, ink, 0.5), look=look, pad="m", do=do, **size)


# --- language, time and dice ------------------------------------------------------------------


def _hello(table: Table, room: Room) -> tuple[Part | None, ...]:
    value = table.first_start.value
    note = text(
        value.doubt or FIRST_START["later"],
        TROUBLE if value.stick else SENTENCE,
        "amber" if value.doubt else "quiet",
        0.0 if value.stick else 1.0,
    )
    languages = [
        row(
            icon("check", "ink", 28) if code == texts.language() else None,
            text(name, STRONG, align=0.5),
            look=styles.chosen_key(code == texts.language()),
            pad="s",
            gap="xxs",
            do=("speak", code),
        )
        for code, name in texts.languages().items()
    ]
    hour, minute = (_dial(one) for one in time_dials(value.at))
    time = row(hour, text(":", BALANCE, align=0.5, size=14), minute, gap="xs")
    date = _key(full_day(value.at), ("page", "date"), share=0.7)
    keys = row(
        None if table.session else _key(FIRST_START["practice"], ("page", "practice")),
        _main_key(table, share=1.2),
        size=70,
    )
    title = row(None if value.stick else text(FIRST_START["title"], HELLO), note, size=64)
    return (
        message_header(room, None, size=64) if room.message else title,
        _question(room, "languages", "language", row(*languages)),
        _question(room, "clock", "time", time, date),
        _question(room, "dice", "dice", *_tray(table)),
        keys,
    )


def _question(room: Room, picture: str, key: str, *answers: Part | None) -> Part:
    """Question below a line, and its answers beside it, or below each other if upright."""
    line = Part(Ground("line"), size=LINE)
    question = row(
        icon(picture, "quiet", 34),
        text(FIRST_START[key], QUESTION),
        gap="l",
        size=44 if room.is_upright else 184,
    )
    if room.is_upright:
        lines = (one._replace(share=1, size=KEY) for one in answers if one)
        return column(line, Part(), question, *lines, Part())
    return column(line, Part(), row(question, *answers, size=KEY), Part())


def _dial(dial: Dial) -> Part:
    turns = (
        Part(
            styles.RAISED,
            (icon(sign, "ink", 0),),
            pad="xl",
            size=56,
            do=("dial", dial.key, step),
            label=f"{dial.key} {step}",
        )
        for sign, step in (("minus", -1), ("plus", 1))
    )
    less, more = turns
    return row(less, text(dial.text, BALANCE, align=0.5), more, gap="xs")


def _tray(table: Table) -> tuple[Part | None, ...]:
    """Sentence about the tray with the last roll, and the key to do without it."""
    is_there = table.tray_input.state == "found"
    is_used = is_there and table.by_tray
    key = "found" if is_used else "off" if is_there else "none"
    by = table.tray_input.by if is_used else "tray"
    edge = "credit" if is_used else "line"
    found = row(
        icon("done" if is_used else "info", "credit" if is_used else "ink"),
        column(
            text(FIRST_START[f"{by} {key}"], STRONG),
            text(FIRST_START["about found" if is_used else "about none"], BODY),
            gap=0,
        ),
        look=Plate("receiving" if is_used else "ground", edge, 12),
        pad="m",
    )
    change = FIRST_START["without" if is_used else "with"]
    leave = _key(change, ("tray",), share=0.38) if is_there else None
    return row(found, _dice(table) if is_used else None), leave


def _dice(table: Table) -> Part | None:
    """Dice of the last roll."""
    dice = table.first_start.value.dice
    faces = (figure(figures.die, one, "die", "die_edge", "deed_ink") for one in dice)
    return row(*(one._replace(size=DIE) for one in faces), size=HUG) if any(dice) else None


def _main_key(table: Table, **size: float) -> Part:
    """Key that leads to the table."""
    return _key(FIRST_START["game" if table.session else "who"], ("leave",), True, **size)


# --- date and time zone -----------------------------------------------------------------------


def _header(room: Room, words: Wording, back: str) -> Part:
    return page_header(room, words, undo=False, back=("page", back))


def _date(table: Table, room: Room) -> tuple[Part | None, ...]:
    value = table.first_start.value
    dials = (
        row(text(one.name, QUESTION, share=0.5), _dial(one), least=64, most=84)
        for one in date_dials(value.at)
    )
    zone = _key(about_zone(value.zone), ("page", "regions"), size=70)
    return _header(room, full_day(value.at), "hello"), *dials, Part(share=0.01), zone


def _zones(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Regions, or the cities of one, to choose a time zone."""
    value = table.first_start.value
    is_region = value.page == "regions"
    keys = tuple(
        row(
            text(one.text, NAMES, align=0.5),
            look=styles.chosen_key(one.chosen),
            pad="m",
            do=("region" if is_region else "city", one.key),
        )
        for one in value.zones
    )
    header = _header(room, FIRST_START["which zone"], "date" if is_region else "regions")
    return header, tile_list(keys, max(2, int(room.width // NARROWEST)), 72)


# --- three rolls ------------------------------------------------------------------------------


def _practice(table: Table, room: Room) -> tuple[Part | None, ...]:
    value = table.first_start.value
    by_tray = table.tray_input.state == "found" and table.by_tray
    title: Wording
    title, task = FIRST_START["practised"], FIRST_START["about practised"]
    if value.is_practising:
        title = text_of("roll", number=value.rolls + 1)
        task = FIRST_START["by tray" if by_tray else "by hand"]
    dice, keys = _dice(table), dice_keys(table)._replace(least=125, most=180)
    told = text(about_roll(*value.dice), SENTENCE) if dice else Part()
    return (
        _header(room, title, "hello"),
        text(task, SENTENCE, least=64, most=120),
        row(dice, told, gap="xl", least=64, most=120),
        Part(share=0.01),
        keys if value.is_practising else None,
        _main_key(table, size=74),
    )


SCREEN = Screen(page, state="first_start")
