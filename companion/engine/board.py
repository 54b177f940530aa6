"""The board: the 40 spaces, the title deeds, and the packs of cards.

A board is data from ``boards/*.toml`` or from a file of the players. It is immutable, and the same
for a whole game.

Deeds are found by key, spaces by position:

    >>> from companion.engine import board
    >>> london = board.load("london")
    >>> mayfair = london.deeds["mayfair"]
    >>> mayfair.price, mayfair.house_price, mayfair.rent
    (400, 200, (50, 200, 600, 1400, 1700, 2000))
    >>> london.spaces[39].name, [deed.name for deed in london.groups[mayfair.group]]
    ('Mayfair', ['Park Lane', 'Mayfair'])
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from companion.engine import data_file
from companion.engine.data_file import DataFile, Near
from companion.engine.limits import excerpt, shown
from companion.engine.problems import InputProblem

SPACES = 40
BARE_LOT, HOTEL = 0, 5
"""Buildings on a lot: 0 for none, 1 to 4 houses, 5 for a hotel; also the index of its rent."""


class Kind(StrEnum):
    """Kind of a space."""

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


_RESERVED_NAME = re.compile(
    r"nothing|good|((chance|community chest) )?jail card|space [0-9]{1,2}|[$].*", re.IGNORECASE
)
"""Words that cannot be the name of a space: goods, spaces, amounts, and landings ``for good``."""
DEEDS = (Kind.STREET, Kind.RAILROAD, Kind.UTILITY)
PACKS = (Kind.CHANCE, Kind.COMMUNITY_CHEST)
_KEYS = {
    Kind.STREET: ("group", "price", "house_price", "rent"),
    Kind.RAILROAD: ("group", "price", "rent"),
    Kind.UTILITY: ("group", "price", "rent"),
    Kind.INCOME_TAX: ("amount",),
    Kind.LUXURY_TAX: ("amount",),
}
_CORNERS = {0: Kind.GO, 10: Kind.JAIL, 30: Kind.GO_TO_JAIL}
_MOST_COPIES = 16
_LONGEST_CURRENCY = 5
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
    """A title deed. Amounts are whole dollars."""

    key: str
    name: str
    kind: Kind
    group: str
    position: int
    price: int
    house_price: int
    rent: tuple[int, ...]
    """For a street in dollars, by number of buildings. For railroads and utilities by the number
    of them that the owner has, less one: in dollars, or as a multiple of the dice."""

    @property
    def mortgage(self) -> int:
        """Mortgage value: half the price (MORT-1)."""
        return self.price // 2


@dataclass(frozen=True, slots=True)
class Space:
    """One of the 40 spaces."""

    position: int
    key: str
    name: str
    kind: Kind
    deed: Deed | None
    amount: int = 0
    """The tax in dollars; 0 if the space is not a tax."""
    short: str = ""
    """Name for where there is no room for the printed one; empty if it has none."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card. The fields after ``effect`` are set if the effect uses them."""

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
    """Everything printed on the board, the deeds and the cards."""

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
        """Return the cards of ``kind`` by key, in the version of an edition.

        A board without that version uses its classic cards.
        """
        return self.packs.get(edition_pack, self.packs["classic"])[kind]

    def position_of(self, key: str) -> int:
        """Return the position of the space ``key``. Raises KeyError unless exactly one has it."""
        found = [space.position for space in self.spaces if space.key == key]
        if len(found) != 1:
            raise KeyError(key)
        return found[0]

    def deed_at(self, position: int) -> Deed | None:
        """Return the deed of the space at ``position``, or None if it has no deed."""
        return self.spaces[position].deed


@cache
def load(name_or_path: str) -> Board:
    """Return a packaged board by name, or one from a file. Raises DataFileError."""
    return _board(data_file.read("boards", name_or_path))


def names() -> list[str]:
    """List the packaged boards."""
    return data_file.shipped("boards")


