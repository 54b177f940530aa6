"""Amounts of money, counts and lists as text."""

from collections.abc import Sequence

from companion.engine.state import Game, Setup
from companion.text.catalogue import Plurals, Sentences
from companion.text.told import MINUS, Sum, Told, Wording, joined, sampled

LISTS = Sentences({"and": "{most} and {last}"})

SAMPLES = Sentences({"money": "{currency}1,234", "decimal": "1.5"})
"""Amounts as the language writes them: how thousands are apart, where the currency stands."""

COUNTED = Plurals(
    {
        "house": ("{n} house", "{n} houses"),
        "hotel": ("{n} hotel", "{n} hotels"),
        "deed": ("{n} deed", "{n} deeds"),
        "move": ("{n} move", "{n} moves"),
        "turn": ("{n} turn", "{n} turns"),
        "player": ("{n} player", "{n} players"),
        "game": ("{n} game", "{n} games"),
        "free landing": ("{n} free landing", "{n} free landings"),
        "try": ("{n} try left", "{n} tries left"),
        "double": ("{n} double", "{n} doubles"),
    }
)


def number(n: int) -> str:
    """Format a number of at least 0 as the language writes it: ``1,304``, or ``1.304``."""
    _, separator, _ = sampled(SAMPLES["money"])
    return f"{n:,}".replace(",", separator)


def decimal(value: float, places: int = 1) -> str:
    """Format a number with decimal places: ``17.8``, or ``17,8``.

    A number of at least 100 has none: ``6,301``.
    """
    if value >= 100:
        return number(round(value))
    return f"{value:.{places}f}".replace(".", SAMPLES["decimal"][1]).replace("-", MINUS)


def money(amount: int, currency: str = "$") -> Told:
    """Format an amount of money as the language writes it: ``$1,304``, or ``1.304 $``."""
    return Told(Sum(amount, currency, SAMPLES["money"]))


def signed(amount: int, currency: str = "$") -> Told:
    """Format a gain or a loss with its sign: ``+$12``."""
    return Told(Sum(amount, currency, SAMPLES["money"], is_signed=True))


def sum_of(at: Game | Setup, amount: int) -> Told:
    """Format an amount in the currency of a game."""
    return money(amount, at.board.currency)


def signed_sum(at: Game | Setup, amount: int) -> Told:
    """Format a gain or a loss in the currency of a game."""
    return signed(amount, at.board.currency)


def counted(n: int, thing: str) -> str:
    """Format a number of things: ``1 house``, ``3 houses``."""
    return COUNTED.of(n, thing).format(n=n)


def listed(things: Sequence[Wording]) -> Told:
    """Join texts into a list: ``Ann, Bob and Cy``."""
    *most, last = things
    return LISTS.fill("and", most=joined(", ", most), last=last) if most else Told(last)
