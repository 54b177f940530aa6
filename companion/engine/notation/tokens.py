"""What a line of the notation is made of: names, dice, money, deeds, and how each is written.

A *form* is one kind of line as a template; its fields are those of the dataclass it makes. The same
form reads a line and writes it, so the two cannot drift apart.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache, lru_cache
from typing import Any

from companion.engine.board import Board, Kind
from companion.engine.limits import ForeignError, quoted
from companion.engine.moves import Goods
from companion.engine.state import BANK

_SEPARATES = re.compile(r"[,;#()]| for ")
"""What ends a name in some line: the next deed, effect, comment, note, side of a deal."""


_LONGEST_MEANT = 64
"""Characters of a misspelt name that are compared with the known ones."""
SUM = r"\$[0-9]{1,9}"


class NotationError(ForeignError):
    """A line that cannot be read. The message says what was expected, without the place."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names that lines of one table are made of."""

    players: tuple[str, ...]
    board: Board

    def player(self, text: str) -> str:
        """The player, or the bank, that ``text`` names. Raises NotationError."""
        return _named(text, {p.lower(): p for p in (*self.players, BANK)}, "player")

    def seat(self, text: str) -> str:
        """The player that ``text`` names. Raises NotationError."""
        return _named(text, {p.lower(): p for p in self.players}, "player")

    def deed(self, text: str) -> str:
        """The key of the deed named by its printed name or its key. Raises NotationError."""
        names = {deed.key: deed.key for deed in self.board.deeds.values()}
        names |= {deed.name.lower(): deed.key for deed in self.board.deeds.values()}
        return _named(text, names, "deed")

    def space(self, text: str) -> int:
        """The position of ``space 22`` or of a name that occurs once. Raises NotationError."""
        if number := re.fullmatch(r"space ([0-9]{1,2})", text, re.I):
            if int(number[1]) < len(self.board.spaces):
                return int(number[1])
            raise NotationError(f"{quoted(text)}: spaces are numbered from 0 to 39")
        found = self.spaces(text)
        if len(found) > 1:
            numbers = ", ".join(f"'space {space}'" for space in found)
            raise NotationError(f"{quoted(text)} is on the board more than once: write {numbers}")
        return found[0]

    def spaces(self, text: str) -> list[int]:
        """Every position of that name or key. Raises NotationError when there is none."""
        names = {name.lower(): key for name, key in self._space_names()}
        key = _named(text, names, "space")
        return [space.position for space in self.board.spaces if space.key == key]

    def group(self, text: str) -> str:
        """The group of that name, an underscore read as a space. Raises NotationError."""
        names = {group.replace("_", " "): group for group in self.board.groups}
        return _named(text.replace("_", " "), names, "group")

    def written_deed(self, key: str) -> str:
        """The printed name; the key where the name holds a comma or what else separates."""
        name = self.board.deeds[key].name
        return key if _SEPARATES.search(name) else name

    def written_space(self, position: int) -> str:
        """The printed name; its number where the board has several of that name."""
        space = self.board.spaces[position]
        alone = sum(other.key == space.key for other in self.board.spaces) == 1
        plain = alone and not _SEPARATES.search(space.name.replace(",", ""))
        return space.name if plain else f"space {position}"

    def _space_names(self) -> Iterable[tuple[str, str]]:
        for space in self.board.spaces:
            yield space.key, space.key
            yield space.name, space.key


@dataclass(frozen=True, slots=True)
class Field:
    """How one kind of value is read and written. ``sample`` is for the sentence of an error."""

    pattern: str
    read: Callable[[Words, str], Any]
    write: Callable[[Words, Any], str]
    sample: str


def _number(pattern: str, prefix: str, sample: str) -> Field:
    return Field(pattern, lambda w, t: int(t.lstrip("$")), lambda w, v: f"{prefix}{v}", sample)


def _read_dice(words: Words, text: str) -> tuple[int, int]:
    first, second = text.split()
    return int(first), int(second)


