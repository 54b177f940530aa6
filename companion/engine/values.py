"""``value``: the decorator of the parts of a game, such as moves, events and players.

Values are equal if their fields are, and never change. The type checker refuses an assignment to a
field. At run time nothing does, because a frozen dataclass takes five times as long to be created,
and playing a game is little else than creating values.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[T]) -> type[T]:
    """Make ``kind`` a dataclass of values."""
    return dataclass(slots=True, unsafe_hash=True)(kind)


def changed(of: T, **changes: Any) -> T:
    """Return a copy of a value with some fields changed.

    It does the same as ``dataclasses.replace`` for values of two or more fields, and is several
    times faster.
    """
    kind: Any = of.__class__
    copy: T = kind(*_getter(kind)(of))
    for name, after in changes.items():
        setattr(copy, name, after)
    return copy


@cache
def _getter(kind: Any) -> Callable[[object], tuple[Any, ...]]:
    """Return a function that reads all fields of a value, in order."""
    return attrgetter(*(one.name for one in fields(kind)))
