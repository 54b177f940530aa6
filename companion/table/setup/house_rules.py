"""House rules as switches, some with an amount."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.edition import Edition
from companion.text import money
from companion.text.screens.setup import SETUP, count_of_rules, house_rule
from companion.text.told import Wording

_SUM = re.compile(r"amount(?: or (\d+))?")
STEP, COARSE = 50, 100
"""Dollars that a tap adds to an amount, and to one of 1000 dollars or more."""

EnabledRules = Mapping[str, int | None]
"""Names of the enabled house rules, with the amounts of those that have one."""


_OF_MONEY = {
    "starting_cash",
    "bank_credit",
    "pot",
    "pot_seed",
    "go_pays_double",
    "income_tax",
    "flat_income_tax",
    "rounding",
}
"""Keys of an edition that only change amounts."""
CHAPTERS = ("money", "play")


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
    """Switch for each house rule of an edition in a chapter: ``money`` or ``play``."""
    return [
        Switch(name, *house_rule(name), name in enabled, _sum(enabled.get(name), currency))
        for name, changes in edition.house_rules.items()
        if (set(changes) <= _OF_MONEY) == (chapter == "money")
    ]


def summary(enabled: EnabledRules) -> str:
    """Count the enabled rules in words."""
    return count_of_rules(len(enabled)) if enabled else SETUP["no rules"]


def turn(edition: Edition, enabled: EnabledRules, name: str) -> dict[str, int | None]:
    """Turn a house rule on or off, and turn off the rules that contradict it."""
    if name in enabled:
        return {other: amount for other, amount in enabled.items() if other != name}
    changed = set(edition.house_rules[name])
    kept = {
        other: amount
        for other, amount in enabled.items()
        if not changed & set(edition.house_rules[other])
    }
    return {**kept, name: _first_sum(edition, name)}


def step(enabled: EnabledRules, name: str, up: bool) -> dict[str, int | None]:
    """Increase or decrease the amount of a house rule."""
    amount = enabled[name] or 0
    by = COARSE if amount >= 1000 + COARSE * (not up) else STEP
    return {**enabled, name: max(0, amount + (by if up else -by))}


def header_text(enabled: EnabledRules) -> str:
    """Format the rules for a header: ``no auction, starting cash $2000``."""
    return ", ".join(
        name if amount is None else f"{name} ${amount}" for name, amount in enabled.items()
    )


def read(rules: tuple[str, ...]) -> dict[str, int | None]:
    """Parse the house rules of a header."""
    parts = (rule.lower().replace("-", " ").partition("$") for rule in rules)
    return {name.strip(): int(amount) if amount else None for name, _, amount in parts}


def _first_sum(edition: Edition, name: str) -> int | None:
    """Proposed or current amount; None if the rule has no amount."""
    for key, value in edition.house_rules[name].items():
        if found := _SUM.fullmatch(str(value)):
            return int(found[1] or getattr(edition, key))
    return None


def _sum(amount: int | None, currency: str) -> Wording:
    return "" if amount is None else money(amount, currency)
