"""Tokens: the names, dice, money and deeds of a line, and how each is written.

A *form* is a template for one kind of line. Its fields are those of the dataclass that it builds.
The same form reads and writes the line, so that parser and formatter cannot differ.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any

from companion.engine.board import Board, Kind
from companion.engine.limits import ForeignError, excerpt
from companion.engine.moves import Goods
from companion.engine.problems import InputProblem
from companion.engine.rulings import Instalments, Landings
from companion.engine.state import BANK, POT

_SEPARATOR = re.compile(r"[,;#()]| for ")
"""Separator of deeds, effects, comments, notes, or the two sides of a trade."""
_MAX_COMPARED = 64
"""Number of characters of an unknown name that are compared with the known names."""
_RESERVED = {BANK, POT, "nothing", "undo", "sold", "time", "ruling", "expect", "refused"}
_MAX_NAME_LENGTH = 16
SUM = r"\$[0-9]{1,9}"
DEBT = "the debt"
"""Goods of a deal that release what the other player owes (FLOW-8)."""
NEW_NAME = r"(?:(?! joins| is called )[^;])+"
"""Name that a ruling gives; with these words in it the line could be read in two ways."""
FOR_GOOD = "for good"
"""A number of free landings that has no end."""
LOAN = "the loan"
"""Goods of a deal that end the other player's loans (HOUSE-4)."""
LOAN_OF = re.compile(rf"{LOAN} of (?P<player>.+)", re.IGNORECASE)
"""Goods of a deal that pass a third player's loans on (HOUSE-5)."""
_WHEN = "when passing GO|at each of the next [0-9]{1,2} times"
INSTALMENTS = rf"{SUM} (?:{_WHEN})(?: secured by .+)?"
"""Goods of a deal that are paid back later (HOUSE-1)."""
LANDING = re.compile(r"free landing on (?P<deed>.+) (?P<times>\S+ times?|for good)", re.IGNORECASE)
"""Goods of a deal that let the other player land free (DEAL-1)."""


class NotationError(ForeignError):
    """Raised for a line that cannot be read."""


@dataclass(frozen=True, slots=True)
class NotationWords:
    """Names that the lines of one table can contain."""

    players: tuple[str, ...]
    board: Board

    def player(self, text: str) -> str:
        """Return the player, or the bank, named by ``text``. Raises NotationError."""
        names = {name.lower(): name for name in (*self.players, BANK)}
        return _look_up(text, names, InputProblem.NO_SUCH_PLAYER)

    def party(self, text: str) -> str:
        """Return the player, the bank or the pot named by ``text``. Raises NotationError."""
        names = {name.lower(): name for name in (*self.players, BANK, POT)}
        return _look_up(text, names, InputProblem.NO_SUCH_PLAYER)

    def seat(self, text: str) -> str:
        """Return the player named by ``text``. Raises NotationError."""
        names = {name.lower(): name for name in self.players}
        return _look_up(text, names, InputProblem.NO_SUCH_PLAYER)

    def deed(self, text: str) -> str:
        """Return the key of the deed named by its printed name or its key.

        Raises NotationError if there is no such deed.
        """
        names = {deed.key: deed.key for deed in self.board.deeds.values()}
        names |= {deed.name.lower(): deed.key for deed in self.board.deeds.values()}
        return _look_up(text, names, InputProblem.NO_SUCH_DEED)

    def space(self, text: str) -> int:
        """Return the position of ``space 22``, or of a name that occurs once.

        Raises NotationError if the name is unknown, or the board has several such spaces.
        """
        if number := re.fullmatch(r"space ([0-9]{1,2})", text, re.I):
            if int(number[1]) < len(self.board.spaces):
                return int(number[1])
            raise NotationError(InputProblem.NO_SUCH_SPACE_NUMBER, text=excerpt(text))
        found = self.spaces(text)
        if len(found) > 1:
            numbers = [f"space {space}" for space in found]
            reason = InputProblem.AMBIGUOUS_SPACE
            raise NotationError(reason, text=excerpt(text), examples=numbers)
        return found[0]

    def spaces(self, text: str) -> list[int]:
        """Return every position of that name or key. Raises NotationError if none."""
        names = {name.lower(): key for name, key in self._space_names()}
        key = _look_up(text, names, InputProblem.NO_SUCH_SPACE)
        return [space.position for space in self.board.spaces if space.key == key]

    def group(self, text: str) -> str:
        """Return the group of that name, with underscores read as spaces.

        Raises NotationError if there is no such group.
        """
        names = {group.replace("_", " "): group for group in self.board.groups}
        return _look_up(text.replace("_", " "), names, InputProblem.NO_SUCH_GROUP)

    def format_deed(self, key: str) -> str:
        """Return the printed name, or the key if the name contains a separator."""
        name = self.board.deeds[key].name
        return key if _SEPARATOR.search(name) else name

    def format_space(self, position: int) -> str:
        """Return the printed name, or the number if the name is ambiguous."""
        space = self.board.spaces[position]
        alone = sum(other.key == space.key for other in self.board.spaces) == 1
        plain = alone and not _SEPARATOR.search(space.name.replace(",", ""))
        return space.name if plain else f"space {position}"

    def _space_names(self) -> Iterable[tuple[str, str]]:
        for space in self.board.spaces:
            yield space.key, space.key
            yield space.name, space.key


