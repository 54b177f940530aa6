"""Encode events as canonical JSON for storage, and decode them.

Each dataclass becomes an object with its class name under the key ``is``; tuples become lists.
Equal events must give equal text in every version, because the hash chain of the ledger is
computed from it. So the names of these classes, and of their fields, are frozen: the events, the
phases, the obligations, ``moves.Goods`` and ``rulings.Instalments``. A field that was added later
is left out while it has its default.

A line is read back as the event that it was:

    >>> from companion.engine import codec, events
    >>> line = codec.dumps(events.Paid("Ann", "bank", 60, "price", "baltic-avenue"))
    >>> line
    '{"amount":60,"deed":"baltic-avenue","is":"Paid","payee":"bank","payer":"Ann","why":"price"}'
    >>> codec.loads(line)
    Paid(payer='Ann', payee='bank', amount=60, why='price', deed='baltic-avenue')
"""

import dataclasses
import json
import re
from functools import cache, lru_cache
from typing import Any

from companion.engine import events, limits, moves, obligations, phases, rulings
from companion.engine.events import Event
from companion.engine.limits import ForeignError
from companion.engine.problems import InputProblem

_TAG = "is"
_ADDED = {
    (moves.Goods, "debt"),
    (moves.Goods, "landings"),
    (moves.Goods, "instalments"),
    (moves.Goods, "loan"),
    (moves.Goods, "loans_of"),
    (obligations.Debt, "secured"),
    (obligations.Loan, "fallen_due"),
    (phases.Auction, "sealed"),
    (phases.Auction, "tied"),
}
"""Fields that the first versions did not know."""
_MANY_LISTS = 100
_LONG_NUMBER = re.compile("[0-9]{16}")


def dumps(event: Event) -> str:
    """Return ``event`` as one line of JSON: keys sorted, no spaces, ASCII only."""
    return _CANONICAL.encode(event)


@lru_cache(maxsize=4096)  # Many events of a game are equal, such as rolls and payments.
def loads(text: str) -> Event:
    """Return the event that ``dumps`` has encoded. Raises ValueError for any other text."""
    if text.count("[") > _MANY_LISTS or _LONG_NUMBER.search(text):
        limits.parse_json(text)  # Slow; it refuses deep nesting and large numbers.
    try:
        event = _DECODER.decode(text)
    except (KeyError, TypeError, RecursionError) as error:
        raise _not_an_event(text) from error
    if not isinstance(event, Event):
        raise _not_an_event(text)
    return event


def _not_an_event(text: str) -> ForeignError:
    return ForeignError(InputProblem.NOT_AN_EVENT, text=limits.excerpt(text))


def _encode(value: Any) -> dict[str, Any]:
    """Return a dataclass as an object, for the JSON encoder."""
    kind = value.__class__
    facts = {name: getattr(value, name) for name in _field_names(kind)}
    for name, default in _added(kind):
        if facts[name] == default:
            del facts[name]
    return {_TAG: kind.__name__, **facts}


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def _added(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields that were added later, with their defaults."""
    return tuple((f.name, f.default) for f in dataclasses.fields(kind) if (kind, f.name) in _ADDED)


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_encode)


def _decode(fields: dict[str, Any]) -> Any:
    """Return the dataclass for an object of the text; objects inside it are decoded already."""
    kind = _classes()[fields.pop(_TAG)]
    for key, item in fields.items():
        if isinstance(item, list):
            fields[key] = _tuples(item)
    return kind(**fields)


def _tuples(items: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuples(item) if isinstance(item, list) else item for item in items)


_DECODER = json.JSONDecoder(object_hook=_decode)


@cache
def _classes() -> dict[str, Any]:
    """Return the dataclasses that occur in events, by name."""
    bases = (
        Event,
        phases.Phase,
        obligations.Claim,
        obligations.Debt,
        obligations.Offer,
        obligations.Promise,
        obligations.Loan,
        moves.Goods,
        rulings.Instalments,
    )
    values = [v for m in (events, phases, obligations, moves, rulings) for v in vars(m).values()]
    return {c.__name__: c for c in values if isinstance(c, type) and issubclass(c, bases)}
