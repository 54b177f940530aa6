"""The board: 40 spaces, the title deeds with what is printed on them, and the packs of cards.

All of it is data, read from ``boards/*.toml`` or a table's own file, frozen, and the same for
the whole game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from companion.engine import datafile
from companion.engine.datafile import DataFile

SPACES = 40
BARE_LOT, HOTEL = 0, 5
"""How many buildings a lot carries: 0 none, 1 to 4 houses, 5 a hotel; the index of its rent."""


class Kind(StrEnum):
    """What a space is."""

    GO = "go"
    STREET = "street"
    RAILROAD = "railroad"
    UTILITY = "utility"
    INCOME_TAX = "income_tax"
    LUXURY_TAX = "luxury_tax"
    CHANCE = "chance"
    COMMUNITY_CHEST = "community_chest"
    JAIL = "jail"
    FREE_PARKING = "free_parking"
    GO_TO_JAIL = "go_to_jail"


DEEDS = (Kind.STREET, Kind.RAILROAD, Kind.UTILITY)
PACKS = (Kind.CHANCE, Kind.COMMUNITY_CHEST)
_KEYS = ("name", "key", "kind", "group", "price", "house_price", "rent", "amount")
_RENTS = {Kind.STREET: 6, Kind.RAILROAD: 4, Kind.UTILITY: 2}
_CARD_KEYS: dict[str, dict[str, type]] = {
    "advance": {"to": str},
    "advance_to_nearest": {"kind": str},
    "collect": {"amount": int},
    "pay": {"amount": int},
    "collect_from_each": {"amount": int},
    "pay_each": {"amount": int},
    "repairs": {"per_house": int, "per_hotel": int},
    "go_back": {"spaces": int},
    "go_back_to": {"to": str},
    "go_to_jail": {},
    "jail_card": {},
    "fine_or_chance": {"amount": int},
}


@dataclass(frozen=True, slots=True)
class Deed:
    """A title deed. Amounts are whole dollars; ``rent`` is indexed by buildings (street) or by
    the number owned less one (railroad: dollars; utility: times the throw)."""

    key: str
    name: str
    kind: Kind
    group: str
    position: int
    price: int
    house_price: int
    rent: tuple[int, ...]

    @property
    def mortgage(self) -> int:
        """What the bank lends on it: half the price (MORT-1)."""
        return self.price // 2


@dataclass(frozen=True, slots=True)
class Space:
    """One of the 40 spaces; ``amount`` is a tax in dollars, 0 elsewhere."""

    position: int
    key: str
    name: str
    kind: Kind
    deed: Deed | None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its effect. ``amount``, ``to`` and the rest are set where the effect uses them."""

    key: str
    pack: Kind
    effect: str
    amount: int = 0
    to: str = ""
    kind: str = ""
    per_house: int = 0
    per_hotel: int = 0
    spaces: int = 0
    copies: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything printed. Look-ups are by position, by deed key and by group."""

    name: str
    source: str
    currency: str
    houses: int
    hotels: int
    salary: int
    fine: int
    spaces: tuple[Space, ...]
    deeds: Mapping[str, Deed]
    groups: Mapping[str, tuple[Deed, ...]]
    packs: Mapping[str, Mapping[Kind, Mapping[str, Card]]]

    def pack(self, edition_pack: str, kind: Kind) -> Mapping[str, Card]:
        """The cards of ``kind`` as an edition has them; a board that never changed has but one."""
        return self.packs.get(edition_pack, self.packs["classic"])[kind]

    def position_of(self, key: str) -> int:
        """Where the space ``key`` is. Raises KeyError when it is none or not the only one."""
        found = [space.position for space in self.spaces if space.key == key]
        if len(found) != 1:
            raise KeyError(key)
        return found[0]

    def deed_at(self, position: int) -> Deed | None:
        """The deed of the space at ``position``, None where nothing can be owned."""
        return self.spaces[position].deed


@cache
def load(name_or_path: str) -> Board:
    """The board shipped under a name, or a table's own file. Raises DataFileError."""
    return _board(datafile.read("boards", name_or_path))


def names() -> list[str]:
    """The boards that come with the program."""
    return datafile.shipped("boards")


