"""Pay: a payment between two parties that no rule asks for, booked as a ruling."""

from companion.engine.state import BANK, POT, Game
from companion.palette import Theme
from companion.screens import styles
from companion.screens.parts import Key, Part, Room, column, grid, row, text
from companion.screens.pieces import (
    amount_plate,
    answer_key,
    changes,
    icon,
    keyed_page,
    keypad,
    page_header,
    quick_keys,
    token,
)
from companion.screens.styles import PERSON, TITLE
from companion.table.markers import markers_of
from companion.table.pay import PAYEE, PAYER, Pay, parties, payment, purse
from companion.table.table import Table
from companion.table.taps import Do
from companion.text import money
from companion.text.screens.pay import PAY
from companion.text.screens.play import WORDS

ICONS = {BANK: "bank", POT: "parking"}
PILL, MANY = 30, 10
"""Radius of the key of a party in dp, and most parties in two columns."""


def page(table: Table, room: Room) -> Part:
    """Return the page of a payment in preparation."""
    game, pay, colors = table.game, table.pay, room.colors
    markers = markers_of(game.players)
    who = row(
        _side(colors, markers, pay.payer, PAYER, PAY["pays"], pay.asking),
        icon("right", colors.ink, 36),
        _side(colors, markers, pay.payee, PAYEE, PAY["gets"], pay.asking),
        size=66,
    )
    amount = amount_plate(colors, PAY["amount"], money(pay.amount, game.board.currency))
    everything = PAY["all"] if purse(game, pay.payer) else ""
    booked = payment(game, pay)
    verb: tuple[Part | None, ...] = ()
    if booked:
        balances = [(markers[one.player], one) for one in booked.changes]
        marker = markers.get(pay.payer, -1)
        note = PAY["ruling"]
        verb = (
            changes(colors, balances) if balances else None,
            answer_key(colors, booked, marker, game.players, note=note, size=82),
        )
    else:
        verb = (None, Part(share=0.01))
    right = _choices(colors, markers, game, pay) if pay.asking else keypad(colors)
    reason = WORDS["planned"] if pay.is_planned else ""
    header = page_header(colors, PAY["title"], reason=reason)
    return keyed_page(room, header, (who, amount, quick_keys(colors, everything)), right, verb)


def _side(
    colors: Theme, markers: dict[str, int], key: str, side: str, question: str, asking: str
) -> Part:
    """Return the key of the payer or the payee, edged while it is asked for."""
    do = ("side", side)
    edge = colors.amber if asking == side else ""
    return _party(colors, markers, key, do, question, edge)


def _choices(colors: Theme, markers: dict[str, int], game: Game, pay: Pay) -> Part:
    """Return the parties to choose from."""
    keys = parties(game, pay)
    chosen = pay.payer if pay.asking == PAYER else pay.payee
    tiles = [
        _party(colors, markers, key, ("party", key), edge=colors.amber if key == chosen else "")
        for key in keys
    ]
    question = text(PAY[pay.asking], TITLE, colors.ink, size=44)
    columns = 2 if len(tiles) <= MANY else 3
    return column(question, grid(tiles, columns, gap=6, least=48, most=66), gap=4)


def _party(
    colors: Theme,
    markers: dict[str, int],
    key: str,
    do: Do,
    question: str = "",
    edge: str = "",
) -> Part:
    marker = markers.get(key, -1)
    if key:
        ink, look = styles.on_player(colors, marker), styles.player_key(colors, marker)
    else:
        ink, look = colors.ink, styles.raised_key(colors)
    look = Key(look.fill, edge or look.edge, look.lip, PILL, look.depth)
    words = PAY[key] if key in ICONS else key or question
    figure = None
    if marker >= 0:
        figure = token(colors, marker, 44, inverse=True)
    elif key:
        figure = icon(ICONS[key], ink, 34)
    inner = (figure, text(words, PERSON, ink))
    return row(*inner, look=look, pad=(10, 4, 12, 8), gap=6, do=do)
