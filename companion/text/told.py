"""Texts that know what their words stand for: a name, a sum, a space, words that somebody typed.

    told = filled("{player} paid {amount}", {"player": "Ann", "amount": money(12)})
    str(told)  # "Ann paid $12"
    told.parts  # (Name("Ann"), " paid ", Sum(12, …))

A sentence stays a value until it is painted, printed or sent. So the layout can shorten the name of
a player or of a space, and nothing else; and nobody reads a sentence back to learn who or how much.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from string import Formatter
from typing import TypeAlias

MINUS = "\N{MINUS SIGN}"
"""Minus sign as wide as a plus sign, so that amounts align."""

TYPED = frozenset(("network", "file", "folder", "path"))
"""Fields of sentences whose words somebody typed, here or on another machine."""
PLAYERS = frozenset(
    {
        "player",
        "other",
        "owner",
        "payer",
        "payee",
        "debtor",
        "creditor",
        "giver",
        "receiver",
        "holder",
        "borrower",
        "lender",
    }
)
"""Fields of sentences whose words are the name of a player."""


@dataclass(frozen=True, slots=True)
class Name:
    """Name of a player."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SpaceName:
    """Name of a space, a title deed or a pack, and its known abbreviations, the longest first."""

    forms: tuple[str, ...]

    def __str__(self) -> str:
        return self.forms[0]


@dataclass(frozen=True, slots=True)
class Typed:
    """Words that somebody typed: a note, or the name of a network."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Sum:
    """Sum of money, written as a language writes its ``sample``: ``{currency}1,234``."""

    amount: int
    currency: str
    sample: str
    is_signed: bool = False

    def __str__(self) -> str:
        before, separator, after = sampled(self.sample)
        sign = MINUS if self.amount < 0 else "+" if self.is_signed and self.amount else ""
        number = f"{abs(self.amount):,}".replace(",", separator)
        return sign + f"{before}{number}{after}".format(currency=self.currency).strip()

    def of(self, amount: int) -> "Sum":
        """Return another amount that is written in the same way."""
        return replace(self, amount=amount)


Piece: TypeAlias = str | Name | SpaceName | Typed | Sum
"""Part of a text: words, or what they stand for."""


class Told:
    """Text of parts. Two are equal if their parts are, not if they only read alike."""

    __slots__ = ("_hash", "parts")

    parts: tuple[Piece, ...]

    def __init__(self, *parts: "Piece | Told") -> None:
        """Make a text; texts among the parts are taken apart, and neighbouring words joined."""
        flat: list[Piece] = []
        for part in parts:
            for piece in part.parts if isinstance(part, Told) else (part,):
                if isinstance(piece, str) and flat and isinstance(flat[-1], str):
                    flat[-1] += piece
                elif piece != "":
                    flat.append(piece)
        self.parts = tuple(flat)
        self._hash = hash(self.parts)

    def __str__(self) -> str:
        return "".join(map(str, self.parts))

    def __repr__(self) -> str:
        return f"Told{self.parts}"

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type["Told"], tuple[Piece, ...]]:
        # The hash of words is another one in each process.
        return Told, self.parts

    @property
    def sum(self) -> Sum | None:
        """Sum that is all of the text, or None."""
        [*others, last] = self.parts or ("",)
        return last if isinstance(last, Sum) and not others else None

    def split_sum(self) -> tuple["Told", "Told"]:
        """Return the text before the sum that it ends with, and the sum; or the text, and none."""
        [*others, last] = self.parts or ("",)
        if not others or not isinstance(last, Sum):
            return self, Told()
        return Told(*others).rstrip(), Told(last)

    def rstrip(self) -> "Told":
        """Return the text without blanks at its end."""
        [*others, last] = self.parts or ("",)
        return Told(*others, last.rstrip() if isinstance(last, str) else last)

    def split(self, between: str) -> tuple["Told", ...]:
        """Return the texts that words are between; a name that has such words stays whole."""
        found: list[list[Piece]] = [[]]
        for part in self.parts:
            first, *others = part.split(between) if isinstance(part, str) else (part,)
            found[-1].append(first)
            found += ([other] for other in others)
        return tuple(Told(*parts) for parts in found)

    def briefest(self) -> "Told":
        """Return the text with the shortest forms of its spaces."""
        short = (
            SpaceName(part.forms[-1:]) if isinstance(part, SpaceName) else part
            for part in self.parts
        )
        return Told(*short)

    def without_name(self) -> "Told":
        """Return the text without the name of the player that it begins with."""
        name, *others = self.parts or ("",)
        if not isinstance(name, Name) or not others or not str(others[0]).startswith(" "):
            return self
        return Told(str(others[0]).lstrip(), *others[1:])

    def split_name(self) -> tuple["Told", "Told"]:
        """Return the name that the text begins with, and the rest; or nothing, and the text.

        An ending of the name, such as 's, stays with it.
        """
        name, *others = self.parts or ("",)
        if not isinstance(name, Name) or not others or not isinstance(others[0], str):
            return EMPTY, self
        ending, _, rest = others[0].partition(" ")
        after = Told(rest, *others[1:])
        return (Told(name, ending), after) if after else (EMPTY, self)

    @property
    def leading_name(self) -> str:
        """Name of the player that the text begins with; empty if it begins with something else."""
        first = self.parts[0] if self.parts else ""
        return first.text if isinstance(first, Name) else ""


EMPTY = Told()
Wording: TypeAlias = str | Told
_KINDS: dict[str, type[Name] | type[Typed]] = {
    **dict.fromkeys(PLAYERS, Name),
    **dict.fromkeys(TYPED, Typed),
}
"""Text that can be shown: a label, or a sentence of parts."""


def filled(template: str, fields: Mapping[str, object]) -> Told:
    """Return a text with its fields filled in: values and texts remain what they are.

    Words in a field of ``PLAYERS`` or ``TYPED`` are what the field says, and a path was typed.
    """
    parts: list[Piece | Told] = []
    for words, field in _fields(template):
        parts.append(words)
        if field:
            value = fields[field]
            if isinstance(value, Told | Name | SpaceName | Typed | Sum):
                parts.append(value)
            elif isinstance(value, PurePath):
                parts.append(Typed(str(value)))
            elif field in _KINDS and isinstance(value, str) and value:
                parts.append(_KINDS[field](value))
            else:
                parts.append(str(value))
    return Told(*parts)


@lru_cache(2048)
def _fields(template: str) -> tuple[tuple[str, str], ...]:
    """Take a template apart: words, and the field behind them, "" behind the last ones."""
    return tuple((words, field or "") for words, field, _, _ in Formatter().parse(template))


def joined(between: str, texts: Iterable[Wording]) -> Told:
    """Join texts, with words between them."""
    parts = [part for text in texts for part in (between, text)]
    return Told(*parts[1:])


def capital(text: Wording) -> Told:
    """Return a text with its first letter in upper case, if it begins with words."""
    first, *rest = Told(text).parts or ("",)
    return Told(first[:1].upper() + first[1:] if isinstance(first, str) else first, *rest)


@lru_cache(1024)
def sampled(sample: str) -> tuple[str, str, str]:
    """Return what is before, within and after the number of a sample: ``{currency}1,234``."""
    before, _, rest = sample.partition("1")
    separator, _, after = rest.partition("234")
    return before, separator, after
