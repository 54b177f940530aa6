"""Events as plain JSON values and back, for whoever keeps them.

Every dataclass becomes an object with its class name under ``is``; tuples become lists. The form is
canonical: equal events give equal text, for ever, because books are hashed over it.
"""

import dataclasses
import json
import re
from functools import cache, lru_cache
from typing import Any

from companion.engine import events, limits, moves, obligations, phases
from companion.engine.events import Event

_TAG = "is"
_MANY_LISTS = 100
_LONG_NUMBER = re.compile("[0-9]{16}")


def dumps(event: Event) -> str:
    """``event`` as one line of JSON: keys sorted, no spaces, ASCII only."""
    return _CANONICAL.encode(event)


@lru_cache(maxsize=4096)  # The same things happen again and again: half a game is read once.
def loads(text: str) -> Event:
    """The event that ``dumps`` made the text of. Raises ValueError when it is no such text."""
    if text.count("[") > _MANY_LISTS or _LONG_NUMBER.search(text):
        limits.parse_json(text)  # Slower, and refuses what is nested too deeply or too large.
    try:
        event = _AS_EVENTS.decode(text)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no event is written like this: {limits.excerpt(text)}") from error
    if not isinstance(event, Event):
        raise ValueError(f"no event is written like this: {limits.excerpt(text)}")
    return event


def _plain(value: Any) -> dict[str, Any]:
    """What JSON itself has no form for: a dataclass."""
    kind = value.__class__
    return {_TAG: kind.__name__, **{name: getattr(value, name) for name in _field_names(kind)}}


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_plain)


def _made(written: dict[str, Any]) -> Any:
    """One object of the text; the objects in it are made before."""
    kind = _classes()[written.pop(_TAG)]
    for key, item in written.items():
        if isinstance(item, list):
            written[key] = _tuples(item)
    return kind(**written)


def _tuples(items: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuples(item) if isinstance(item, list) else item for item in items)


_AS_EVENTS = json.JSONDecoder(object_hook=_made)


@cache
def _classes() -> dict[str, Any]:
    """The dataclasses that events are made of, by name."""
    kept = (
        Event,
        phases.Phase,
        obligations.Claim,
        obligations.Debt,
        obligations.Offer,
        moves.Goods,
    )
    found = [v for m in (events, phases, obligations, moves) for v in vars(m).values()]
    return {c.__name__: c for c in found if isinstance(c, type) and issubclass(c, kept)}
