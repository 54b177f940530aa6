"""House rules as switches, some with an amount."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.edition import Edition, amount_of, exclude_each_other, needs, split_house_rule
from companion.text import money
from companion.text.screens.setup import SETUP, count_of_rules, house_rule
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
    about: str
    on: bool
    sum: Wording = ""

    @property
    def line(self) -> Wording:
        """Amount of the rule or, if there is none, a line about it."""
        return self.sum or self.about


def switches(edition: Edition, enabled: EnabledRules, currency: str, chapter: str) -> list[Switch]:
    """Switch for each house rule of an edition in one of the ``CHAPTERS``."""
    return [
        Switch(name, *house_rule(name), name in enabled, _amount(edition, enabled, name, currency))
        for name, changes in edition.house_rules.items()
        if _chapter(changes) == chapter
    ]


def _chapter(changes: Mapping[str, object]) -> str:
    return next((c for c, keys in _KEYS_OF_CHAPTERS.items() if keys >= changes.keys()), "play")


def summary(enabled: EnabledRules) -> str:
    """Count the enabled rules in words."""
    return count_of_rules(len(enabled)) if enabled else SETUP["no rules"]


def turn(edition: Edition, enabled: EnabledRules, name: str) -> dict[str, int | None]:
    """Turn a house rule on, with the one that it needs and without those that contradict it.

    Turned off, it takes along the rules that need it.
    """
    if name in enabled:
        gone = [name, *(other for other in enabled if needs(edition, other) == name)]
        return {other: amount for other, amount in enabled.items() if other not in gone}
    if (needed := needs(edition, name)) and needed not in enabled:
        enabled = turn(edition, enabled, needed)
    kept = {
        other: amount
        for other, amount in enabled.items()
        if not exclude_each_other(edition, name, other)
    }
    return {**kept, name: _first_amount(edition, name)}


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
