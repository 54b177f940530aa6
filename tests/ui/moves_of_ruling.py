"""How a table rules: each effect tapped together, and then all of it booked at once."""

from collections.abc import Callable
from typing import Any

from companion.engine import rulings
from companion.engine.moves import Rule
from companion.engine.rulings import Effect
from companion.text.screens.ruling import RULING
from tests.ui.touch import Hand

_TILES: dict[type[Effect], Callable[[Any], tuple[str, ...]]] = {
    rulings.SetCash: lambda e: ("has cash", e.player),
    rulings.MoveCash: lambda e: ("cash goes", e.payer, e.payee),
    rulings.SetDebt: lambda e: ("owes", e.debtor, e.creditor),
    rulings.SetOwner: lambda e: ("owns", e.deed, e.owner),
    rulings.SetBuildings: lambda e: ("carries", e.deed, str(e.buildings)),
    rulings.SetMortgaged: lambda e: ("mortgaged", e.deed, "yes" if e.mortgaged else ""),
    rulings.SetPromise: lambda e: (
        "free",
        e.deed,
        e.player,
        "good" if e.times is None else str(e.times),
    ),
    rulings.MoveToken: lambda e: ("stands", e.player, str(e.space)),
    rulings.SetJail: lambda e: ("jail", e.player, str(e.turn)),
    rulings.SetJailCard: lambda e: ("card", e.pack, e.holder),
    rulings.SetTurn: lambda e: ("dice", e.player),
    rulings.SetDoubles: lambda e: ("doubles", e.player, str(e.count)),
    rulings.RemovePlayer: lambda e: ("out", e.player),
    **dict.fromkeys((rulings.Rename, rulings.Replace), lambda e: ("renamed", e.player)),
    rulings.Join: lambda e: ("joins",),
    rulings.ClearClaims: lambda e: ("claims",),
}
"""Choices for each effect, one tile after the other; a sum comes last, by the keypad."""


def people(effect: Effect) -> str:
    """The key of the menu that begins a ruling about who plays."""
    return {rulings.Join: "joins"}.get(type(effect), "renamed" * isinstance(effect, rulings.Rename))


def rules(hand: Hand, move: Rule) -> None:
    """From the menu. The reason is left out: it changes nothing."""
    for number, effect in enumerate(move.effects):
        if number:
            hand.tap(RULING["more"])
        _picks(hand, effect)
    hand.answer(Rule(move.effects))


def _picks(hand: Hand, effect: Effect) -> None:
    kind, *others = _TILES[type(effect)](effect)
    if not people(effect):
        hand.tap(hand.desk.key("kind", kind))
    for key in others:
        hand.tap(hand.find("pick", key))
    if isinstance(effect, rulings.Rename | rulings.Join):
        for letter in effect.name.upper():
            hand.tap(hand.desk.key("letter", letter))
        hand.tap(RULING["set"])
    if isinstance(effect, rulings.Rename):
        hand.tap(hand.find("pick", "other" if isinstance(effect, rulings.Replace) else "same"))
    if isinstance(effect, rulings.SetCash | rulings.MoveCash | rulings.SetDebt):
        for digit in str(effect.amount):
            hand.tap(hand.desk.key("digit", digit))
        hand.tap(RULING["set"])
