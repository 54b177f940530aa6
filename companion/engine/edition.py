"""The edition: one rule sheet, with the house rules chosen for a game.

Where the sheets differ there is a key here and in ``editions/*.toml``; no rule ever asks for an
edition's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine import datafile
from companion.engine.datafile import DataFile


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The clauses that differ, as data. Amounts are whole dollars."""

    name: str
    about: str
    source: str
    fewest_players: int
    """SET-3."""
    most_players: int
    """SET-3."""
    starting_cash: int
    """SET-1."""
    notes: tuple[int, ...]
    """SET-2: how many of 500, 100, 50, 20, 10, 5 and 1 dollars each player is dealt."""
    rent_asking: str
    """TABLE-6: ``watchful``, ``shown`` or ``automatic``, unless the table chooses otherwise."""
    claim_lapses: str
    """RENT-6: a claim ends when the second player following ``throw``s or ``receive``s."""
    part_in_lots: bool
    """RENT-10: rent short of cash may be paid partly in lots."""
    income_tax: str
    """TAX-1: ``choice``, ``ten_percent`` or ``flat``."""
    flat_income_tax: int
    """TAX-1, in dollars."""
    worth_of_deeds: str
    """TAX-2: deeds count at ``price`` or ``mortgage``."""
    luxury_tax: int
    """TAX-4, in dollars; 0 means what the board prints."""
    doubles_leaving_jail_throw_again: bool
    """JAIL-4."""
    fine_turns: int
    """JAIL-5: in how many of the three turns the fine may be paid before throwing."""
    jail_cards_auctioned: bool
    """BANK-4."""
    pack: str
    """Which of the board's packs of cards."""


_CHOICES = {
    "rent_asking": ("watchful", "shown", "automatic"),
    "claim_lapses": ("throw", "receive"),
    "income_tax": ("choice", "ten_percent", "flat"),
    "worth_of_deeds": ("price", "mortgage"),
}
_TEXTS = ("name", "about", "pack")
_AMOUNTS = ("starting_cash", "flat_income_tax", "luxury_tax", "fine_turns")
_SWITCHES = ("part_in_lots", "doubles_leaving_jail_throw_again", "jail_cards_auctioned")
_LISTS = {"players": 2, "notes": 7}


@cache
def load(name_or_path: str) -> Edition:
    """The edition shipped under a name, or a table's own file. Raises DataFileError."""
    return _edition(datafile.read("editions", name_or_path))


def names() -> list[str]:
    """The editions that come with the program."""
    return datafile.shipped("editions")


def _edition(file: DataFile) -> Edition:
    top = file.values
    datafile.only(file, top, (*_TEXTS, *_AMOUNTS, *_SWITCHES, *_LISTS, *_CHOICES))
    fewest, most = _list(file, top, "players")
    if not 2 <= fewest <= most <= 12:
        raise file.error("players", "must be a fewest and a most between 2 and 12")
    values: dict[str, Any] = {key: datafile.take(file, top, key, str) for key in _TEXTS}
    values |= {key: _amount(file, top, key) for key in _AMOUNTS}
    values |= {key: datafile.take(file, top, key, bool) for key in _SWITCHES}
    values |= {key: _choice(file, top, key) for key in _CHOICES}
    notes = _list(file, top, "notes")
    return Edition(
        source=file.name, fewest_players=fewest, most_players=most, notes=notes, **values
    )


def _list(file: DataFile, top: Mapping[str, Any], key: str) -> tuple[int, ...]:
    value = datafile.take(file, top, key, list)
    if len(value) != _LISTS[key] or not all(type(n) is int and n >= 0 for n in value):
        raise file.error(key, f"must list {_LISTS[key]} whole numbers, not {value!r}")
    return tuple(value)


def _amount(file: DataFile, top: Mapping[str, Any], key: str) -> int:
    value = datafile.take(file, top, key, int)
    if value < 0:
        raise file.error(key, f"must not be negative, as {value} is")
    return value


def _choice(file: DataFile, top: Mapping[str, Any], key: str) -> str:
    value = datafile.take(file, top, key, str)
    if value not in _CHOICES[key]:
        raise file.error(key, f"'{value}' is none of {', '.join(_CHOICES[key])}")
    return value
