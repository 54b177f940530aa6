"""The edition: one rule sheet as data, with the house rules chosen for a game.

Each rule that differs between editions is a field here and a key in ``editions/*.toml``. No rule
depends on the name of an edition.

A house rule changes fields:

    >>> from companion.engine import edition
    >>> plain = edition.load("1961")
    >>> plain.pot, plain.pot_seed, plain.auctions
    (False, 0, True)
    >>> rules = edition.with_house_rules(plain, ("free parking pot $500", "no auction"))
    >>> rules.pot, rules.pot_seed, rules.auctions
    (True, 500, False)
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from companion.engine import data_file
from companion.engine.data_file import DataFile, DataFileError
from companion.engine.limits import MOST_DOLLARS, excerpt
from companion.engine.problems import InputProblem, Money, Problem

RentAsking: TypeAlias = Literal["watchful", "shown", "automatic"]


@dataclass(frozen=True, slots=True)
class Edition:
    """The clauses in which rule sheets differ. Amounts are whole dollars.

    A field's type says what its key in a file may be. With a default it may be left out, as files
    that were written for an earlier version do.
    """

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
    bank_credit: int
    """SET-4: the part of the starting cash that is credit if more than six play."""
    go_pays_double: bool
    """GO-1."""
    buying_after_first_round: bool
    """BUY-1."""
    auctions: bool
    """BUY-2."""
    rent_asking: RentAsking
    """TABLE-6, unless the players choose another."""
    claim_lapses: Literal["throw", "receive"]
    """RENT-6: what the second player following does when a claim ends."""
    rent_while_in_jail: bool
    """RENT-8."""
    part_in_lots: bool
    """RENT-10: rent short of cash may be paid partly in lots."""
    income_tax: Literal["choice", "ten_percent", "flat"]
    """TAX-1."""
    flat_income_tax: int
    """TAX-1, in dollars."""
    worth_of_deeds: Literal["price", "mortgage"]
    """TAX-2: at which amount deeds count."""
    luxury_tax: int
    """TAX-4, in dollars; 0 for the amount on the board."""
    rounding: Literal["nearest", "up", "down"]
    """TAX-4, MORT-3: to which dollar a tenth is rounded; halves go up to the nearest."""
    doubles_leaving_jail_throw_again: bool
    """JAIL-4."""
    fine_turns: int
    """JAIL-5: in how many of the three turns the fine may be paid before throwing."""
    pot: bool
    """PARK-1: taxes, fines and card penalties go to the next player who lands on Free Parking."""
    pot_seed: int
    """PARK-1: amount that the bank puts in the pot at first and after each win."""
    even_building: bool
    """BLD-2, BLD-3, SELL-1."""
    unlimited_buildings: bool
    """SHORT-1."""
    jail_cards_auctioned: bool
    """BANK-4."""
    pack: str
    """The version of the board's cards."""
    house_rules: Mapping[str, Mapping[str, Any]] = field(hash=False)
    """The house rules that players may choose, by name: the keys that each changes."""
    double_ones_bonus: int = 0
    """MOVE-3: what the bank pays for a roll of two ones, in dollars."""
    fine_growth: int = 0
    """JAIL-5: what the fine grows by with each stay in jail after the first, in dollars."""
    buildings_from_price: bool = False
    """BUY-3: a building is auctioned from its printed price."""
    promises: bool = False
    """DEAL-1: a deal may have free landings on a deed in it."""
    promises_bind_buyers: bool = False
    """DEAL-1: such a promise passes on with its deed."""
    go_doubles_by_card: bool = True
    """HOUSE-20: a card that leads to GO earns the double salary, too."""
    salary: int = 0
    """HOUSE-20: the salary in dollars; 0 for the one on the board."""
    salary_passing: int = 0
    """HOUSE-20: the salary for passing GO; 0 for as much as for landing on it."""
    rent_after_first_round: bool = False
    """HOUSE-15: nobody owes rent before having been round once."""
    least_bid: int = 1
    """HOUSE-16: the least first bid, in dollars."""
    bid_step: int = 1
    """HOUSE-16: by how much each bid exceeds the last at least, in dollars."""
    auctions_from: Literal["any", "half"] = "any"
    """HOUSE-16: whether the first bid is at least half the printed price."""
    sealed_bids: bool = False
    """HOUSE-17: everybody keys in one bid in secret, and the bids are opened together."""
    trade_on_turn: bool = False
    """HOUSE-13: a deal needs somebody who has the dice."""
    build_on_turn: bool = False
    """HOUSE-13: only who has the dice builds."""
    trade_in_jail: bool = True
    """HOUSE-14: players in jail make deals."""
    hotels_need_houses: bool = True
    """HOUSE-21: a hotel needs its houses in the bank, even if they are built in the same move."""
    last_round: bool = False
    """HOUSE-18: when time is up, everybody finishes the round."""
    rounds: int = 0
    """HOUSE-19: number of rounds after which the game ends; 0 for no end."""
    sell_back: Literal["no", "price", "half"] = "no"
    """HOUSE-22: for what the bank takes deeds back."""
    deeds_dealt: int = 0
    """HOUSE-10: number of deeds dealt to each player; 0 for two in a quick game, else none."""
    dealt_deeds_paid: bool = True
    """HOUSE-10: each player pays for the dealt deeds."""
    deal_by_players: tuple[tuple[int, int, int], ...] = ()
    """HOUSE-11: a number of players, the deeds dealt to each, and the starting cash; in order."""
    loans: bool = False
    """HOUSE-1: players lend each other money."""
    ruined_deeds: Literal["creditor", "bank"] = "creditor"
    """HOUSE-12: who gets the deeds of a bankrupt; the bank sells them at their price."""
    lifts_for_principal: bool = True
    """FLOW-9: the receiver of a bankrupt's mortgage pays no second tenth until the next roll."""
    superseded: int = 0
    """Number of times that clauses changed since a game was played, to audit older games.

    1 is before BANK-1, FLOW-8, FLOW-13, FLOW-18 and FLOW-19 changed, and 2 also before FLOW-2,
    FLOW-3, FLOW-9 and FLOW-21 did.
    """


