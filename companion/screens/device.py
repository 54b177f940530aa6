"""Machine: copies, checks, phones and power, its versions, and a question before it ends."""

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Room,
    column,
    figure,
    fit,
    row,
    rows,
    text,
)
from companion.screens.pieces import (
    action_key,
    divider,
    full_page,
    icon,
    plain_header,
    progress_bar,
)
from companion.screens.styles import BODY, NAME, NEWS, NOTICE, SENTENCE, TURN
from companion.screens.typesetting import lines_in
from companion.table.screen import Screen
from companion.table.states.phones import PhonesState
from companion.table.table import Table
from companion.table.versions import VersionRow
from companion.text.screens.bank_cards import CARDS
from companion.text.screens.device import UPKEEP, text_of
from companion.text.screens.dice import DICE
from companion.text.screens.phones import PHONES
from companion.text.screens.versions import VERSIONS
from companion.text.told import Wording

LINE, TALL_LINE, FOOT = 74, 130, 76
"""Heights of a part of the machine, of one in an upright window, and of the keys below, in dp."""
MOST_LINES, LOW_LINE, LOW_TALL_LINE = 4, 62, 112
"""Number of parts with that height, and the heights of a part if there are more."""
KEYS, TOGGLE, ICON = 385, 88, 34
REMARK = 32
"""Height of a line of the checks in dp."""
CARD, CARD_HEIGHT = 600, 236
"""Most width and the height of the question in dp."""
SIGNS = {"in": "done", "out": "warning", "plain": "info"}
VERBS = {"install": "download", "fetch": "search", "restart": "refresh"}
"""Icons of results, and of what can be done with a version."""


def page(table: Table, room: Room) -> Part:
    """Page of the machine that is turned to, or a question."""
    value = table.device.value
    if value.asked:
        return _question(value.asked, room)
    body = {"upkeep": _upkeep, "versions": _versions, "checks": _checks}[value.page]
    return full_page(*body(table, room), gap="s")


