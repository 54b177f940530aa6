"""Payment in preparation: who pays whom how much, and the ruling that books it."""

from dataclasses import dataclass, replace

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash
from companion.engine.state import BANK, POT, Game
from companion.table.keyed_amount import keyed
from companion.table.prompts.answers import Answer, answer
from companion.text import sum_of
from companion.text.names import party_name
from companion.text.screens.pay import PAY, text_of

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
    """Return a payment between two parties; whoever is missing is asked for."""
    return _asked(Pay(payer, payee))


def tapped(pay: Pay, do: tuple[object, ...], game: Game) -> Pay:
    """Return the payment after a tap."""
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
    """Return the payment in another position: a party that has left is asked for again."""
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
    """Return the payment as an answer; None while a party is missing.

    It is refused without an amount, or if the payer is short. The payer's balance comes first.
    """
    if not (pay.payer and pay.payee):
        return None
    fields = {"payee": party_name(pay.payee), "amount": sum_of(game, pay.amount)}
    text = text_of(_button(pay), **fields)
    booked = answer(
        game, text, Rule((MoveCash(pay.payer, pay.payee, pay.amount),), ""), player=pay.payer
    )
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
