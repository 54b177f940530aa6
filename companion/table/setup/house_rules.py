"""House rules as switches, some with an amount."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.engine.edition import (
    Edition,
    amount_of,
    exclude_each_other,
    goes_by_players,
    needs,
    row_of,
    split_house_rule,
)
from companion.text import money
from companion.text.screens.setup import SETUP, about_row, count_of_rules, house_rule
from companion.text.told import Wording

STEP, COARSE = 50, 100
"""Dollars that a tap adds to an amount, and to one of 1000 dollars or more."""
SMALL_STEPS = {"least_bid": 5, "bid_step": 5}
"""Dollars that a tap adds to the amount of a key that is about small sums."""

EnabledRules = Mapping[str, int | None]
"""Names of the enabled house rules, with the amounts of those that have one."""


CHAPTERS = ("money", "properties", "houses", "play")
_KEYS_OF_CHAPTERS = {
    "money": {
        "starting_cash",
        "bank_credit",
        "loans",
        "pot",
        "pot_seed",
        "go_pays_double",
        "go_doubles_by_card",
        "salary",
        "salary_passing",
        "double_ones_bonus",
        "fine_growth",
        "income_tax",
        "flat_income_tax",
        "rounding",
    },
    "properties": {
        "auctions",
        "buying_after_first_round",
        "rent_after_first_round",
        "least_bid",
        "bid_step",
        "auctions_from",
        "sealed_bids",
        "ruined_deeds",
        "sell_back",
        "deeds_dealt",
        "starting_cash",
        "dealt_deeds_paid",
    },
    "houses": {
        "even_building",
        "unlimited_buildings",
        "buildings_from_price",
        "build_on_turn",
        "hotels_need_houses",
    },
}
"""Keys of an edition, by the chapter of the house rules that change nothing else."""


@dataclass(frozen=True, slots=True)
class Switch:
    """House rule as a switch. ``sum`` is "" if the rule has no amount, or is off."""

    name: str
    text: str
    about: Wording
    on: bool
    sum: Wording = ""

    @property
    def line(self) -> Wording:
        """Amount of the rule or, if there is none, a line about it."""
        return self.sum or self.about


def switches(
    edition: Edition, enabled: EnabledRules, currency: str, chapter: str, players: int = 0
) -> list[Switch]:
    """Switch for each house rule of an edition in one of the ``CHAPTERS``.

    A rule that goes by the number of players says what it means for ``players``.
    """
    found = [
        Switch(name, *house_rule(name), name in enabled, _amount(edition, enabled, name, currency))
        for name, changes in edition.house_rules.items()
        if _chapter(changes) == chapter
    ]
    row = row_of(edition, players)
    return [
        replace(one, about=about_row(*row[1:], currency))
        if row and one.on and goes_by_players(edition, one.name)
        else one
        for one in found
    ]


def _chapter(changes: Mapping[str, object]) -> str:
    return next((c for c, keys in _KEYS_OF_CHAPTERS.items() if keys >= changes.keys()), "play")


def summary(enabled: EnabledRules) -> str:
    """Count the enabled rules in words."""
    return count_of_rules(len(enabled)) if enabled else SETUP["no rules"]


def turn(edition: Edition, enabled: EnabledRules, name: str) -> dict[str, int | None]:
    """Turn a house rule on, with the one that it needs and without those that contradict it.

    A rule that goes takes along the rules that need it.
    """
    if name in enabled:
        return _without(edition, enabled, {name})
    if (needed := needs(edition, name)) and enabled.keys().isdisjoint(needed):
        enabled = turn(edition, enabled, needed[0])
    gone = {other for other in enabled if exclude_each_other(edition, name, other)}
    added = {**enabled, name: _first_amount(edition, name)}
    return _without(edition, added, gone)


def _without(edition: Edition, enabled: EnabledRules, gone: set[str]) -> dict[str, int | None]:
    """Turn rules off, and those of which none is left that they need."""
    kept = enabled.keys() - gone
    for name in kept:
        needed = gone.intersection(needs(edition, name))
        if needed and kept.isdisjoint(needs(edition, name)):
            gone = {*gone, name}
    return {other: amount for other, amount in enabled.items() if other not in gone}


def step(edition: Edition, enabled: EnabledRules, name: str, up: bool) -> dict[str, int | None]:
    """Increase or decrease the amount of a house rule."""
    amount, limits = enabled[name] or 0, amount_of(edition, name)
    assert limits is not None
    by = COARSE if amount >= 1000 + COARSE * (not up) else STEP
    by = SMALL_STEPS.get(limits.key, by if limits.is_money else 1)
    after = min(max(limits.least, amount + (by if up else -by)), limits.most)
    return {**enabled, name: after}


def header_text(edition: Edition, enabled: EnabledRules) -> str:
    """Format the rules for a header: ``no auction, starting cash $2000``."""
    return ", ".join(written(edition, enabled))


def written(edition: Edition, enabled: EnabledRules) -> tuple[str, ...]:
    """Return the rules as a header lists them."""
    return tuple(_written(edition, name, amount) for name, amount in enabled.items())


def _written(edition: Edition, name: str, amount: int | None) -> str:
    limits = amount_of(edition, name)
    if amount is None or limits is None:
        return name
    return f"{name} {'$' if limits.is_money else ''}{amount}"


def read(edition: Edition, rules: tuple[str, ...]) -> dict[str, int | None]:
    """Parse the house rules of a header."""
    parts = (split_house_rule(edition, rule) for rule in rules)
    return {name: int(amount.lstrip("$")) if amount else None for name, amount in parts}


def _first_amount(edition: Edition, name: str) -> int | None:
    """Proposed or current amount; None if the rule has no amount."""
    amount = amount_of(edition, name)
    if amount is None:
        return None
    return getattr(edition, amount.key) if amount.default is None else amount.default


def _amount(edition: Edition, enabled: EnabledRules, name: str, currency: str) -> Wording:
    """Amount of an enabled rule in words, or ""."""
    amount, limits = enabled.get(name), amount_of(edition, name)
    if amount is None or limits is None:
        return ""
    return money(amount, currency) if limits.is_money else str(amount)