def _upkeep(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Line for each part, and what came of the last tap or what troubles the table."""
    device = table.device
    value, phones = device.value, table.phones
    busy = (value.sentence or UPKEEP["looking"]) if value.is_busy else ""
    dead = busy or ("" if value.may_switch else UPKEEP["cannot switch"])
    clock = None
    if device.kiosk and device.leads_back == "menu":
        clock = action_key(UPKEEP["clock"], "clock", ("show", "first_start"), size=130)
    copy = action_key(UPKEEP["copy"], "save", ("copy",), reason=busy)
    check = action_key(UPKEEP["doctor"], "tools", ("check",), reason=busy)
    restart = action_key(UPKEEP["restart"], "", ("ask", "restart"), reason=dead)
    look, ink = styles.DANGER, "debit"
    off = action_key(UPKEEP["off"], "", ("ask", "off"), look=look, ink=ink, reason=dead)
    power = UPKEEP["about power" if value.may_switch else "cannot switch"]
    lines: list[Part | None] = [
        _line(room, "usb", UPKEEP["backup"], UPKEEP["about copy"], copy),
        _line(room, "search", UPKEEP["check"], UPKEEP["about doctor"], check, clock),
        _phones(phones, room) if phones and phones.has_switch else None,
        _devices(table, room),
        _line(room, "power", UPKEEP["power"], power, restart, off) if device.kiosk else None,
    ]
    if sum(line is not None for line in lines) > MOST_LINES:
        low = LOW_TALL_LINE if room.is_upright else LOW_LINE
        lines = [line and line._replace(size=low) for line in lines]
    number = text_of("version", version=device.version.partition(" ")[0])
    version = text(text_of("version", version=device.version), BODY, "quiet", 1.0, size=HUG)
    if value.versions:
        version = action_key(number, "download", ("versions",), size=220)
    is_upright = room.is_upright
    gives_way = bool(room.message) and not value.versions
    beside = None if is_upright or gives_way else version
    title = plain_header(room, UPKEEP["title"], beside=beside)
    said = _trouble(table)
    if value.sentence:
        said = text(value.sentence, NOTICE, styles.of_tone(value.tone))
    below = version._replace(size=FOOT if value.versions else 34) if is_upright else None
    bar = progress_bar(value.progress) if value.is_busy else None
    return title, *lines, said, bar, below


def _devices(table: Table, room: Room) -> Part | None:
    """Bluetooth dice and the reader of cards, as far as this machine can have them."""
    keys = [
        action_key(words["title"], picture, ("show", screen))
        for state, words, picture, screen in (
            (table.dice, DICE, "dice", "dice"),
            (table.bank_cards, CARDS, "pay", "bank_cards"),
        )
        if state and state.actions
    ]
    if not keys:
        return None
    return _line(room, "dice", UPKEEP["devices"], UPKEEP["about devices"], *keys)


def _phones(phones: PhonesState, room: Room) -> Part:
    """Server of the phones with its switch."""
    inks = ("credit",) * 2 if phones.is_on else ("edge", "sunk")
    knob, title = "sheet" if phones.is_on else "edge", PHONES["title"]
    switch = figure(figures.toggle, *inks, knob, phones.is_on, size=TOGGLE)
    switch = switch._replace(do=("toggle",), label=title)
    wifi = Part()
    if phones.has_network:
        wifi = action_key(PHONES["network"], "wifi", ("show", "network"))
    return _line(room, "phone", title, phones.switch_note, wifi, switch)


def _trouble(table: Table) -> Part:
    if not table.trouble:
        return Part()
    return row(
        icon("warning", "amber", ICON),
        text(table.trouble, NOTICE),
        look=Ground("amber_ground", 10),
        pad="l",
        gap="xl",
    )


def _line(room: Room, picture: str, title: str, note: Wording, *keys: Part | None) -> Part:
    """Part of the machine: what it is, how it is, and what can be done."""
    words = fit(
        column(text(title, NAME), text(note, BODY, "quiet"), gap=0),
        text(note, SENTENCE, "quiet"),
    )
    head = icon(picture, "quiet", ICON), words
    below = row(*keys, gap="l", size=0 if room.is_upright else KEYS)
    if room.is_upright:
        inner = column(row(*head, gap="xl"), below, gap="xs", pad=("xs", "xs"))
    else:
        inner = row(*head, below, gap="xl", pad=("xs", "xs"))
    high = TALL_LINE if room.is_upright else LINE
    return column(divider(), inner, gap=0, size=high)


# --- a question -------------------------------------------------------------------------------


def _question(asked: str, room: Room) -> Part:
    """Sheet in the middle that asks before the machine is switched off."""
    look, ink = styles.DANGER._replace(fill="debit"), "on_player"
    card = column(
        text(UPKEEP[f"sure {asked}"], TURN._replace(lines=2), size=76),
        text(UPKEEP["saved"], BODY, "quiet"),
        row(
            action_key(UPKEEP["no"], "", ("no",), share=0.62),
            action_key(UPKEEP[f"yes {asked}"], "", ("yes",), look=look, ink=ink),
            gap="xl",
            size=70,
        ),
        look=Plate("sheet", "line", 16),
        pad="xxl",
        size=CARD_HEIGHT,
    )
    middle = column(Part(), card, Part(), size=min(CARD, room.width - 32))
    return row(Part(), middle, Part(), gap=0, look=Ground("dimmed ground"))


# --- versions of a flashed card ---------------------------------------------------------------


def _versions(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return where the versions stand, and what one tap can do."""
    found = table.device.value.versions or VersionRow("")
    title = text_of("version", version=table.device.version)
    short = title.split(" (")[0]
    header = plain_header(room, (title, short), "upkeep")
    note = text(found.note, NOTICE._replace(largest=28), styles.of_tone(found.tone), 0.5)
    back = action_key(VERSIONS["back"], "history", ("ask", "back"))
    verb = None
    if found.verb:
        verb = action_key(VERSIONS[found.verb], VERBS[found.verb], ("version",))
    keys = row(back if found.may_go_back else Part(), verb or Part(), size=FOOT)
    bar = progress_bar(found.done) if found.is_busy else None
    return header, note, bar, keys


# --- checks -----------------------------------------------------------------------------------


def _checks(table: Table, room: Room) -> tuple[Part, ...]:
    """Return the results of the checks, broken into lines of one height."""
    value = table.device.value
    wide = room.width - 16 - ICON - 8
    lines: list[tuple[str, str, bool]] = []
    for one in value.remarks:
        first, *others = _broken(one.text, wide)
        lines += [(first, one.tone, True), *((line, "ink", False) for line in others)]
        if one.remedy:
            lines += [(line, "amber", False) for line in _broken(one.remedy, wide)]
    draw = _checked
    listed = rows(lines, draw, REMARK, key="list") if lines else Part()
    header = plain_header(room, UPKEEP["check"], "upkeep")
    words = UPKEEP["looking" if value.is_busy else "looked"]
    return header, listed, text(words, BODY, "quiet", size=34)


def _broken(words: Wording, wide: float) -> tuple[str, ...]:
    return lines_in(words, BODY, wide) or (str(words),)


def _checked(line: tuple[str, str, bool]) -> Part:
    words, tone, is_first = line
    return column(
        Part(Ground("line") if is_first else None, size=1.5),
        row(
            icon(SIGNS[tone], styles.of_tone(tone, "quiet"), 26) if is_first else Part(size=26),
            text(words, NEWS, "amber" if tone == "amber" else "ink"),
            gap="l",
        ),
        gap=0,
    )


SCREEN = Screen(page, state="device")