MOST_PLAYERS = 12
"""Most seats of a game: there are as many tokens."""
OLDEST_RULES = 2
"""Largest number of ``Edition.superseded``."""

_NO_KEYS = {"source", "fewest_players", "most_players", "superseded"}
_TYPES = {key: hint for key, hint in get_type_hints(Edition).items() if key not in _NO_KEYS}
_TEXTS = tuple(key for key, hint in _TYPES.items() if hint is str)
_AMOUNTS = tuple(key for key, hint in _TYPES.items() if hint is int)
_SWITCHES = tuple(key for key, hint in _TYPES.items() if hint is bool)
_CHOICES = {key: get_args(hint) for key, hint in _TYPES.items() if get_origin(hint) is Literal}
_OPTIONAL = {one.name for one in fields(Edition) if one.default is not MISSING}
_LISTS = {"players": 2, "notes": 7}
_ROWS = "deal_by_players"
_BY_PLAYERS = "by players"
"""Value of a house rule that the row of the number of players says (HOUSE-11)."""
_IN_ROWS = {"deeds_dealt": 1, "starting_cash": 2}
"""Keys with that value, and where a row has them."""
_TURNABLE = (*_AMOUNTS, *_SWITCHES, *_CHOICES)
_MOST = {"fine_turns": 3, "rounds": 999, "deeds_dealt": 14}
"""Upper limits of amounts that are not dollars, such as the three turns in jail (JAIL-5)."""
_NEVER_NOTHING = {"least_bid", "bid_step"}
"""Amounts that are a dollar or more, in an edition, too."""
_FROM_ONE = {*_NEVER_NOTHING, "salary", "salary_passing", "rounds", "deeds_dealt"}
"""Amounts of which nothing is the same as no house rule."""
_OF_AUCTIONS = {"least_bid", "bid_step", "auctions_from", "sealed_bids"}
"""Keys of house rules that say how the bank auctions what is not bought."""
_NEEDS = {"go_doubles_by_card": "go_pays_double", "dealt_deeds_paid": "deeds_dealt"}
"""Keys that mean nothing without another one."""
_MOST_NOTES = 1000
_LONGEST_ABOUT = 200
_DEEPEST_LIKE = 8
"""Longest chain of files that name each other by ``like``."""
_AMOUNT = re.compile(r"(amount|count)(?: or ([0-9]{1,9}))?")
"""A value of a house rule that is written behind its name: a sum, ``$500``, or a bare count."""
_RULE = re.compile(r"(.*?)\s*(\$.*|(?<=\s)[0-9]{1,9})?")


