"""Object whose attributes can be followed, without a toolkit."""

from collections import defaultdict
from collections.abc import Callable
from inspect import get_annotations
from typing import Any, ClassVar, get_origin

Call = Callable[..., object]
UNSET: Any = None
"""Value of an attribute that is set before anybody needs it, but not from the beginning."""


class Observed:
    """Object that tells its followers of each change of an attribute, and of events.

    The attributes that can be followed are those that the class annotates. An attribute that is set
    to an equal value keeps its value, and nobody is called. ``derived`` names the properties that
    change with an attribute.
    """

    derived: ClassVar[dict[str, tuple[str, ...]]] = {}
    attributes: ClassVar[frozenset[str]] = frozenset()
    """Names of the attributes that can be followed."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        annotated = get_annotations(cls).items()
        own = {name for name, kind in annotated if ClassVar not in (kind, get_origin(kind))}
        cls.attributes = cls.attributes | {name for name in own if not name.startswith("_")}

    def __init__(self) -> None:
        self._followers: defaultdict[str, list[Call]] = defaultdict(list)
        self._anything: list[Call] = []

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, and call its followers if it has another value now."""
        if name not in self.attributes:
            super().__setattr__(name, value)
            return
        before = getattr(self, name)
        if before is value or before == value:
            return
        derived = [(one, getattr(self, one)) for one in self.derived.get(name, ())]
        super().__setattr__(name, value)
        self.notify(name)
        for one, was in derived:
            if was != getattr(self, one):
                self.notify(one)

    def bind(self, **calls: Call) -> None:
        """Call a function with the new value of each attribute, or with the facts of an event."""
        for name, call in calls.items():
            self._followers[name].append(call)

    def bind_all(self, call: Call) -> None:
        """Call a function, without facts, after any attribute has changed."""
        self._anything.append(call)

    def unbind(self, follower: object) -> None:
        """Call no method of an object any more: it leaves."""
        for calls in (*self._followers.values(), self._anything):
            calls[:] = [call for call in calls if getattr(call, "__self__", None) is not follower]

    def notify(self, name: str) -> None:
        """Call the followers of an attribute as it is now."""
        self.dispatch(name, getattr(self, name))
        for call in tuple(self._anything):
            call()

    def dispatch(self, event: str, *facts: object) -> None:
        """Call the followers of an event, in the order in which they were bound."""
        for call in tuple(self._followers[event]):
            call(*facts)
