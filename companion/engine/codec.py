"""Events as plain JSON values and back, for whoever keeps them.

Every dataclass becomes an object with its class name under ``is``; tuples become lists. The form is
canonical: equal events give equal text, for ever, because books are hashed over it.
"""

import dataclasses
import json
from functools import cache
from typing import Any

from companion.engine import events, moves, phases, state
from companion.engine.events import Event

_TAG = "is"


def dumps(event: Event) -> str:
    """``event`` as one line of JSON: keys sorted, no spaces, ASCII only."""
    return json.dumps(_plain(event), sort_keys=True, separators=(",", ":"))


def loads(text: str) -> Event:
    """The event that ``dumps`` made the text of. Raises ValueError when it is no such text."""
    try:
        event = _value(json.loads(text))
    except (KeyError, TypeError) as error:
        raise ValueError(f"no event is written like this: {text}") from error
    if not isinstance(event, Event):
        raise ValueError(f"no event is written like this: {text}")
    return event


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        fields = {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {_TAG: type(value).__name__, **fields}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _value(plain: Any) -> Any:
    if isinstance(plain, dict):
        fields = {key: _value(item) for key, item in plain.items() if key != _TAG}
        return _classes()[plain[_TAG]](**fields)
    if isinstance(plain, list):
        return tuple(_value(item) for item in plain)
    return plain


@cache
def _classes() -> dict[str, Any]:
    """The dataclasses that events are made of, by name."""
    kept = (Event, phases.Phase, state.Claim, state.Debt, state.Offer, moves.Goods)
    found = [v for m in (events, phases, state, moves) for v in vars(m).values()]
    return {c.__name__: c for c in found if isinstance(c, type) and issubclass(c, kept)}