@dataclass(frozen=True, slots=True)
class Field:
    """Reader and writer of one kind of value.

    ``sample`` is the example shown in error messages.
    """

    pattern: str
    read: Callable[[NotationWords, str], Any]
    write: Callable[[NotationWords, Any], str]
    sample: str


def _number(pattern: str, prefix: str, sample: str) -> Field:
    return Field(pattern, lambda w, t: int(t.lstrip("$")), lambda w, v: f"{prefix}{v}", sample)


def _read_dice(words: NotationWords, text: str) -> tuple[int, int]:
    first, second = text.split()
    return int(first), int(second)


def _read_buildings(words: NotationWords, text: str) -> int:
    named = {"nothing": 0, "hotel": 5}
    return named.get(text.lower(), 0) or int(re.sub(r"\D", "", text) or 0)


def _write_buildings(words: NotationWords, count: int) -> str:
    return {0: "nothing", 1: "1 house", 5: "hotel"}.get(count, f"{count} houses")


def _deeds(words: NotationWords, text: str) -> tuple[str, ...]:
    return tuple(words.deed(part.strip()) for part in text.split(","))


def _pack(words: NotationWords, text: str) -> str:
    return Kind(text.lower().replace(" ", "_"))


def _read_goods(words: NotationWords, text: str) -> Goods:
    deeds: list[str] = []
    cards: list[str] = []
    cash: list[int] = []
    landings: list[tuple[str, Landings]] = []
    loans_of: list[str] = []
    promised: list[Instalments] = []
    has_debt = has_loan = False
    for part in (part.strip() for part in text.split(",")):
        if card := re.fullmatch(r"(?:(chance|community chest) )?jail card", part, re.IGNORECASE):
            cards.append(_pack(words, card[1]) if card[1] else "")
        elif re.fullmatch(SUM, part):
            cash.append(int(part[1:]))
        elif part.lower() == DEBT:
            has_debt = True
        elif part.lower() == LOAN:
            has_loan = True
        elif of := LOAN_OF.fullmatch(part):
            loans_of.append(words.seat(of["player"]))
        elif re.fullmatch(INSTALMENTS, part, re.IGNORECASE):
            promised.append(_read_instalments(words, part))
        elif landing := LANDING.fullmatch(part):
            if not re.fullmatch("[1-9][0-9]? times?|for good", landing["times"], re.IGNORECASE):
                raise NotationError(InputProblem.NUMBER_OF_LANDINGS, text=excerpt(part))
            times = _read_times(words, landing["times"])
            landings.append((words.deed(landing["deed"]), times))
        elif part.lower() != "nothing":
            deeds.append(words.deed(part))
    if len(cash) > 1:
        raise NotationError(InputProblem.SECOND_SUM, text=excerpt(text))
    if len(promised) > 1:
        raise NotationError(InputProblem.SECOND_LOAN, text=excerpt(text))
    return Goods(
        tuple(deeds),
        sum(cash),
        tuple(cards),
        has_debt,
        tuple(landings),
        promised[0] if promised else None,
        has_loan,
        tuple(loans_of),
    )


