"""House rules as switches, some with a sum."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.edition import Edition
from companion.text import money
from companion.text.screens.setup import house_rule

_SUM = re.compile(r"amount(?: or (\d+))?")
STEP, COARSE = 50, 100
"""By how much a tap changes a sum, and one of a thousand dollars and more."""

Turned = Mapping[str, int | None]
"""The switches that are on, by name; with their sums, those that have one."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One house rule. ``sum`` is "" where there is none to choose, or it is off."""

    name: str
    text: str
    on: bool
    sum: str = ""


def switches(edition: Edition, turned: Turned, currency: str) -> list[Switch]:
    """Every switch of an edition."""
    return [
        Switch(name, house_rule(name), name in turned, _sum(turned.get(name), currency))
        for name in edition.house_rules
    ]


def turn(edition: Edition, turned: Turned, name: str) -> dict[str, int | None]:
    """One switch turned; those that say otherwise of the same clause go off with it."""
    if name in turned:
        return {other: amount for other, amount in turned.items() if other != name}
    changed = set(edition.house_rules[name])
    kept = {
        other: amount
        for other, amount in turned.items()
        if not changed & set(edition.house_rules[other])
    }
    return {**kept, name: _first_sum(edition, name)}


def step(turned: Turned, name: str, up: bool) -> dict[str, int | None]:
    """A little more of a sum, or less."""
    amount = turned[name] or 0
    by = COARSE if amount >= 1000 + COARSE * (not up) else STEP
    return {**turned, name: max(0, amount + (by if up else -by))}


def known_to(edition: Edition, turned: Turned) -> dict[str, int | None]:
    """Those of them that ``edition`` has, too."""
    return {name: amount for name, amount in turned.items() if name in edition.house_rules}


def written(turned: Turned) -> str:
    """As a header says it: ``no auction, starting cash $2000``."""
    return ", ".join(
        name if amount is None else f"{name} ${amount}" for name, amount in turned.items()
    )


def read(rules: tuple[str, ...]) -> dict[str, int | None]:
    """The switches that a header named."""
    parts = (rule.lower().replace("-", " ").partition("$") for rule in rules)
    return {name.strip(): int(amount) if amount else None for name, _, amount in parts}


def _first_sum(edition: Edition, name: str) -> int | None:
    """What a sum begins with: what the edition proposes, or has now; None where there is none."""
    for key, value in edition.house_rules[name].items():
        if found := _SUM.fullmatch(str(value)):
            return int(found[1] or getattr(edition, key))
    return None


def _sum(amount: int | None, currency: str) -> str:
    return "" if amount is None else money(amount, currency)
