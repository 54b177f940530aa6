"""Menu: ways to the rarer screens, settings, people who come and go, and the end of a game."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.screens import styles
from companion.screens.lists import tile_list
from companion.screens.parts import (
    Ground,
    Part,
    Room,
    column,
    grid,
    length_of,
    over,
    row,
    rows,
    text,
)
from companion.screens.pieces import (
    action_key,
    answer_key,
    drawn,
    full_page,
    icon,
    plain_header,
    qr_code,
    token,
)
from companion.screens.styles import BODY, NAMES, PARAGRAPH, PERSON, SENTENCE, STRONG, VERB
from companion.screens.voice import voice
from companion.table.game_over import FinalStanding, standings
from companion.table.markers import markers_of
from companion.table.menu.leave import ending, ways_out
from companion.table.menu.seats import SIDES, side_of
from companion.table.ruling import PEOPLE, people_problem
from companion.table.screen import Screen
from companion.table.settings import QUARTER, Settings, shown_as
from companion.table.speech import OFF
from companion.table.table import Table
from companion.table.taps import Do
from companion.text import language, languages
from companion.text.names import party_name
from companion.text.screens.device import UPKEEP
from companion.text.screens.menu import SETTINGS, text_of
from companion.text.screens.phones import PHONES
from companion.text.screens.play import WORDS

PARENTS = {"menu": "out", "seats": "settings", "voice": "settings"}
"""Page that *Back* of a page leads to, unless it is the menu."""
WAY, TALL = 56, 76
"""Least height of a key in dp, and of one with two lines of text."""
FOOT, TALL_FOOT = 132, 200
"""Height in dp of what stands below the keys, and in an upright window."""
LABEL, END, LINE = 128, 190, 44
"""Widths of a label and of the key at the end of its line, and height of a player's line, in dp."""
TURNS = dict(zip(range(0, 360, QUARTER), ("arrow_up", "left", "arrow_down", "right"), strict=True))
"""Icon of "up", by the rotation of the screen."""
DIM_AFTER = (120, 300, 600, 1800, 3600)
"""Seconds before the screen is dimmed."""


def page(table: Table, room: Room) -> Part:
    """Page of the menu that is turned to."""
    shown = table.settings.page
    body = {
        "menu": _ways,
        "settings": _settings,
        "seats": _seats,
        "voice": voice,
        "parting": _people,
        "finish": _finish,
    }[shown]
    titles = (SETTINGS[shown], SETTINGS["leave"]) if shown == "parting" else SETTINGS[shown]
    header = plain_header(room, titles, PARENTS.get(shown, "menu"))
    return full_page(header, *body(table, room), gap="l")


# --- the ways ---------------------------------------------------------------------------------


