"""Bluetooth dice: the two dice of this table, and how to choose them by rolling."""

from companion.screens import figures
from companion.screens.parts import (
    HUG,
    Dashed,
    Ground,
    Part,
    Plate,
    Room,
    column,
    figure,
    over,
    row,
    text,
)
from companion.screens.pieces import action_key, divider, full_page, icon, plain_header
from companion.screens.styles import BODY, NAME, NOTICE, SENTENCE, STRONG
from companion.table.dice import DicePage, DieRow
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.screens.dice import DICE, die_name, text_of

DIE, SMALL_DIE = 92, 44
BATTERY = 60
LOW = 10
"""Percent under which a battery is drawn in red."""
NAME_LINE, BATTERY_LINE, STATUS, KEY, LAST, FOOT = 40, 36, 50, 50, 72, 64
"""Heights of the parts of a die, of the last roll and of the key below, in dp."""
DICE_OF_A_TABLE = 2


def page(table: Table, room: Room) -> Part:
    """Page of the two dice, with the key that chooses them."""
    value = table.dice.value
    cards = [_card(one) for one in value.dice]
    cards += [_place(value, number) for number in range(len(cards), DICE_OF_A_TABLE)]
    about = text(DICE["two"], BODY, "quiet", 1.0, size=HUG)
    header = plain_header(room, DICE["title"], beside=None if room.is_upright else about)
    both = column(*cards) if room.is_upright else row(*cards)
    trouble = text(value.trouble, NOTICE, "debit", size=72) if value.trouble else None
    return full_page(header, both, trouble or _last(value, room), _foot(value))


def _card(die: DieRow) -> Part:
    """Return a die as it was rolled last, and how it is."""
    ink = "deed_ink" if die.is_awake else "quiet"
    face = figure(figures.die, die.face, "die", "die_edge", ink, size=DIE, label=f"{die.face}")
    name = text(die_name(die.name), NAME, size=NAME_LINE)
    return column(
        row(face, column(Part(), name, _battery(die), Part(), gap="xs"), gap="xl"),
        _status(die),
        action_key(DICE["forget"], "", ("forget", die.address), size=KEY),
        look=Plate("sheet", "line", 14),
        pad="xl",
        key=f"die:{die.address}",
    )


def _battery(die: DieRow) -> Part:
    if die.battery is None:
        return Part(size=BATTERY_LINE)
    ink = "debit" if die.battery < LOW else "credit"
    drawn = figure(figures.battery, die.battery, ink, "ink", "sheet", size=BATTERY)
    percent = text(f"{die.battery} %", STRONG, ink if ink == "debit" else "ink")
    return row(drawn, percent, size=BATTERY_LINE)


def _status(die: DieRow) -> Part:
    if not die.is_awake:
        return row(
            icon("moon", "amber", 30),
            text(DICE["asleep"], BODY),
            look=Ground("amber_ground", 8),
            pad="l",
            size=STATUS,
        )
    words = text_of("awake", face=die.face) if die.face else DICE["waiting"]
    return row(icon("done", "credit", 30), text(words, BODY), pad="l", size=STATUS)


def _place(value: DicePage, number: int) -> Part:
    """Return the place of a die that is not there yet."""
    key = ("first", "second")[number] if value.is_choosing else "empty"
    ink = "ink" if value.is_choosing and number == len(value.dice) else "quiet"
    return over(text(DICE[key], NAME, ink, 0.5), look=Dashed("ground", "edge", 14))


def _last(value: DicePage, room: Room) -> Part:
    """Return the last roll, and what did not count."""
    note = text(value.note, SENTENCE, "quiet", 0.0 if room.is_upright else 1.0)
    if value.rolled is None:
        return column(divider(), note, gap=0, size=LAST)
    faces = (
        figure(figures.die, face, "die", "die_edge", "deed_ink", size=SMALL_DIE, label=f"{face}")
        for face in value.rolled
    )
    total = text(f"{sum(value.rolled)}", NAME, size=40)
    roll = text(DICE["last"], STRONG, size=HUG), *faces, total
    if room.is_upright:
        return column(divider(), row(*roll, Part()), note, gap=0, size=2 * LAST)
    return column(divider(), row(*roll, note), gap=0, size=LAST)


def _foot(value: DicePage) -> Part:
    if value.is_choosing:
        return action_key(DICE["stop"], "cross", ("stop",), size=FOOT)
    is_full = len(value.dice) == DICE_OF_A_TABLE
    words = DICE["again" if is_full else "choose"]
    return action_key(words, "dice", ("choose",), is_main=not is_full, size=FOOT)


SCREEN = Screen(page, state="dice")
