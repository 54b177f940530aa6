"""Network of the machine: Wi-Fi in reach, a Wi-Fi of its own, and its name."""

from companion.screens import figures, styles
from companion.screens.keyboard import entry_line, inset, keyboard
from companion.screens.parts import Part, Room, column, figure, row, rows, text
from companion.screens.pieces import (
    action_key,
    drawn,
    full_page,
    icon,
    plain_header,
)
from companion.screens.styles import BODY, PERSON, SENTENCE, STRONG
from companion.system.networks import Network
from companion.table.keyboard import EXACT
from companion.table.network import PARENTS, NetworkPage
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.text.screens.network import NETWORK
from companion.text.told import Told, Typed, Wording

LINE, KEY = 72, 66
BARS = 4
"""Dots of a signal of 100 percent."""


def page(table: Table, room: Room) -> Part:
    """Page of the network that is turned to."""
    value = table.network.value
    body = {"list": _list, "typing": _typing, "name": _typing, "known": _known}[value.page]
    name = "" if value.page in ("list", "name") else value.chosen.name
    title = NETWORK["about name" if value.page == "name" else "title"]
    words: Wording = title if room.is_upright or not name else Told(Typed(name))
    header = plain_header(room, words, PARENTS[value.page])
    below = text(Told(Typed(name)), PERSON, size=40) if name and room.is_upright else None
    is_typing = room.is_upright and value.page in ("typing", "name")
    if is_typing:
        header, below = inset(header), inset(below) if below else None
    return full_page(header, below, *body(value, room), gap="l", edge=0 if is_typing else "m")


# --- the list ---------------------------------------------------------------------------------


def _list(value: NetworkPage, room: Room) -> tuple[Part | None, ...]:
    own = _setting(NETWORK["own"], NETWORK["on" if value.own else "off"], "phone", ("own",))
    code = action_key(NETWORK["code"], "qr_code", ("show", "phones")) if value.own else None
    name = _setting(NETWORK["name"], Told(Typed(value.host)), "edit", ("name",))
    keys = row(own._replace(share=1.2), code, name, size=KEY)
    if room.is_upright:
        lines = [one._replace(size=KEY) for one in (name, own, code) if one]
        keys = column(*lines, size=len(lines) * (KEY + 8) - 8)
    listed = text(value.notice, SENTENCE._replace(lines=3), "quiet", 0.5)
    if value.is_blocked:
        reason = "" if value.has_country else NETWORK["no country"]
        unblock = action_key(NETWORK["unblock"], "power", ("unblock",), is_main=True, reason=reason)
        listed = column(listed, unblock._replace(size=KEY), Part())
    if value.networks and not value.problem:
        draw = drawn(_line, room.is_upright)
        listed = rows(value.networks, draw, LINE, "s", least=2.2 * LINE, key="list")
    return (
        keys,
        _sentence(value, room, 3 if room.is_upright else 2),
        listed,
    )


def _line(is_upright: bool, one: Network) -> Part:
    kind = "open" if not one.is_protected else "closed" if one.can_join else "cannot join"
    note = NETWORK["in use" if one.is_joined else kind]
    ink = "credit" if one.is_joined else "quiet"
    filled = max(1, -(-one.signal * BARS // 100))
    return row(
        icon("done" if one.is_joined else "wifi", ink, 40),
        text(Told(Typed(one.name)), PERSON),
        None if is_upright else text(note, BODY, ink, 1.0, size=260),
        icon("lock", "quiet", 28) if one.is_protected else Part(size=28),
        figure(figures.dots, filled, BARS, "ink", size=72),
        look=styles.chosen_key(one.is_joined),
        pad="l",
        gap="l",
        do=("network", one.name),
    )


def _setting(title: str, words: Wording, picture: str, do: Do) -> Part:
    """Key with what it sets and how that is now."""
    return row(
        icon(picture, "ink", 30),
        text(title, BODY, "quiet", size=-1),
        text(words, STRONG),
        look=styles.RAISED,
        pad="l",
        do=do,
    )


def _sentence(value: NetworkPage, room: Room, lines: int) -> Part | None:
    if not value.sentence:
        return None
    ink = styles.of_tone(value.tone)
    style = SENTENCE._replace(lines=lines)
    words = value.sentence
    return text(words, style, ink, size=34 * lines)


# --- a network, and what is typed -------------------------------------------------------------


def _known(value: NetworkPage, room: Room) -> tuple[Part | None, ...]:
    """Return what there is to say about a network, and what can be done."""
    chosen = value.chosen
    keys = []
    about = "about known"
    if value.is_known:
        keys = [action_key(NETWORK["forget"], "trash", ("forget",))]
    elif not chosen.can_join:
        about = "about cannot"
    elif not chosen.is_protected:
        about = "about open"
        keys = [action_key(NETWORK["join"], "wifi", ("join",), is_main=True)]
    if value.is_known and chosen.is_protected and not chosen.is_joined:
        keys = [*keys, action_key(NETWORK["join"], "wifi", ("type",), is_main=True)]
    words = text(NETWORK[about], SENTENCE, size=72)
    return words, Part(), row(*keys, size=KEY) if keys else None


def _typing(value: NetworkPage, room: Room) -> tuple[Part | None, ...]:
    """Page to type a passphrase or a name."""
    is_name = value.page == "name"
    hint = "" if is_name else NETWORK["passphrase"]
    line = entry_line(value.entry, hint)
    reason = value.refusal
    words = NETWORK["take name" if is_name else "join"]
    enter = action_key(words, "", ("take",), is_main=True, reason=reason, size=62)
    said = _sentence(value, room, 2 if room.is_upright else 1)
    if room.is_upright:
        line, enter = inset(line), inset(enter)
        said = inset(said) if said else None
    keys = keyboard(value.letters, room.is_upright, EXACT)
    return line, said, Part(share=0.01), keys, enter


SCREEN = Screen(page, state="network")
