"""Bank cards of a USB reader: the seats, and how each gets its card by holding it."""

from companion.screens import styles
from companion.screens.lists import tile_list
from companion.screens.parts import HUG, Dashed, Part, Plate, Room, column, over, row, text
from companion.screens.pieces import action_key, full_page, icon, plain_header, token
from companion.screens.styles import BODY, NEWS, NOTICE, PERSON, SENTENCE
from companion.table.bank_cards import BankCardsPage, SeatRow
from companion.table.markers import markers_of
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.names import party_name
from companion.text.screens.bank_cards import CARDS, text_of
from companion.text.told import Told, Typed

SEAT, STATUS, FOOT = 64, 60, 64
"""Heights of a seat, of what came of the last card, and of the key below, in dp."""


def page(table: Table, room: Room) -> Part:
    """Page of the seats with their cards, and the key that takes new cards."""
    state = table.bank_cards
    markers = markers_of(state.names)
    seats = tuple(_seat(one, markers[one.player]) for one in state.rows)
    about = text(CARDS["hold"], BODY, "quiet", 1.0, size=HUG)
    header = plain_header(room, CARDS["title"], beside=None if room.is_upright else about)
    listed = tile_list(seats, 1 if room.is_upright else 2, SEAT)
    shown = listed if seats else text(CARDS["no seats"], SENTENCE)
    return full_page(header, shown, _status(state.value), _foot(state.value, state.rows))


def _seat(one: SeatRow, marker: int) -> Part:
    """Return a seat: filled if the next card becomes its own."""
    player = styles.of_player(marker)
    ink, quiet = "ink", "quiet"
    look: Plate | Dashed = Plate("sheet", player.fill, 12, 2)
    if one.is_next:
        ink = quiet = styles.on_player(marker)
        look = Plate(player.fill, player.fill, 12, 2)
    elif not one.card:
        look = Dashed("ground", "edge", 12)
    words = text_of("ends", digits=one.card) if one.card else CARDS["none"]
    forget = over(
        icon("trash", "ink", 0),
        look=styles.RAISED,
        pad=("l", "m"),
        size=56,
        do=("forget", one.number),
        label=text_of("forget", player=one.player),
    )
    return row(
        token(marker, 44, inverse=one.is_next),
        column(
            text(party_name(one.player), PERSON, ink),
            text(CARDS["now"] if one.is_next else words, NEWS, quiet),
            gap=0,
        ),
        forget if one.card else None,
        look=look,
        pad=("l", "s"),
        gap="l",
    )


def _status(value: BankCardsPage) -> Part:
    """Return why no card can be read, what came of the last one, or the reader."""
    if value.trouble:
        return text(value.trouble, NOTICE, "debit", size=STATUS)
    reader = text_of("reader", name=Told(Typed(value.reader))) if value.reader else CARDS["about"]
    return text(value.note or reader, SENTENCE, "ink" if value.note else "quiet", size=STATUS)


def _foot(value: BankCardsPage, seats: tuple[SeatRow, ...]) -> Part:
    if value.is_choosing:
        return action_key(CARDS["stop"], "cross", ("stop",), size=FOOT)
    if all(one.card for one in seats):
        return text(CARDS["all"] if seats else "", SENTENCE, "quiet", 0.5, size=FOOT)
    return action_key(CARDS["choose"], "pay", ("choose",), is_main=True, size=FOOT)


SCREEN = Screen(page, state="bank_cards")