def _write_goods(words: NotationWords, goods: Goods) -> str:
    parts = [words.format_deed(deed) for deed in goods.deeds]
    parts += [f"${goods.cash}"] if goods.cash else []
    parts += [f"{pack.replace('_', ' ')} jail card".strip() for pack in goods.jail_cards]
    parts += [DEBT] if goods.debt else []
    parts += [
        f"free landing on {words.format_deed(deed)} {_write_times(words, times)}"
        for deed, times in goods.landings
    ]
    parts += [_write_instalments(words, goods.instalments)] if goods.instalments else []
    parts += [LOAN] if goods.loan else []
    parts += [f"{LOAN} of {name}" for name in goods.loans_of]
    return ", ".join(parts) or "nothing"


def _read_instalments(words: NotationWords, text: str) -> Instalments:
    money, *secured = re.split(" secured by ", text, maxsplit=1, flags=re.IGNORECASE)
    amount, *times = re.findall("[0-9]+", money)
    deeds = [words.deed(deed) for deed in secured]
    return Instalments(int(amount), int(times[0]) if times else 1, "".join(deeds))


def _write_instalments(words: NotationWords, promised: Instalments) -> str:
    often = f"at each of the next {promised.times} times"
    when = "when passing GO" if promised.times == 1 else often
    by = f" secured by {words.format_deed(promised.secured)}" if promised.secured else ""
    return f"${promised.amount} {when}{by}"


def _read_times(words: NotationWords, text: str) -> Landings:
    return None if text.lower() == FOR_GOOD else int(text.split()[0])


def _write_times(words: NotationWords, times: Landings) -> str:
    return FOR_GOOD if times is None else f"{times} time{'s' * (times != 1)}"


def check_name(name: str) -> None:
    """Raise NotationError if ``name`` is not a valid player name."""
    if not 1 <= len(name) <= _MAX_NAME_LENGTH or not name.isprintable():
        reason = InputProblem.INVALID_NAME_LENGTH
        raise NotationError(reason, name=excerpt(name), most=_MAX_NAME_LENGTH)
    if forbidden := set(name) & set(",:$#"):
        reason = InputProblem.SEPARATOR_IN_NAME
        raise NotationError(reason, name=name, character=min(forbidden))
    if name.lower() in _RESERVED:
        raise NotationError(InputProblem.RESERVED_NAME, name=name)


def check_new_name(name: str) -> None:
    """Raise NotationError if a ruling cannot give ``name`` to a player."""
    check_name(name)
    if not re.fullmatch(NEW_NAME, name, re.IGNORECASE):
        raise NotationError(InputProblem.RESERVED_NAME, name=name)


def _new_name(words: NotationWords, text: str) -> str:
    check_new_name(text)
    return text


def _read_houses(words: NotationWords, text: str) -> tuple[int, ...]:
    return tuple(int(count) for count in text.split(","))