def _read_buildings(words: Words, text: str) -> int:
    named = {"nothing": 0, "hotel": 5}
    return named.get(text.lower(), 0) or int(re.sub(r"\D", "", text) or 0)


def _write_buildings(words: Words, count: int) -> str:
    return {0: "nothing", 1: "1 house", 5: "hotel"}.get(count, f"{count} houses")


def _deeds(words: Words, text: str) -> tuple[str, ...]:
    return tuple(words.deed(part.strip()) for part in text.split(","))


def _pack(words: Words, text: str) -> str:
    return Kind(text.lower().replace(" ", "_"))


def _read_goods(words: Words, text: str) -> Goods:
    deeds: list[str] = []
    cards: list[str] = []
    cash: list[int] = []
    for part in (part.strip() for part in text.split(",")):
        if card := re.fullmatch(r"(?:(chance|community chest) )?jail card", part, re.IGNORECASE):
            cards.append(_pack(words, card[1]) if card[1] else "")
        elif re.fullmatch(SUM, part):
            cash.append(int(part[1:]))
        elif part.lower() != "nothing":
            deeds.append(words.deed(part))
    if len(cash) > 1:
        raise NotationError(f"{quoted(text)}: one side of a deal has one sum of money")
    return Goods(tuple(deeds), sum(cash), tuple(cards))


def _write_goods(words: Words, goods: Goods) -> str:
    parts = [words.written_deed(deed) for deed in goods.deeds]
    parts += [f"${goods.cash}"] if goods.cash else []
    parts += [f"{pack.replace('_', ' ')} jail card".strip() for pack in goods.jail_cards]
    return ", ".join(parts) or "nothing"


def _read_houses(words: Words, text: str) -> tuple[int, ...]:
    return tuple(int(count) for count in text.split(","))