def _ways(table: Table, room: Room) -> tuple[Part, ...]:
    """Key for each way; without a game some lead nowhere, and say so."""
    reason = "" if table.session else PHONES["no game"]
    keys = [
        action_key(SETTINGS["ruling"], "edit", ("show", "ruling"), reason=reason),
        action_key(SETTINGS["history"], "history", ("show", "history"), reason=reason),
        action_key(SETTINGS["games"], "trophy", ("show", "past_games")),
        action_key(SETTINGS["leave"], "user", ("page", "parting"), reason=reason),
        action_key(SETTINGS["finish"], "flag", ("page", "finish"), reason=reason),
        action_key(SETTINGS["new"], "users", ("show", "setup")),
        action_key(SETTINGS["settings"], "settings", ("page", "settings")),
        action_key(PHONES["title"], "phone", ("show", "phones"), reason=reason),
        action_key(UPKEEP["title"], "tools", ("show", "device")),
    ]
    if not table.device.kiosk:
        keys.append(action_key(SETTINGS["close"], "power", ("close",)))
    columns = 2 if room.is_upright else 3
    foot = _foot(table, room)
    if table.trouble:
        lines, high = -(-len(keys) // columns), TALL if room.is_upright else WAY
        return grid(keys, columns)._replace(size=length_of(lines, high)), foot
    return grid(keys, columns), foot._replace(size=TALL_FOOT if room.is_upright else FOOT)


def _foot(table: Table, room: Room) -> Part:
    """Return that the game is kept, with its fingerprint and its code; or what troubles it."""
    signed = text(table.signed, PARAGRAPH._replace(smallest=20), "quiet")
    if table.trouble:
        signed = signed._replace(size=60 if room.is_upright else 34)
        return column(text(table.trouble, styles.NOTICE, "amber"), signed)
    if not table.session:
        return Part()
    kept = text(WORDS["game_kept"], PARAGRAPH, "quiet")
    side = TALL_FOOT - 40 if room.is_upright else FOOT
    code = qr_code(table.session.fingerprint_text, size=side)
    return row(column(kept, signed, gap=0), code, gap="l")


# --- settings ---------------------------------------------------------------------------------


def _settings(table: Table, room: Room) -> tuple[Part, ...]:
    """Line for each setting with several values, and a key for each that is on or off."""
    kept = table.settings.value
    lines = [_line(table, *one) for one in shown_as("choice").items()]
    keys = [_flip(kept, *one) for one in shown_as("switch").items()]
    minutes = -(-kept.dim_after // 60)
    dims = str(text_of("dims", minutes=minutes)) if minutes else SETTINGS["never dims"]
    later = min((one for one in DIM_AFTER if one > kept.dim_after), default=0)
    keys.append(_switch(dims, ("change", "dim_after", later)))
    if kept.face_me and table.session:
        keys.append(_switch(SETTINGS["seats"], ("page", "seats")))
    voiced = _switch(SETTINGS["voice"], ("page", "voice"), kept.voice != OFF)
    if room.is_upright:
        keys.append(voiced)
        return *lines, *(row(*keys[at : at + 2]) for at in range(0, len(keys), 2))
    *others, volume = lines
    loud = row(volume, voiced._replace(size=LABEL))
    return (row(column(*others, loud), column(*keys, size=END)),)


def _line(table: Table, key: str, values: Iterable[Any]) -> Part:
    """Return the label of a setting, and a key for each of its values."""
    kept = table.settings.value
    if key == "brightness" and not table.settings.has_brightness:
        return text(SETTINGS["no brightness"], SENTENCE, "quiet")
    if key == "volume":
        do = ("change", "sound", not kept.sound)
        label = _switch(SETTINGS["sound"], do, kept.sound)
    else:
        label = text(SETTINGS[key], SENTENCE, "quiet")
    now, texts = getattr(kept, key), {one: _text_of(one) for one in values}
    if key == "rotation":
        texts = TURNS
    elif key == "language":
        now, texts = language(), languages()
    keys = [
        _switch(words, ("change", key, value), value == now, is_icon=texts is TURNS)
        for value, words in texts.items()
    ]
    return row(label._replace(size=LABEL), *keys)


def _text_of(value: Any) -> str:
    return SETTINGS[value] if isinstance(value, str) else str(value)


def _flip(kept: Settings, key: str, values: Sequence[Any]) -> Part:
    """Key that changes a setting of two values; lit while it is not the default."""
    now = getattr(kept, key)
    other = values[values.index(now) - 1]
    return _switch(SETTINGS[key], ("change", key, other), now != getattr(Settings(), key))


def _switch(words: str, do: Do, is_on: bool = False, is_icon: bool = False) -> Part:
    ink = "on_bank" if is_on else "ink"
    inner = icon(words, ink, 0) if is_icon else text(words, SENTENCE, ink, 0.5)
    look = styles.player_key(-1, 3) if is_on else styles.RAISED
    return over(inner, look=look._replace(radius=12), pad="xs", do=do, label=words)


def _seats(table: Table, room: Room) -> tuple[Part, ...]:
    """Side of the table of each player; a tap moves the player on."""
    assert table.session, "there are seats only in a game"
    known = table.settings.value.sides
    names = table.session.setup.players
    keys = [
        row(
            token(marker, 40),
            column(
                text(party_name(name), NAMES),
                text(SETTINGS[SIDES[side_of(names, known, name)]], BODY, "quiet", size=30),
                gap=0,
            ),
            look=styles.RAISED,
            pad="m",
            do=("side", name),
        )
        for name, marker in markers_of(names).items()
    ]
    about = text(SETTINGS["about seats"], BODY, "quiet", size=30)
    columns = 2 if room.is_upright else 3
    return about, tile_list(tuple(keys), columns, WAY, 116)


# --- people who come and go, and the end ------------------------------------------------------


def _people(table: Table, room: Room) -> tuple[Part, ...]:
    """Return keys for another name and another player, and one for everybody who may leave."""
    game = table.game
    changes = [
        action_key(SETTINGS[one], sign, ("people", one), reason=people_problem(game, one))
        for one, sign in PEOPLE.items()
    ]
    others = row(*changes, size=TALL if room.is_upright else 60)
    keys = [
        answer_key(one, table.marker_of(one.player), style=VERB._replace(lines=3))
        for one in ways_out(game)
    ]
    columns = 2 if room.is_upright else 3
    return others, tile_list(tuple(keys), columns, WAY, 130)


def _finish(table: Table, room: Room) -> tuple[Part, ...]:
    """Return who would win now, and the key that ends the game; or why it cannot end.

    Nobody's worth is shown while a player may choose the tax of ten percent (TAX-3).
    """
    game = table.game
    end = ending(game)
    if not end.open:
        style = PARAGRAPH._replace(largest=30, lines=5)
        return (text(end.reason, style, align=0.5),)
    parts = () if room.is_upright else ("cash", "deeds", "buildings")
    head = row(
        text(SETTINGS["finish about"], BODY, "quiet", share=2),
        *(text(SETTINGS[one], BODY, "quiet", 1.0) for one in (*parts, "worth")),
        size=34,
    )
    draw = drawn(_standing, room.is_upright)
    listed = rows(standings(game), draw, LINE, key="list")
    return head, listed, answer_key(end, -1, size=84)


def _standing(is_upright: bool, one: FinalStanding) -> Part:
    ink = "quiet" if one.out else "ink"
    sums = () if is_upright else (one.cash, one.deeds, one.buildings)
    return row(
        row(token(one.marker, 34), text(party_name(one.name), PERSON, ink), share=2),
        *(text(amount, BODY, "quiet", 1.0) for amount in sums),
        text(one.worth, STRONG, ink, 1.0),
        look=Ground("sheet", 6) if one.won else None,
        pad=("s", 0),
    )


SCREEN = Screen(page, state="settings", gives_way="moment", is_done_when_booked=True)
