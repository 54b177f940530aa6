"""The board: 40 spaces, the title deeds with what is printed on them, and the packs of cards.

All of it is data, read from ``boards/*.toml`` or a table's own file, frozen, and the same for
the whole game.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from companion.engine import datafile
from companion.engine.datafile import DataFile, Near

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
    return Board(
        name=datafile.take(file, top, "name", str),
        source=file.name,
        currency=datafile.take(file, top, "currency", str, default="$"),
        spaces=spaces,
        deeds=deeds,
        groups=_groups(file, deeds.values()),
        packs=_packs(file, datafile.take(file, top, "packs", dict), spaces),
        **{key: _amount(file, top, key) for key in numbers},
    )


def _spaces(file: DataFile, rows: list[Any]) -> tuple[Space, ...]:
    if len(rows) != SPACES:
        raise file.error("spaces", f"must list {SPACES} spaces, not {len(rows)}")
    spaces = tuple(_space(file, position, row) for position, row in enumerate(rows))
    for corner, kind in ((0, Kind.GO), (10, Kind.JAIL), (30, Kind.GO_TO_JAIL)):
        if spaces[corner].kind != kind:
            raise file.error("kind", f"space {corner} must be '{kind}'", rows[corner])
    seen: set[str] = set()
    for space in spaces:
        if space.deed and space.key in seen:
            raise file.error("name", f"'{space.name}' names two deeds", rows[space.position])
        seen.add(space.key)
    return spaces


def _space(file: DataFile, position: int, row: Any) -> Space:
    if not isinstance(row, dict):
        raise file.error("spaces", f"space {position} must be a table, not {row!r}")
    name = datafile.take(file, row, "name", str, row)
    datafile.only(file, row, _KEYS, row)
    kind = _choice(file, row, "kind", Kind, row)
    key = _key(file, row, default=slug(name))
    taxed = kind in (Kind.INCOME_TAX, Kind.LUXURY_TAX)
    amount = _amount(file, row, "amount", row) if taxed else 0
    deed = _deed(file, position, key, kind, row) if kind in DEEDS else None
    return Space(position, key, name, kind, deed, amount)


def _deed(file: DataFile, position: int, key: str, kind: Kind, row: dict[str, Any]) -> Deed:
    rent = datafile.take(file, row, "rent", list, row)
    if len(rent) != _RENTS[kind] or not all(type(r) is int and r >= 0 for r in rent):
        raise file.error("rent", f"a {kind} needs {_RENTS[kind]} whole numbers", row)
    house_price = _amount(file, row, "house_price", row) if kind is Kind.STREET else 0
    group = datafile.take(file, row, "group", str, row)
    price = _amount(file, row, "price", row)
    return Deed(key, row["name"], kind, group, position, price, house_price, tuple(rent))


def _groups(file: DataFile, deeds: Iterable[Deed]) -> dict[str, tuple[Deed, ...]]:
    groups: dict[str, tuple[Deed, ...]] = {}
    for deed in deeds:
        group = groups[deed.group] = (*groups.get(deed.group, ()), deed)
        if group[0].kind is not deed.kind:
            raise file.error("group", f"'{deed.group}' is a {group[0].kind} group", deed.name)
        if deed.kind is not Kind.STREET and len(group) > len(deed.rent):
            raise file.error("group", f"'{deed.group}' has more deeds than rents", deed.name)
    return groups


def _packs(
    file: DataFile, packs: dict[str, Any], spaces: tuple[Space, ...]
) -> dict[str, dict[Kind, dict[str, Card]]]:
    if "classic" not in packs:
        raise file.error("packs", "a board needs [packs.classic]")
    read: dict[str, dict[Kind, dict[str, Card]]] = {}
    for name in sorted(packs, key=lambda name: name != "classic"):
        lists: dict[str, Any] = datafile.take(file, packs, name, dict)
        datafile.only(file, lists, PACKS)
        read[name] = {}
        for pack in PACKS:
            rows: list[Any] = datafile.take(file, lists, pack, list, default=[])
            cards = {card.key: card for card in (_card(file, pack, r, spaces) for r in rows)}
            # A later pack names only the cards that changed.
            read[name][pack] = {**read["classic"].get(pack, {}), **cards}
    for space in spaces:
        if space.kind in PACKS and not read["classic"][space.kind]:
            raise file.error(space.kind, f"space {space.position} needs cards", "[packs.classic]")
    return read


def _card(file: DataFile, pack: Kind, row: dict[str, Any], spaces: tuple[Space, ...]) -> Card:
    if not isinstance(row, dict):
        raise file.error(pack, f"a card must be a table, not {row!r}")
    key = _key(file, row)
    effect = _choice(file, row, "effect", _CARD_KEYS, row)
    wanted = _CARD_KEYS[effect]
    datafile.only(file, row, ("key", "effect", "copies", *wanted), row)
    values: dict[str, Any] = {
        name: _amount(file, row, name, row) if kind is int else _aim(file, row, name, spaces)
        for name, kind in wanted.items()
    }
    copies = _amount(file, row, "copies", row) if "copies" in row else 1
    return Card(key, pack, effect, copies=copies, **values)


def _aim(file: DataFile, row: Mapping[str, Any], name: str, spaces: tuple[Space, ...]) -> str:
    """The one space that a card leads ``to``, or the ``kind`` of which it seeks the nearest."""
    value = datafile.take(file, row, name, str, row)
    found = [s for s in spaces if value == (s.key if name == "to" else s.kind)]
    if not found:
        what = "key" if name == "to" else "kind"
        raise file.error(name, f"no space has the {what} '{value}'", row)
    if name == "to" and len(found) > 1:
        raise file.error(name, f"{len(found)} spaces have the key '{value}'", row)
    return value


def _key(file: DataFile, row: Mapping[str, Any], **default: str) -> str:
    """What a record calls it by."""
    key = datafile.take(file, row, "key", str, row, **default)
    if not key or slug(key) != key:
        raise file.error("key", f"'{key}' must be small letters, digits and hyphens", row)
    return key


def _choice(file: DataFile, row: Mapping[str, Any], key: str, allowed: Any, near: Near) -> Any:
    value = datafile.take(file, row, key, str, near)
    choices = [str(choice) for choice in allowed]
    if value not in choices:
        raise file.error(key, f"'{value}' is none of {', '.join(choices)}", near)
    return allowed(value) if isinstance(allowed, type) else value


def _amount(file: DataFile, row: Mapping[str, Any], key: str, near: Near = "") -> int:
    value = datafile.take(file, row, key, int, near)
    if value < 0:
        raise file.error(key, f"must not be negative, as {value} is", near)
    return value