def slug(name: str) -> str:
    """The key of a printed name: ``St. Charles Place`` is ``st-charles-place``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _board(file: DataFile) -> Board:
    top = file.values
    numbers = ("houses", "hotels", "salary", "fine")
    datafile.only(file, top, ("name", "currency", *numbers, "spaces", "packs"))
    spaces = _spaces(file, datafile.take(file, top, "spaces", list))
    deeds = {space.deed.key: space.deed for space in spaces if space.deed}
    groups: dict[str, tuple[Deed, ...]] = {}
    for deed in deeds.values():
        groups[deed.group] = (*groups.get(deed.group, ()), deed)
    return Board(
        name=datafile.take(file, top, "name", str),
        source=file.name,
        currency=datafile.take(file, top, "currency", str, default="$"),
        spaces=spaces,
        deeds=deeds,
        groups=groups,
        packs=_packs(file, datafile.take(file, top, "packs", dict), spaces),
        **{key: _amount(file, top, key) for key in numbers},
    )


def _spaces(file: DataFile, rows: list[Any]) -> tuple[Space, ...]:
    if len(rows) != SPACES:
        raise file.error("spaces", f"must list {SPACES} spaces, not {len(rows)}")
    spaces = tuple(_space(file, position, row) for position, row in enumerate(rows))
    for corner, kind in ((0, Kind.GO), (10, Kind.JAIL), (30, Kind.GO_TO_JAIL)):
        if spaces[corner].kind != kind:
            raise file.error("kind", f"space {corner} must be '{kind}'", spaces[corner].name)
    seen: set[str] = set()
    for space in spaces:
        if space.deed and space.key in seen:
            raise file.error("name", f"'{space.name}' names two deeds", space.name)
        seen.add(space.key)
    return spaces


def _space(file: DataFile, position: int, row: Any) -> Space:
    if not isinstance(row, dict):
        raise file.error("spaces", f"space {position} must be a table, not {row!r}")
    name = datafile.take(file, row, "name", str, near=str(row.get("name", "")))
    datafile.only(file, row, _KEYS, name)
    kind = _choice(file, row, "kind", Kind, name)
    key = datafile.take(file, row, "key", str, name, default=slug(name))
    taxed = kind in (Kind.INCOME_TAX, Kind.LUXURY_TAX)
    amount = _amount(file, row, "amount", name) if taxed else 0
    deed = _deed(file, position, key, kind, row) if kind in DEEDS else None
    return Space(position, key, name, kind, deed, amount)


def _deed(file: DataFile, position: int, key: str, kind: Kind, row: dict[str, Any]) -> Deed:
    name = row["name"]
    rent = datafile.take(file, row, "rent", list, name)
    if len(rent) != _RENTS[kind] or not all(type(r) is int and r >= 0 for r in rent):
        raise file.error("rent", f"a {kind} needs {_RENTS[kind]} whole numbers", name)
    house_price = _amount(file, row, "house_price", name) if kind is Kind.STREET else 0
    group = datafile.take(file, row, "group", str, name)
    price = _amount(file, row, "price", name)
    return Deed(key, name, kind, group, position, price, house_price, tuple(rent))


def _packs(
    file: DataFile, packs: dict[str, Any], spaces: tuple[Space, ...]
) -> dict[str, dict[Kind, dict[str, Card]]]:
    if "classic" not in packs:
        raise file.error("packs", "a board needs [packs.classic]")
    read: dict[str, dict[Kind, dict[str, Card]]] = {}
    for name in sorted(packs, key=lambda name: name != "classic"):
        datafile.only(file, packs[name], PACKS)
        read[name] = {}
        for pack in PACKS:
            rows: list[Any] = datafile.take(file, packs[name], pack, list, default=[])
            cards = {card.key: card for card in (_card(file, pack, r, spaces) for r in rows)}
            # A later pack names only the cards that changed.
            read[name][pack] = {**read["classic"].get(pack, {}), **cards}
    return read


def _card(file: DataFile, pack: Kind, row: dict[str, Any], spaces: tuple[Space, ...]) -> Card:
    key = datafile.take(file, row, "key", str)
    near = f'"{key}"'
    effect = _choice(file, row, "effect", _CARD_KEYS, near)
    wanted = _CARD_KEYS[effect]
    datafile.only(file, row, ("key", "effect", "copies", *wanted), near)
    values: dict[str, Any] = {
        name: datafile.take(file, row, name, kind, near) for name, kind in wanted.items()
    }
    if "to" in wanted and values["to"] not in {space.key for space in spaces}:
        raise file.error("to", f"no space has the key '{values['to']}'", near)
    copies = datafile.take(file, row, "copies", int, near, default=1)
    return Card(key, pack, effect, copies=copies, **values)


def _choice(file: DataFile, row: Mapping[str, Any], key: str, allowed: Any, near: str) -> Any:
    value = datafile.take(file, row, key, str, near)
    choices = [str(choice) for choice in allowed]
    if value not in choices:
        raise file.error(key, f"'{value}' is none of {', '.join(choices)}", near)
    return allowed(value) if isinstance(allowed, type) else value


def _amount(file: DataFile, row: Mapping[str, Any], key: str, near: str = "") -> int:
    value = datafile.take(file, row, key, int, near)
    if value < 0:
        raise file.error(key, f"must not be negative, as {value} is", near)
    return value
