"""Phones: the players who have joined, and the codes to join with."""

from collections.abc import Sequence

from companion.screens import figures, knock, styles
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Room,
    column,
    figure,
    may,
    row,
    rows,
    text,
)
from companion.screens.pieces import action_key, drawn, icon, plain_header, qr_code, token
from companion.screens.styles import BODY, NAMES, NEWS, PERSON
from companion.table.phones.view import JoinPage, PhoneRow
from companion.table.screen import Screen
from companion.table.states.guests import GuestsState
from companion.table.table import Table
from companion.text.names import party_name
from companion.text.screens.guests import GUESTS
from companion.text.screens.phones import PHONES
from companion.text.told import Told, Typed

PLAYER = 68
TOGGLE = 80


def page(table: Table, room: Room) -> Part:
    """Players beside who asks, or beside the codes; above in an upright window."""
    joining = table.phones.value
    header = plain_header(room, PHONES["title"], beside=_switch(joining.is_open))
    asked = joining.knock.player if joining.knock else ""
    players = rows(joining.rows, drawn(_player, asked), PLAYER, "s", key="list")
    right = knock.question(joining.knock) if joining.knock else _codes(joining, room)
    elsewhere = _elsewhere(table.guests) if table.guests.pages else None
    parts = (column(players, elsewhere, gap="s", share=0.65), right)
    body = column(*parts) if room.is_upright else row(*parts, gap="l")
    return column(header, body, look=Ground("ground"), pad=("m", "m"))


def _switch(is_open: bool) -> Part:
    """Switch that lets phones ask, or not."""
    inks = ("credit",) * 2 if is_open else ("edge", "sunk")
    knob, words = "sheet" if is_open else "edge", PHONES["may join"]
    switch = figure(figures.toggle, *inks, knob, is_open, size=TOGGLE)
    switch = switch._replace(do=("may join",), label=words)
    return row(Part(), may(text(words, BODY, size=HUG)), switch)


def _elsewhere(guests: GuestsState) -> Part:
    """Way to the table on another screen, with a dot while one asks for it."""
    dot = figure(figures.dots, 1, 1, "debit", size=20) if guests.value.knock else None
    return row(
        icon("screen", "quiet", 40),
        column(text(GUESTS["title"], PERSON), text(GUESTS["another"], NEWS), gap=0),
        dot,
        look=styles.RAISED,
        pad="l",
        gap="l",
        size=PLAYER,
        do=("show", "guests"),
    )


def _codes(joining: JoinPage, room: Room) -> Part:
    """Next step, and the codes to join with."""
    codes: tuple[Part, ...] = ()
    if joining.link:
        high = 64 if joining.wifi else 36
        codes = (_code(PHONES["scan"], high, joining.link, joining.hosts),)
    if codes and joining.wifi:
        wifi = _code(PHONES["wifi"], 64, joining.wifi, (joining.passphrase,))
        codes = wifi._replace(share=1.25), *codes
    return column(
        text(joining.title, NAMES._replace(lines=3), size=64 if codes else 104),
        row(*codes, gap="l"),
        _here(joining.link) if codes and room.leads else None,
        look=Plate("sheet", "edge", 16, 3),
        pad="xl",
    )


def _here(link: str) -> Part:
    """Way to a wallet on the device that shows this page: nobody can scan the own screen."""
    return action_key(PHONES["here"], "phone", ("lead", link), size=60)


def _player(asked: str, one: PhoneRow) -> Part:
    """Player: filled if the question is about that one, with a dot if a phone waits."""
    player = styles.of_player(one.marker)
    is_asked = one.player == asked
    ink = styles.on_player(one.marker) if is_asked else "ink"
    dot = figure(figures.dots, 1, 1, player.fill, size=20) if one.is_asking else None
    done = icon("done", "credit", 30) if one.is_on_phone else None
    return row(
        token(one.marker, 44, inverse=is_asked),
        column(
            text(party_name(one.player), PERSON, ink),
            text(one.note, NEWS, ink if is_asked else "quiet"),
            gap=0,
        ),
        None if is_asked else dot or done,
        look=Plate(player.fill if is_asked else "sheet", player.fill, 12, 2),
        pad="l",
        gap="l",
    )


def _code(heading: str, high: int, words: str, below: Sequence[str]) -> Part:
    """Code, named above in a heading of some height, with what it says below."""
    return column(
        text(heading, NAMES, align=0.5, size=high),
        qr_code(words),
        text([Told(Typed(one)) for one in below], NEWS, "quiet", 0.5, size=34),
        gap="s",
    )


SCREEN = Screen(page, state="phones")