@cache
def load(name_or_path: str) -> Edition:
    """Return a packaged edition by name, or one from a file. Raises DataFileError."""
    return _edition(data_file.read("editions", name_or_path))


def names() -> list[str]:
    """List the packaged editions."""
    return data_file.shipped("editions")


@dataclass(frozen=True, slots=True)
class Amount:
    """Amount that is written behind the name of a house rule, and its limits."""

    key: str
    """Key of the edition that it sets."""
    is_money: bool
    """True for a sum, ``$500``; False for a count, ``20``."""
    default: int | None
    """Amount of a rule that is written without one; None if there has to be one."""
    least: int
    most: int


def amount_of(edition: Edition, name: str) -> Amount | None:
    """Return what is written behind the name of a house rule; None if nothing is."""
    for key, value in edition.house_rules[name].items():
        if written := _AMOUNT.fullmatch(str(value)):
            default = int(written[2]) if written[2] else None
            least, most = int(key in _FROM_ONE), _MOST.get(key, MOST_DOLLARS)
            return Amount(key, written[1] == "amount", default, least, most)
    return None


def needs(edition: Edition, name: str) -> tuple[str, ...]:
    """Return the house rules of which another needs one; without it, it means nothing."""
    wanted = {_NEEDS[key] for key in edition.house_rules[name] if key in _NEEDS}
    others = edition.house_rules.items()
    return tuple(other for other, changes in others if wanted & changes.keys() and other != name)


def split_house_rule(edition: Edition, rule: str) -> tuple[str, str]:
    """Return the name of a house rule, and the amount behind it as it is written."""
    words = " ".join(rule.split())
    if _plain(words) in edition.house_rules:
        return _plain(words), ""
    match = _RULE.fullmatch(words)
    assert match is not None
    return _plain(match[1]), match[2] or ""


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def with_house_rules(edition: Edition, rules: tuple[str, ...], players: int = 0) -> Edition:
    """Return ``edition`` with house rules; an amount may follow a name: ``starting cash $2000``.

    What depends on the number of ``players`` stays as it is if no row is for that number.

    Raises DataFileError if the edition has no such rule, or its amount is missing or too large.
    """
    row = row_of(edition, players)
    for rule in rules:
        changes = _changes(edition, rule)
        for key in [key for key, value in changes.items() if value == _BY_PLAYERS]:
            changes[key] = row[_IN_ROWS[key]] if row else getattr(edition, key)
        edition = replace(edition, **changes)
    return edition


def row_of(edition: Edition, players: int) -> tuple[int, int, int] | None:
    """Return the row of a number of players (HOUSE-11), or None."""
    return next((row for row in edition.deal_by_players if row[0] == players), None)


def goes_by_players(edition: Edition, name: str) -> bool:
    """Return True if a house rule is another one for each number of players (HOUSE-11)."""
    return _BY_PLAYERS in edition.house_rules[name].values()