_GOODS = Field(".+", _read_goods, _write_goods, "Baltic Avenue, $50")
_PLAYER = Field("{players}", NotationWords.player, lambda w, v: v, "Ann")
_OWNER = Field("{players}|bank", NotationWords.player, lambda w, v: v, "bank")
_PARTY = Field("{players}|bank|pot", NotationWords.party, lambda w, v: v, "bank")
_DEED = Field(".+", NotationWords.deed, NotationWords.format_deed, "Baltic Avenue")
FIELDS: dict[str, Field] = {
    "player": _PLAYER,
    "other": Field("{players}", NotationWords.player, lambda w, v: v, "Bob"),
    "name": Field(NEW_NAME, _new_name, lambda w, v: v, "Eve"),
    "payer": _PARTY,
    "payee": _PARTY,
    "owner": _OWNER,
    "debtor": _PLAYER,
    "borrower": _PLAYER,
    "lender": Field("{players}", NotationWords.player, lambda w, v: v, "Bob"),
    "instalments": Field(
        INSTALMENTS, _read_instalments, _write_instalments, "$330 when passing GO"
    ),
    "creditor": _PARTY,
    "holder": _OWNER,
    "dice": Field("[1-6] [1-6]", _read_dice, lambda w, v: f"{v[0]} {v[1]}", "3 5"),
    "by_tray": Field("(?: by tray)?", lambda w, t: bool(t), lambda w, v: " by tray" * v, ""),
    "amount": _number(SUM, "$", "$50"),
    "times": Field(f"{FOR_GOOD}|[0-9]{{1,2}} times?", _read_times, _write_times, "3 times"),
    "count": _number("[0-9]{1,9}", "", "2"),
    "turn": _number("[1-3]", "", "2"),
    "card": Field("[a-z0-9-]+", lambda w, t: t.lower(), lambda w, v: v, "advance-to-go"),
    "deed": _DEED,
    "deeds": Field(".+", _deeds, lambda w, v: ", ".join(map(w.format_deed, v)), "Baltic Avenue"),
    "space": Field(".+", NotationWords.space, NotationWords.format_space, "Boardwalk"),
    "pack": Field("chance|community chest", _pack, lambda w, v: str(v).replace("_", " "), "chance"),
    "group": Field(".+", NotationWords.group, lambda w, v: v.replace("_", " "), "light blue"),
    "houses": Field(
        r"[0-4](?:, ?[0-4])*", _read_houses, lambda w, v: ", ".join(map(str, v)), "1, 1, 0"
    ),
    "gives": _GOODS,
    # " for good" at the end belongs to a promise, and not to what is wanted.
    "wants": replace(_GOODS, pattern="(?!good(?:,|$)).+"),
    "buildings": Field(
        "nothing|hotel|[0-4] houses?", _read_buildings, _write_buildings, "2 houses"
    ),
}


NAMES = tuple(name for name, field in FIELDS.items() if "{players}" in field.pattern)
"""Fields that can be players."""


@dataclass(frozen=True, slots=True)
class Form:
    """Template of one kind of line, such as ``{player} throws {dice}{by_tray}``.

    Reading a line builds a ``result``. Fields that the template leaves out have their ``fixed``
    values, or else their defaults.
    """

    result: type[Any]
    template: str
    fixed: Mapping[str, Any] | None = None

    def read(self, words: NotationWords, text: str) -> Any:
        """Build the value of a line, or return None if the line has another form.

        Raises NotationError if a name or value in it is unknown.
        """
        match = _regex(self.template, words.players).fullmatch(text)
        if match is None:
            return None
        values = {name: FIELDS[name].read(words, part) for name, part in match.groupdict().items()}
        return self.result(**values, **(self.fixed or {}))

    def can_write(self, value: Any) -> bool:
        """Return True if this form expresses all of ``value``."""
        if type(value) is not self.result:
            return False
        names = field_names(self.template)
        fixed = self.fixed or {}
        return all(
            getattr(value, field.name) == fixed.get(field.name, field.default)
            for field in fields(self.result)
            if field.name not in names and (field.name in fixed or field.default is not MISSING)
        )

    def write(self, words: NotationWords, value: Any) -> str:
        """Return the canonical line of ``value``."""
        names = field_names(self.template)
        parts = {name: FIELDS[name].write(words, getattr(value, name)) for name in names}
        return self.template.format(**parts)

    def example(self) -> str:
        """Return an example of such a line."""
        samples = {name: FIELDS[name].sample for name in field_names(self.template)}
        if self._subject in (_OWNER, _PARTY):
            samples[field_names(self.template)[0]] = _PLAYER.sample
        return self.template.format(**samples)

    def matches_start(self, words: NotationWords, text: str) -> bool:
        """Return True if ``text`` starts like this form, up to its first verb."""
        head = re.match(r"(\{\w+\} )?[a-z]+", self.template)
        assert head is not None
        starts = _regex(head[0], words.players, r"\b.*").fullmatch(text) is not None
        return starts and self.matches_subject(words, text)

    def matches_subject(self, words: NotationWords, text: str) -> bool:
        """Return True if ``text`` begins with a name, or a word, that such a line begins with."""
        names = map(re.escape, self.subjects(words))
        return re.match(rf"(?:{'|'.join(names)})(?!\w)", text, re.IGNORECASE) is not None

    def subjects(self, words: NotationWords) -> tuple[str, ...]:
        """Return the names, or the word, with which a line of this form may begin."""
        if self._subject is _DEED:
            return tuple(name for d in words.board.deeds.values() for name in (d.name, d.key))
        if self._subject is _OWNER:
            return (*words.players, BANK)
        if self._subject is _PARTY:
            return (*words.players, BANK, POT)
        return words.players if self._subject else (self.template.split()[0],)

    @property
    def _subject(self) -> Field | None:
        """Field with which a line begins; None if it begins with a word."""
        return FIELDS[field_names(self.template)[0]] if self.template.startswith("{") else None


