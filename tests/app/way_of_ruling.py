"""How a table rules: each effect tapped together, and then all of it booked at once."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.app.views.ruling import CHIPS
from companion.engine import effects
from companion.engine.effects import Effect
from companion.engine.moves import Ruling
from tests.app.hand import Hand

_TILES: dict[type[Effect], Callable[[Any], tuple[str, ...]]] = {
    effects.HasCash: lambda e: ("has cash", e.player),
    effects.CashGoes: lambda e: ("cash goes", e.payer, e.payee),
    effects.OwnsDeed: lambda e: ("owns", e.deed, e.owner),
    effects.Carries: lambda e: ("carries", e.deed, str(e.buildings)),
    effects.IsMortgaged: lambda e: ("mortgaged", e.deed, "yes" if e.mortgaged else ""),
    effects.StandsOn: lambda e: ("stands", e.player, str(e.space)),
    effects.IsInJail: lambda e: ("jail", e.player, str(e.turn)),
    effects.HoldsJailCard: lambda e: ("card", e.pack, e.holder),
    effects.HasDice: lambda e: ("dice", e.player),
    effects.HasThrownDoubles: lambda e: ("doubles", e.player, str(e.count)),
    effects.IsOut: lambda e: ("out", e.player),
    effects.NoClaims: lambda e: ("claims",),
}
"""What is picked for each effect, one tile after the other; a sum comes last, in chips."""


def rules(hand: Hand, move: Ruling) -> None:
    """From the menu. The reason is left out: it changes nothing."""
    table = hand.desk.table
    for number, effect in enumerate(move.effects):
        if number:
            hand.tap(table.judge.words["more"])
        _picks(hand, effect)
    hand.answer(Ruling(move.effects))


def _picks(hand: Hand, effect: Effect) -> None:
    from companion.app.screens.ruling import Chip, RulingTile

    for key in _TILES[type(effect)](effect):
        hand.tap(hand.value(RulingTile, key=key))
    if isinstance(effect, effects.HasCash | effects.CashGoes):
        for chip in _chips(effect.amount - int(hand.desk.table.judge.amount)):
            hand.tap(hand.value(Chip, key=str(chip)))
        hand.tap(hand.desk.table.judge.words["set"])


def _chips(dollars: int) -> Iterator[int]:
    sign = -1 if dollars < 0 else 1
    for chip in sorted((chip for chip in CHIPS if chip > 0), reverse=True):
        yield from [sign * chip] * (abs(dollars) // chip)
        dollars = sign * (abs(dollars) % chip)
