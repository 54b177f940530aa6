"""Sums, counts and lists as people read them."""

from collections.abc import Sequence

from companion.text.catalogue import Plurals, Sentences

MINUS = "\N{MINUS SIGN}"
"""As wide as a plus, so that changes stand under each other."""

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
    """``$1,304``, with the currency sign of the board when it is given."""
    return f"{MINUS if amount < 0 else ''}{currency}{abs(amount):,}"


def signed(amount: int, currency: str = "$") -> str:
    """``+$12``, or with a minus: what comes and what goes."""
    return f"+{money(amount, currency)}" if amount > 0 else money(amount, currency)


def counted(n: int, thing: str) -> str:
    """``1 house``, ``3 houses``."""
    return COUNTED.of(n, thing).format(n=n)


def listed(names: Sequence[str]) -> str:
    """``Ann, Bob and Cy``."""
    *most, last = names
    return LISTS["and"].format(most=", ".join(most), last=last) if most else last