_GOODS = Field(".+", _read_goods, _write_goods, "Baltic Avenue, $50")
_PLAYER = Field("{players}", Words.player, lambda w, v: v, "Ann")
_PARTY = Field("{players}|bank", Words.player, lambda w, v: v, "bank")
_DEED = Field(".+", Words.deed, Words.written_deed, "Baltic Avenue")
FIELDS: dict[str, Field] = {
    "player": _PLAYER,
    "other": Field("{players}", Words.player, lambda w, v: v, "Bob"),
    "payer": _PARTY,
    "payee": _PARTY,
    "owner": _PARTY,
    "holder": _PARTY,
    "dice": Field("[1-6] [1-6]", _read_dice, lambda w, v: f"{v[0]} {v[1]}", "3 5"),
    "by_tray": Field("(?: by tray)?", lambda w, t: bool(t), lambda w, v: " by tray" * v, ""),
    "amount": _number(SUM, "$", "$50"),
    "count": _number("[0-9]{1,9}", "", "2"),
    "turn": _number("[1-3]", "", "2"),
    "card": Field("[a-z0-9-]+", lambda w, t: t.lower(), lambda w, v: v, "advance-to-go"),
    "deed": _DEED,
    "deeds": Field(".+", _deeds, lambda w, v: ", ".join(map(w.written_deed, v)), "Baltic Avenue"),
    "space": Field(".+", Words.space, Words.written_space, "Boardwalk"),
    "pack": Field("chance|community chest", _pack, lambda w, v: str(v).replace("_", " "), "chance"),
    "group": Field(".+", Words.group, lambda w, v: v.replace("_", " "), "light blue"),
    "houses": Field(
        r"[0-4](?:, ?[0-4])*", _read_houses, lambda w, v: ", ".join(map(str, v)), "1, 1, 0"
    ),
    "gives": _GOODS,
    "wants": _GOODS,
    "buildings": Field(
        "nothing|hotel|[0-4] houses?", _read_buildings, _write_buildings, "2 houses"
    ),
}


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of line: ``{player} throws {dice}{by_tray}`` makes ``makes``; the fields that the
    template leaves out are ``given``, or have their defaults."""

    makes: type[Any]
    template: str
    given: Mapping[str, Any] | None = None

    def read(self, words: Words, text: str) -> Any:
        """What the line makes; None when it is not of this form. Raises NotationError."""
        match = _regex(self.template, words.players).fullmatch(text)
        if match is None:
            return None
        read = {name: FIELDS[name].read(words, part) for name, part in match.groupdict().items()}
        return self.makes(**read, **(self.given or {}))

    def writes(self, value: Any) -> bool:
        """Whether this form says all there is to say of ``value``."""
        if type(value) is not self.makes:
            return False
        names = _names(self.template)
        given = self.given or {}
        return all(
            getattr(value, field.name) == given.get(field.name, field.default)
            for field in fields(self.makes)
            if field.name not in names and (field.name in given or field.default is not MISSING)
        )

    def write(self, words: Words, value: Any) -> str:
        """The canonical line of ``value``."""
        names = _names(self.template)
        parts = {name: FIELDS[name].write(words, getattr(value, name)) for name in names}
        return self.template.format(**parts)

    def sample(self) -> str:
        """An example of such a line."""
        return self.template.format(**{n: FIELDS[n].sample for n in _names(self.template)})

    def begins(self, words: Words, text: str) -> bool:
        """Whether ``text`` starts like this form, up to its first verb."""
        head = re.match(r"(\{\w+\} )?[a-z]+", self.template)
        assert head is not None
        return _regex(head[0], words.players, r"\b.*").fullmatch(text) is not None


@cache
def _names(template: str) -> tuple[str, ...]:
    """The fields that a template has a place for."""
    return tuple(re.findall(r"\{(\w+)\}", template))


def read_form(forms: Iterable[Form], words: Words, text: str, what: str) -> Any:
    """What the first form that fits makes of ``text``. Raises NotationError with what would fit."""
    forms = tuple(forms)
    for form in forms:
        if (made := form.read(words, text)) is not None:
            return made
    if near := [form for form in forms if form.begins(words, text)]:
        expected = " or ".join(f"'{form.sample()}'" for form in near)
        raise NotationError(f"{quoted(text)} is no {what}; expected {expected}")
    if unknown := _unknown_name(words, text):
        raise NotationError(unknown)
    verbs = [" ".join(re.sub(r"\{\w+\}", " ", form.template).split()) for form in forms]
    raise NotationError(
        f"{quoted(text)} is no {what}; expected one of: {', '.join(dict.fromkeys(verbs))}"
    )


def write_form(forms: Iterable[Form], words: Words, value: Any) -> str:
    """The canonical text of ``value``."""
    return next(form for form in forms if form.writes(value)).write(words, value)


def _unknown_name(words: Words, text: str) -> str:
    first = text.split()[0] if text else ""
    if not first or _regex("{player}", words.players, r"\b.*").fullmatch(text):
        return ""
    close = difflib.get_close_matches(first[:_LONGEST_MEANT], words.players, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    players = ", ".join(words.players)
    return f"{quoted(text)}: expected a player ({players}), 'sold', 'undo' or 'ruling:'{hint}"


@lru_cache(maxsize=1024)
def _regex(template: str, players: tuple[str, ...], rest: str = "") -> re.Pattern[str]:
    # The longest name that fits is meant, so the longest is tried first.
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True))
    pattern = ""
    for literal, name in re.findall(r"([^{}]+)|\{(\w+)\}", template):
        inner = FIELDS[name].pattern.replace("{players}", names) if name else ""
        pattern += f"(?P<{name}>{inner})" if name else re.escape(literal)
    return re.compile(pattern + rest, re.IGNORECASE)


def _named(text: str, names: Mapping[str, str], what: str) -> str:
    found = names.get(text.strip().lower())
    if found is not None:
        return found
    close = difflib.get_close_matches(text.lower()[:_LONGEST_MEANT], names, 1, 0.5)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    raise NotationError(f"no {what} is called {quoted(text)}{hint}")