def slug(name: str) -> str:
    """Return the key for a printed name: ``st-charles-place`` for ``St. Charles Place``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _board(file: DataFile) -> Board:
    top = file.values
    numbers = ("houses", "hotels", "salary", "fine")
    data_file.only(file, top, ("name", "currency", *numbers, "spaces", "packs"))
    spaces = _spaces(file, data_file.take(file, top, "spaces", list))
    deeds = {space.deed.key: space.deed for space in spaces if space.deed}
    return Board(
        name=data_file.name(file, top, "name"),
        source=file.name,
        currency=data_file.name(file, top, "currency", longest=_LONGEST_CURRENCY, default="$"),
        spaces=spaces,
        deeds=deeds,
        groups=_groups(file, deeds.values()),
        packs=_packs(file, data_file.take(file, top, "packs", dict), spaces),
        **{key: data_file.amount(file, top, key) for key in numbers},
    )


def _spaces(file: DataFile, rows: list[Any]) -> tuple[Space, ...]:
    if len(rows) != SPACES:
        reason = InputProblem.WRONG_NUMBER_OF_SPACES
        raise file.error("spaces", reason, wanted=SPACES, count=len(rows))
    spaces = tuple(_space(file, position, row) for position, row in enumerate(rows))
    for corner, kind in _CORNERS.items():
        if spaces[corner].kind != kind:
            reason = InputProblem.WRONG_CORNER
            raise file.error("kind", reason, rows[corner], space=corner, kind=kind)
    for space in spaces:
        if space.kind in (Kind.GO, Kind.JAIL) and space.position not in _CORNERS:
            reason = InputProblem.SECOND_CORNER
            raise file.error("kind", reason, rows[space.position], kind=space.kind)
    _check_names(file, rows, spaces)
    return spaces


def _check_names(file: DataFile, rows: list[Any], spaces: tuple[Space, ...]) -> None:
    """Require that a name or key identifies one deed; only spaces without deeds may share one."""
    by_name: dict[str, Space] = {}
    for space in spaces:
        for word in {space.name.lower(), space.key}:
            other = by_name.setdefault(word, space)
            same = (other.key, other.kind) == (space.key, space.kind)
            if other is not space and (space.deed or other.deed or not same):
                deeds, spaces_ = InputProblem.NAME_OF_TWO_DEEDS, InputProblem.NAME_OF_TWO_SPACES
                reason = deeds if space.deed and other.deed else spaces_
                raise file.error("name", reason, rows[space.position], name=space.name)


def _space(file: DataFile, position: int, row: Any) -> Space:
    if not isinstance(row, dict):
        reason = InputProblem.SPACE_NOT_A_TABLE
        raise file.error("spaces", reason, space=position, value=shown(row))
    name = data_file.name(file, row, "name", row)
    if _RESERVED_NAME.fullmatch(name):
        raise file.error("name", InputProblem.NAME_IN_NOTATION, row, name=name)
    allowed = {key: None for keys in _KEYS.values() for key in keys}
    data_file.only(file, row, ("name", "key", "kind", "short", *allowed), row)
    kind = _choice(file, row, "kind", Kind, row)
    if extra := [key for key in row if key in allowed and key not in _KEYS.get(kind, ())]:
        raise file.error(extra[0], InputProblem.KEY_OF_ANOTHER_KIND, row, kind=kind)
    key = _key(file, row, default=slug(name))
    taxed = kind in (Kind.INCOME_TAX, Kind.LUXURY_TAX)
    amount = data_file.amount(file, row, "amount", row) if taxed else 0
    deed = _deed(file, position, key, kind, row) if kind in DEEDS else None
    short = data_file.name(file, row, "short", row) if "short" in row else ""
    return Space(position, key, name, kind, deed, amount, short)


def _deed(file: DataFile, position: int, key: str, kind: Kind, row: dict[str, Any]) -> Deed:
    rent = data_file.amounts(file, row, "rent", _RENTS[kind], row)
    street = kind is Kind.STREET
    house_price = data_file.amount(file, row, "house_price", row, least=1) if street else 0
    group = data_file.name(file, row, "group", row)
    if re.search(r"[,;#()]", group):
        raise file.error("group", InputProblem.SEPARATOR_IN_GROUP, row, group=group)
    price = data_file.amount(file, row, "price", row, least=1)
    return Deed(key, row["name"], kind, group, position, price, house_price, rent)


def _groups(file: DataFile, deeds: Iterable[Deed]) -> dict[str, tuple[Deed, ...]]:
    groups: dict[str, tuple[Deed, ...]] = {}
    for deed in deeds:
        group = groups[deed.group] = (*groups.get(deed.group, ()), deed)
        if group[0].kind is not deed.kind:
            reason = InputProblem.GROUP_OF_ANOTHER_KIND
            raise file.error("group", reason, deed.name, group=deed.group, kind=group[0].kind)
        if deed.kind is not Kind.STREET and len(group) > len(deed.rent):
            reason = InputProblem.GROUP_WITHOUT_RENT
            raise file.error("group", reason, deed.name, group=deed.group)
    by_name: dict[str, str] = {}
    for name in groups:
        if by_name.setdefault(name.lower().replace("_", " "), name) != name:
            raise file.error("group", InputProblem.NAME_OF_TWO_GROUPS, name, group=name)
    return groups


def _packs(
    file: DataFile, packs: dict[str, Any], spaces: tuple[Space, ...]
) -> dict[str, dict[Kind, dict[str, Card]]]:
    if "classic" not in packs:
        raise file.error("packs", InputProblem.NO_CLASSIC_PACK)
    result: dict[str, dict[Kind, dict[str, Card]]] = {}
    if invalid := [name for name in packs if not re.fullmatch(r"[a-z0-9_-]{1,40}", name)]:
        raise file.error(invalid[0], InputProblem.NOT_A_SLUG, text=excerpt(invalid[0]))
    for name in sorted(packs, key=lambda name: name != "classic"):
        lists: dict[str, Any] = data_file.take(file, packs, name, dict)
        data_file.only(file, lists, PACKS)
        result[name] = {}
        for pack in PACKS:
            rows: list[Any] = data_file.take(file, lists, pack, list, default=[])
            cards = _cards(file, pack, rows, spaces)
            # The classic pack comes first; every other pack lists only the cards that differ.
            result[name][pack] = {**result["classic"].get(pack, {}), **cards}
            jail_cards = [c for c in result[name][pack].values() if c.effect == "jail_card"]
            if sum(card.copies for card in jail_cards) > 1:
                raise file.error(pack, InputProblem.SECOND_JAIL_CARD, jail_cards[-1].key)
    for space in spaces:
        if space.kind in PACKS and not result["classic"][space.kind]:
            near = "[packs.classic]"
            raise file.error(space.kind, InputProblem.NO_CARDS, near, space=space.position)
    return result


def _cards(
    file: DataFile, pack: Kind, rows: list[Any], spaces: tuple[Space, ...]
) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for row in rows:
        card = _card(file, pack, row, spaces)
        if card.key in cards:
            raise file.error("key", InputProblem.CARD_TWICE, row, card=card.key)
        cards[card.key] = card
    return cards


def _card(file: DataFile, pack: Kind, row: dict[str, Any], spaces: tuple[Space, ...]) -> Card:
    if not isinstance(row, dict):
        raise file.error(pack, InputProblem.CARD_NOT_A_TABLE, value=shown(row))
    key = _key(file, row)
    effect = _choice(file, row, "effect", _CARD_KEYS, row)
    wanted = _CARD_KEYS[effect]
    data_file.only(file, row, ("key", "effect", "copies", *wanted), row)
    values: dict[str, Any] = {
        name: _number(file, row, name) if kind is int else _target(file, row, name, spaces)
        for name, kind in wanted.items()
    }
    copies = 1
    if "copies" in row:
        copies = data_file.amount(file, row, "copies", row, least=1, most=_MOST_COPIES)
    return Card(key, pack, effect, copies=copies, **values)


def _number(file: DataFile, row: Mapping[str, Any], name: str) -> int:
    # A step back by all 40 spaces would lead to the same card again.
    if name == "spaces":
        return data_file.amount(file, row, name, row, least=1, most=SPACES - 1)
    return data_file.amount(file, row, name, row)


def _target(file: DataFile, row: Mapping[str, Any], name: str, spaces: tuple[Space, ...]) -> str:
    """Return the key ``to`` which a card leads, or the ``kind`` of the nearest space it seeks."""
    value = data_file.take(file, row, name, str, row)
    found = [s for s in spaces if value == (s.key if name == "to" else s.kind)]
    if found and name == "kind" and found[0].kind not in (Kind.RAILROAD, Kind.UTILITY):
        choices = (Kind.RAILROAD, Kind.UTILITY)
        raise file.error(name, InputProblem.UNKNOWN_CHOICE, row, value=value, choices=choices)
    if not found:
        no_key, no_kind = InputProblem.NO_SPACE_WITH_KEY, InputProblem.NO_SPACE_OF_KIND
        raise file.error(name, no_key if name == "to" else no_kind, row, value=excerpt(value))
    if name == "to" and len(found) > 1:
        reason = InputProblem.SEVERAL_SPACES_WITH_KEY
        raise file.error(name, reason, row, value=value, count=len(found))
    return value


def _key(file: DataFile, row: Mapping[str, Any], **default: str) -> str:
    key = data_file.take(file, row, "key", str, row, **default)
    if not key or slug(key) != key:
        raise file.error("key", InputProblem.NOT_A_SLUG, row, text=excerpt(key))
    if len(key) > (most := data_file.LONGEST_NAME):
        raise file.error("key", InputProblem.NAME_TOO_LONG, row, text=excerpt(key), most=most)
    return key


def _choice(file: DataFile, row: Mapping[str, Any], key: str, allowed: Any, near: Near) -> Any:
    value = data_file.take(file, row, key, str, near)
    choices = [str(choice) for choice in allowed]
    if value not in choices:
        reason = InputProblem.UNKNOWN_CHOICE
        raise file.error(key, reason, near, value=excerpt(value), choices=choices)
    return allowed(value) if isinstance(allowed, type) else value
