"""Phones: the players who have joined, and the codes to join with."""

from collections.abc import Sequence

from companion.palette import Theme
from companion.screens import styles
from companion.screens.parts import Ground, Part, Plate, Room, column, row, rows, text
from companion.screens.pieces import drawn, icon, plain_header, qr_code, token
from companion.screens.styles import NAMES, NEWS, PERSON
from companion.table.phones.view import PhoneRow
from companion.table.view import TableView
from companion.text.screens.phones import PHONES

PLAYER = 68


def page(table: TableView, room: Room) -> Part:
    """Return the players beside the codes, or above them in an upright window."""
    colors, joining = room.colors, table.phones.value
    header = plain_header(colors, PHONES["title"])
    players = rows(joining.rows, drawn(_player, colors), PLAYER, 6, key="list")
    codes: tuple[Part, ...] = ()
    if joining.link:
        high = 64 if joining.wifi else 36
        codes = (_code(colors, PHONES["scan"], high, joining.link, joining.hosts),)
    if codes and joining.wifi:
        wifi = _code(colors, PHONES["wifi"], 64, joining.wifi, joining.passphrase)
        codes = wifi._replace(share=1.25), *codes
    parts = (
        column(players, share=0.65),
        column(
            text(joining.title, NAMES._replace(lines=3), colors.ink, size=64 if codes else 104),
            row(*codes, gap=12),
            look=Plate(colors.sheet, colors.edge, 16, 3),
            pad=(16, 8, 16, 8),
        ),
    )
    body = column(*parts) if room.is_upright else row(*parts, gap=10)
    return column(header, body, look=Ground(colors.ground), pad=8)


def _player(colors: Theme, one: PhoneRow) -> Part:
    """Return a player, to be tapped when a phone asks to be that player."""
    player = styles.of_player(colors, one.marker)
    return row(
        token(colors, one.marker, 44),
        column(text(one.player, PERSON, colors.ink), text(one.note, NEWS, colors.quiet), gap=0),
        icon("done", colors.credit, 30) if one.is_on_phone else None,
        look=Plate(player.tint, player.fill, 12, 3) if one.is_asking else None,
        pad=(12, 4, 12, 4),
        gap=10,
        do=("let in", one.player) if one.is_asking else None,
    )


def _code(colors: Theme, heading: str, high: int, words: str, below: str | Sequence[str]) -> Part:
    """Return a code, named above in a heading of some height, with what it says below."""
    return column(
        text(heading, NAMES, colors.ink, 0.5, size=high),
        qr_code(words),
        text(below, NEWS, colors.quiet, 0.5, size=34),
        gap=6,
    )
