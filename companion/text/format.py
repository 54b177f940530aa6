"""Amounts of money, counts and lists as text."""

from collections.abc import Sequence

from companion.text.catalogue import Plurals, Sentences

MINUS = "\N{MINUS SIGN}"
"""Minus sign as wide as a plus sign, so that amounts align."""

LISTS = Sentences({"and": "{most} and {last}"})

COUNTED = Plurals(
    {
        "house": ("{n} house", "{n} houses"),
        "hotel": ("{n} hotel", "{n} hotels"),
        "deed": ("{n} deed", "{n} deeds"),
        "move": ("{n} move", "{n} moves"),
        "turn": ("{n} turn", "{n} turns"),
        "game": ("{n} game", "{n} games"),
        "double": ("{n} double", "{n} doubles"),
    }
)


def money(amount: int, currency: str = "$") -> str:
    """Format an amount of money: ``$1,304``."""
    return f"{MINUS if amount < 0 else ''}{currency}{abs(amount):,}"


def signed(amount: int, currency: str = "$") -> str:
    """Format a gain or a loss with its sign: ``+$12``."""
    return f"+{money(amount, currency)}" if amount > 0 else money(amount, currency)


def counted(n: int, thing: str) -> str:
    """Format a number of things: ``1 house``, ``3 houses``."""
    return COUNTED.of(n, thing).format(n=n)


def listed(names: Sequence[str]) -> str:
    """Join names into a list: ``Ann, Bob and Cy``."""
    *most, last = names
    return LISTS["and"].format(most=", ".join(most), last=last) if most else last
