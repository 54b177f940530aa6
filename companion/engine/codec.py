"""Events as plain JSON values and back, for whoever keeps them.

Every dataclass becomes an object with its class name under ``is``; tuples become lists. The form is
canonical: equal events give equal text, for ever, because books are hashed over it.
"""

import dataclasses
import json
from functools import cache, lru_cache
from typing import Any

from companion.engine import events, moves, phases, state
from companion.engine.events import Event

_TAG = "is"
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def dumps(event: Event) -> str:
    """``event`` as one line of JSON: keys sorted, no spaces, ASCII only."""
    return _CANONICAL.encode(_plain(event))


@lru_cache(maxsize=4096)  # The same things happen again and again: half a game is read once.
def loads(text: str) -> Event:
    """The event that ``dumps`` made the text of. Raises ValueError when it is no such text."""
    try:
        event = _AS_EVENTS.decode(text)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no event is written like this: {text}") from error
    if not isinstance(event, Event):
        raise ValueError(f"no event is written like this: {text}")
    return event


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    names = _field_names(value.__class__)
    if names is None:
        return value
    return {
        _TAG: value.__class__.__name__,
        **{name: _plain(getattr(value, name)) for name in names},
    }


@cache
def _field_names(kind: Any) -> tuple[str, ...] | None:
    """None when the values of that kind are no dataclass, and written as they are."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return None


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
    kept = (Event, phases.Phase, state.Claim, state.Debt, state.Offer, moves.Goods)
    found = [v for m in (events, phases, state, moves) for v in vars(m).values()]
    return {c.__name__: c for c in found if isinstance(c, type) and issubclass(c, kept)}
