"""Texts as the words that they say, to be compared."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from companion.text.told import Told


def plain(value: Any) -> Any:
    """Return a text as words, and a collection or a value of fields with its texts as words."""
    if isinstance(value, Told):
        return str(value)
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    if type(value) in (tuple, list, set, frozenset):
        return type(value)(map(plain, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{one.name: plain(getattr(value, one.name)) for one in fields(value)}
        )
    return value