@cache
def field_names(template: str) -> tuple[str, ...]:
    """Return the names of the fields in a template."""
    return tuple(re.findall(r"\{(\w+)\}", template))


def read_form(
    forms: Sequence[Form],
    words: NotationWords,
    text: str,
    invalid: InputProblem,
    unknown: InputProblem,
    stranger: InputProblem,
) -> Any:
    """Return the value built by the first form that fits.

    Raises NotationError with the reason ``invalid`` if the line begins like some forms, with
    ``unknown`` if only its first name is right, or ``stranger`` if no line begins so.
    """
    for form in forms:
        if (value := form.read(words, text)) is not None:
            return value
    if similar := [form for form in forms if form.matches_start(words, text)]:
        examples = [form.example() for form in similar]
        raise NotationError(invalid, text=excerpt(text), examples=examples)
    about = [form for form in forms if form.matches_subject(words, text)]
    if text and not about:
        names = dict.fromkeys(name for form in forms for name in form.subjects(words))
        raise NotationError(
            stranger,
            text=excerpt(text),
            players=words.players,
            close=_closest(text.split()[0], names),
        )
    verbs = [" ".join(re.sub(r"\{\w+\}", " ", form.template).split()) for form in about or forms]
    raise NotationError(unknown, text=excerpt(text), choices=[*dict.fromkeys(verbs)])


def write_form(forms: Iterable[Form], words: NotationWords, value: Any) -> str:
    """Return the canonical text of ``value``."""
    return next(form for form in forms if form.can_write(value)).write(words, value)


@lru_cache(maxsize=1024)
def _regex(template: str, players: tuple[str, ...], rest: str = "") -> re.Pattern[str]:
    # One name may start with another: try the longest first.
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True))
    pattern = ""
    for literal, name in re.findall(r"([^{}]+)|\{(\w+)\}", template):
        inner = FIELDS[name].pattern.replace("{players}", names) if name else ""
        pattern += f"(?P<{name}>{inner})" if name else re.escape(literal)
    return re.compile(pattern + rest, re.IGNORECASE)


def _look_up(text: str, names: Mapping[str, str], unknown: InputProblem) -> str:
    found = names.get(text.strip().lower())
    if found is not None:
        return found
    raise NotationError(unknown, text=excerpt(text), close=_closest(text.lower(), names, 0.5))


def _closest(text: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the name that is most like ``text``, or an empty string."""
    return "".join(difflib.get_close_matches(text[:_MAX_COMPARED], names, 1, cutoff))
