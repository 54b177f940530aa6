"""Pay: a payment between two parties that no rule asks for, booked as a ruling."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.engine.moves import Rule
from companion.engine.phases import Opening
from companion.engine.rulings import MoveCash
from companion.engine.state import BANK, POT, Game
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
from companion.table.keyed_amount import keyed
from companion.table.markers import markers_of
from companion.table.prompts.answers import Answer, answer
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.text import money, prompt, sum_of
from companion.text.names import party_name
from companion.text.screens.pay import PAY, text_of
from companion.text.screens.play import WORDS

PAYER, PAYEE = "payer", "payee"


@dataclass(frozen=True, slots=True)
class Pay:
    """Two parties and an amount in dollars; an empty party is not chosen yet.

    ``asking`` is the party to be chosen, ``payer`` or ``payee``; empty while the amount is keyed
    in.
    """

    payer: str = ""
    payee: str = ""
    amount: int = 0
    asking: str = PAYER

    @property
    def is_planned(self) -> bool:
        """True while an amount is keyed in and not paid."""
        return self.amount > 0


def begun(payer: str = "", payee: str = "") -> Pay:
    """Payment between two parties; whoever is missing is asked for."""
    return _asked(Pay(payer, payee))


def tapped(pay: Pay, do: tuple[object, ...], game: Game) -> Pay:
    """Payment after a tap."""
    match do:
        case ("side", str(side)):
            return replace(pay, asking=side)
        case ("party", str(key)) if key in parties(game, pay):
            if pay.asking == PAYER:
                payee = "" if pay.payee == key else pay.payee
                return _asked(replace(pay, payer=key, payee=payee))
            return _asked(replace(pay, payee=key))
        case ("digit" | "quick", _):
            return replace(pay, amount=keyed(pay.amount, do, purse(game, pay.payer)))
    return pay


def followed(pay: Pay, game: Game) -> Pay:
    """Payment in another position: a party that has left is asked for again."""
    there = _everybody(game)
    payer, payee = (key if key in there else "" for key in (pay.payer, pay.payee))
    if pay.asking and (payer, payee) == (pay.payer, pay.payee):
        return pay
    return _asked(replace(pay, payer=payer, payee=payee))


def _asked(pay: Pay) -> Pay:
    return replace(pay, asking=PAYER if not pay.payer else PAYEE if not pay.payee else "")


def parties(game: Game, pay: Pay) -> list[str]:
    """Return who can be chosen: players in the game, the bank, and the pot if there is one."""
    if not pay.asking:
        return []
    return [key for key in _everybody(game) if pay.asking == PAYER or key != pay.payer]


def _everybody(game: Game) -> list[str]:
    return [*game.in_play(), BANK, *([POT] if game.edition.pot else [])]


def purse(game: Game, key: str) -> int:
    """Return all that a party can pay; 0 for the bank, which has no end of it."""
    if player := game.players.get(key):
        return player.cash
    return game.pot if key == POT else 0


def payment(game: Game, pay: Pay) -> Answer | None:
    """Payment as an answer; None while a party is missing.

    It is refused without an amount, or if the payer is short. The payer's balance comes first.
    """
    if not (pay.payer and pay.payee):
        return None
    fields = {"payee": party_name(pay.payee), "amount": sum_of(game, pay.amount)}
    text = text_of(_button(pay), **fields)
    booked = answer(
        game, text, Rule((MoveCash(pay.payer, pay.payee, pay.amount),), ""), player=pay.payer
    )
    if isinstance(game.phase, Opening):
        return replace(booked, reason=prompt("opening.question"))
    if not pay.amount:
        return replace(booked, reason=PAY["no amount"])
    short = pay.amount - purse(game, pay.payer)
    if booked.reason and short > 0:
        return replace(booked, reason=text_of("short", amount=sum_of(game, short)))
    changes = sorted(booked.changes, key=lambda change: change.player != pay.payer)
    return replace(booked, changes=tuple(changes))


def _button(pay: Pay) -> str:
    if not pay.amount:
        return "pay nothing"
    return f"{pay.payer} pays" if pay.payer in (BANK, POT) else "pay"


# --- the page

ICONS = {BANK: "bank", POT: "parking"}
PILL, NARROW, BESIDE, MANY = 30, 26, 8, 10
"""Radius of the key of a party, side of the token of a narrow one, and least room beside it, in dp,
and most parties in two columns."""


def page(table: Table, room: Room) -> Part:
    """Page of a payment in preparation."""
    game, pay = table.game, table.values["pay"]
    markers = markers_of(game.players)
    who = row(
        _side(markers, pay.payer, PAYER, PAY["pays"], pay.asking),
        icon("right", "ink", 36),
        _side(markers, pay.payee, PAYEE, PAY["gets"], pay.asking),
        size=66,
    )
    amount = amount_plate(PAY["amount"], money(pay.amount, game.board.currency))
    everything = PAY["all"] if purse(game, pay.payer) else ""
    booked = payment(game, pay)
    verb: tuple[Part | None, ...] = ()
    if booked:
        balances = [(markers[one.player], one) for one in booked.changes]
        marker = markers.get(pay.payer, -1)
        note = PAY["ruling"]
        verb = (
            changes(balances) if balances else None,
            answer_key(booked, marker, note=note, size=82),
        )
    else:
        verb = (None, Part(share=0.01))
    right = _choices(room, markers, game, pay) if pay.asking else keypad()
    reason = WORDS["planned"] if pay.is_planned else ""
    header = page_header(room, PAY["title"], reason=reason)
    return keyed_page(room, header, (who, amount, quick_keys(everything)), right, verb)


def _side(markers: dict[str, int], key: str, side: str, question: str, asking: str) -> Part:
    """Key of the payer or the payee, edged while it is asked for."""
    do = ("side", side)
    edge = "amber" if asking == side else ""
    return _party(markers, key, do, question, edge)


def _choices(room: Room, markers: dict[str, int], game: Game, pay: Pay) -> Part:
    """Return the parties to choose from; many of them have their names below their tokens."""
    keys = parties(game, pay)
    chosen = pay.payer if pay.asking == PAYER else pay.payee
    columns, side, draw = 2, 44, row
    if len(keys) > MANY:
        columns, side, draw = 3, 26, row if room.is_upright else column
    tiles = [
        _party(
            markers,
            key,
            ("party", key),
            edge="amber" if key == chosen else "",
            side=side,
            draw=draw,
        )
        for key in keys
    ]
    question = text(PAY[pay.asking], TITLE, size=44)
    return column(question, grid(tiles, columns, gap="s", least=48, most=66), gap="xs")


def _party(
    markers: dict[str, int],
    key: str,
    do: Do,
    question: str = "",
    edge: str = "",
    side: float = 44,
    draw: Callable[..., Part] = row,
) -> Part:
    """Return the key of a party: its token or icon, ``side`` dp wide, and its name."""
    marker = markers.get(key, -1)
    if key:
        ink, look = styles.on_player(marker), styles.player_key(marker)
    else:
        ink, look = "ink", styles.RAISED
    look = Key(look.fill, edge or look.edge, look.lip, PILL, look.depth)
    words = PAY[key] if key in ICONS else party_name(key) if key else question
    figure = None
    if marker >= 0:
        figure = token(marker, side, inverse=True)
    elif key:
        figure = icon(ICONS[key], ink, min(side, 34))
    if draw is column:
        beside = Part(least=BESIDE)
        return column(
            figure and row(beside, figure, beside, gap=0, size=side),
            text(words, PERSON, ink, 0.5),
            look=look._replace(radius=NARROW),
            pad="xs",
            gap=0,
            do=do,
        )
    around = "l" if side > NARROW else "s"
    inner = (figure, text(words, PERSON, ink))
    return row(*inner, look=look, pad=(around, "xs"), gap="s", do=do)


SCREEN = Screen(
    page,
    value=Pay(),
    opened=lambda value, game, *parties: begun(*parties),
    tapped=lambda value, do, table: tapped(value, do, table.game),
    followed=lambda value, table: followed(value, table.game),
    is_done_when_booked=True,
)