def players_dealt_to(edition: Edition, rules: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of players that a house rule has a row for; () without such a rule."""
    if any(goes_by_players(edition, split_house_rule(edition, rule)[0]) for rule in rules):
        return tuple(players for players, _, _ in edition.deal_by_players)
    return ()


def contradiction(edition: Edition, rules: tuple[str, ...]) -> Problem | None:
    """Return the problem if two of the ``rules`` contradict each other, or None.

    ``edition`` does not include the rules; each is written as for ``with_house_rules``.
    """
    changed_by: dict[str, tuple[str, Any]] = {}
    for rule in rules:
        for key, value in (_changes(edition, rule) | _implied(edition, rule)).items():
            other, other_value = changed_by.setdefault(key, (rule, value))
            name = split_house_rule(edition, rule)[0]
            is_twice = split_house_rule(edition, other)[0] == name
            if other is not rule and (other_value != value or is_twice):
                reason = InputProblem.CONTRADICTING_HOUSE_RULES
                return Problem(reason, rule=excerpt(rule), other=excerpt(other))
    final = with_house_rules(edition, rules)
    if final.pot_seed and not final.pot:
        return Problem(InputProblem.POT_NEVER_WON, amount=Money(final.pot_seed))
    for rule in rules:
        name = split_house_rule(edition, rule)[0]
        lacks = [_NEEDS[key] for key in edition.house_rules[name] if key in _NEEDS]
        if not all(changed_by.get(key, ("", getattr(edition, key)))[1] for key in lacks):
            other = needs(edition, name)[0]
            return Problem(InputProblem.HOUSE_RULE_NEEDS_ANOTHER, rule=excerpt(rule), other=other)
    return None


def exclude_each_other(edition: Edition, one: str, other: str) -> bool:
    """Return True if two house rules change the same key, or contradict each other."""
    mine, theirs = edition.house_rules[one], edition.house_rules[other]
    if mine.keys() & theirs.keys():
        return True
    changes, implied = {**mine, **theirs}, _implied(edition, one) | _implied(edition, other)
    return any(changes.get(key, value) != value for key, value in implied.items())


def _implied(edition: Edition, rule: str) -> dict[str, Any]:
    """Return the values without which a house rule would mean nothing (HOUSE-16, -17)."""
    changes = edition.house_rules[split_house_rule(edition, rule)[0]]
    return {} if _OF_AUCTIONS.isdisjoint(changes) else {"auctions": True}


def _changes(edition: Edition, rule: str) -> dict[str, Any]:
    name, written = split_house_rule(edition, rule)
    quote = excerpt(rule)
    if name not in edition.house_rules:
        raise DataFileError(
            InputProblem.UNKNOWN_HOUSE_RULE,
            rule=quote,
            edition=edition.name,
            choices=[*edition.house_rules],
        )
    if written.startswith("$") and not re.fullmatch(r"\$\s*[0-9]{1,9}", written):
        raise DataFileError(InputProblem.INVALID_HOUSE_RULE_SUM, rule=quote)
    changes = dict(edition.house_rules[name])
    wanted = amount_of(edition, name)
    if written and not wanted:
        raise DataFileError(InputProblem.HOUSE_RULE_TAKES_NO_SUM, rule=quote, name=name)
    if wanted:
        changes[wanted.key] = _read_amount(wanted, written, quote, name)
    return changes


def _read_amount(wanted: Amount, written: str, quote: str, name: str) -> int:
    """Read what is written behind the name of a house rule. Raises DataFileError."""
    is_of_its_kind = written.startswith("$") == wanted.is_money if written else True
    if not is_of_its_kind or (not written and wanted.default is None):
        money = InputProblem.HOUSE_RULE_NEEDS_SUM
        reason = money if wanted.is_money else InputProblem.HOUSE_RULE_NEEDS_COUNT
        raise DataFileError(reason, rule=quote, name=name)
    amount = int(written.lstrip("$")) if written else wanted.default or 0
    if not wanted.least <= amount <= wanted.most:
        raise DataFileError(
            InputProblem.HOUSE_RULE_SUM_OUT_OF_RANGE,
            rule=quote,
            key=wanted.key,
            least=wanted.least,
            most=wanted.most,
        )
    return amount


def _edition(file: DataFile, above: tuple[str, ...] = ()) -> Edition:
    own = file.values
    known = ("like", *_TEXTS, *_AMOUNTS, *_SWITCHES, *_LISTS, *_CHOICES, _ROWS, "house_rules")
    data_file.only(file, own, known)
    base = _base(file, (*above, file.name)) if "like" in own else None
    values = _values(file, own, base)
    if not 2 <= values["fewest_players"] <= values["most_players"] <= MOST_PLAYERS:
        raise file.error("players", InputProblem.WRONG_PLAYER_RANGE, most=MOST_PLAYERS)
    final = {key: values.get(key, getattr(base, key, 0)) for key in (*_AMOUNTS, "pot")}
    if final["bank_credit"] > final["starting_cash"]:
        raise file.error("bank_credit", InputProblem.CREDIT_ABOVE_CASH)
    if final["pot_seed"] and not final["pot"]:
        raise file.error("pot_seed", InputProblem.SEED_WITHOUT_POT)
    values["house_rules"] = {
        **(base.house_rules if base else {}),
        **_house_rules(file, data_file.take(file, own, "house_rules", dict, default={})),
    }
    if not values.get(_ROWS, getattr(base, _ROWS, ())):
        for name, changes in values["house_rules"].items():
            if _BY_PLAYERS in changes.values():
                raise file.error(name, InputProblem.RULE_WITHOUT_ROWS, rows=_ROWS)
    return replace(base, **values) if base else Edition(**values)


def _base(file: DataFile, above: tuple[str, ...]) -> Edition:
    """Return the edition that ``file`` extends by ``like``.

    ``above`` are the names of the files on the way here; the last one is ``file``.
    """
    like = data_file.take(file, file.values, "like", str)
    if like in above:
        raise file.error("like", InputProblem.LIKE_ITSELF, name=excerpt(like))
    if len(above) > _DEEPEST_LIKE:
        raise file.error("like", InputProblem.LIKE_TOO_OFTEN, most=_DEEPEST_LIKE)
    try:
        return _edition(data_file.read("editions", like), above)
    except DataFileError as error:
        raise file.error("like", InputProblem.LIKE_UNUSABLE, why=error) from None


def _values(file: DataFile, own: Mapping[str, Any], base: Edition | None) -> dict[str, Any]:
    """Return the values in ``file`` itself; without ``like`` it must contain all of them."""
    known = (*_TEXTS, *_AMOUNTS, *_SWITCHES, *_CHOICES)
    wanted = [key for key in known if key in own or not (base or key in _OPTIONAL)]
    values = {"source": file.name, **{key: _value(file, own, key) for key in wanted}}
    if "players" in own or not base:
        values["fewest_players"], values["most_players"] = _list(file, own, "players")
    elif base:
        values |= {"fewest_players": base.fewest_players, "most_players": base.most_players}
    if "notes" in own or not base:
        values["notes"] = _list(file, own, "notes")
    if _ROWS in own:
        values[_ROWS] = _rows(file, own)
    return values


def _value(file: DataFile, table: Mapping[str, Any], key: str, near: str = "") -> Any:
    if key in _SWITCHES:
        return data_file.take(file, table, key, bool, near)
    if key in _AMOUNTS:
        least, most = int(key in _NEVER_NOTHING), _MOST.get(key, MOST_DOLLARS)
        return data_file.amount(file, table, key, near, least, most)
    if key in _TEXTS:
        longest = _LONGEST_ABOUT if key == "about" else data_file.LONGEST_NAME
        return data_file.name(file, table, key, near, longest)
    text = data_file.take(file, table, key, str, near)
    if text not in _CHOICES[key]:
        reason = InputProblem.UNKNOWN_CHOICE
        raise file.error(key, reason, near, value=excerpt(text), choices=_CHOICES[key])
    return text


def _list(file: DataFile, table: Mapping[str, Any], key: str) -> tuple[int, ...]:
    value = data_file.amounts(file, table, key, _LISTS[key])
    if key == "notes" and max(value) > _MOST_NOTES:
        raise file.error(key, InputProblem.NUMBER_ABOVE, most=_MOST_NOTES)
    return value


def _rows(file: DataFile, table: Mapping[str, Any]) -> tuple[tuple[int, int, int], ...]:
    """Return the rows of a deal (HOUSE-11): of each number of players at most one, in order."""
    limits = ((2, MOST_PLAYERS), (1, _MOST["deeds_dealt"]), (1, MOST_DOLLARS))
    rows: list[tuple[int, int, int]] = []
    for value in data_file.take(file, table, _ROWS, list):
        players, deeds, cash = data_file.amounts(file, {_ROWS: value}, _ROWS, len(limits))
        for number, (least, most) in zip((players, deeds, cash), limits, strict=True):
            if not least <= number <= most:
                reason = InputProblem.OUT_OF_RANGE
                raise file.error(_ROWS, reason, least=least, most=most, value=number)
        if rows and players <= rows[-1][0]:
            raise file.error(_ROWS, InputProblem.ROWS_OUT_OF_ORDER)
        rows.append((players, deeds, cash))
    return tuple(rows)


def _house_rules(file: DataFile, table: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    rules: dict[str, dict[str, Any]] = {}
    for name in table:
        changes: dict[str, Any] = data_file.take(file, table, name, dict)
        if re.search("[,$#]", name):
            raise file.error(name, InputProblem.SEPARATOR_IN_HOUSE_RULE)
        known = _plain(data_file.name(file, {name: name}, name))
        if known in rules:
            raise file.error(name, InputProblem.HOUSE_RULE_TWICE, name=known)
        if not changes:
            raise file.error(name, InputProblem.EMPTY_HOUSE_RULE)
        data_file.only(file, changes, _TURNABLE, near=name)
        for key, value in changes.items():
            is_in_rows = key in _IN_ROWS and value == _BY_PLAYERS
            if not is_in_rows and not (key in _AMOUNTS and _AMOUNT.fullmatch(str(value))):
                _value(file, changes, key, near=name)
        rules[known] = dict(changes)
    return rules
