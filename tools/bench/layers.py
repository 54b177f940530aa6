"""Layers of a tap: the processor time that each part of the table takes of it, in milliseconds.

A layer is a set of functions; what one calls of another layer counts there. What no function takes
is the toolkit's own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import mean
from time import process_time
from typing import Any

from companion.screens import viewer
from companion.screens.viewer import Viewer
from companion.table import table
from companion.table.play import log
from companion.table.session import Session
from companion.table.states import moments
from companion.table.table import Table

Place = tuple[Any, str]
SHARED: dict[str, list[Place]] = {
    "game and ledger": [(Session, "play")],
    "moment": [(moments, "moment_of")],
    "prompts": [(table, "now"), (table, "program_draws")],
    "log": [(log, "newest")],
    "rows and screens": [(Table, "show")],
    "page": [(Viewer, "_see")],
    "layout": [(viewer, "place")],
}
"""Functions of each layer of the table that window and browsers share."""
OTHER = "the rest"


class Layers:
    """Stopwatch of layers: only the innermost layer that is called runs."""

    def __init__(self, layers: dict[str, list[Place]], rest: str = OTHER) -> None:
        self._layers, self._rest = layers, rest
        self._running: list[str] = []
        self._since = 0.0
        self.seconds: dict[str, float] = {}

    @contextmanager
    def measuring(self) -> Iterator[dict[str, float]]:
        """Measure one tap; the dictionary is filled in when it ends."""
        with _replaced(self._layers, self._watched):
            self.seconds, self._running = {}, []
            self._enter(self._rest)
            yield self.seconds
            self._leave()

    def _watched(self, layer: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            self._enter(layer)
            try:
                return call(*arguments, **named)
            finally:
                self._leave()

        return watched

    def _enter(self, layer: str) -> None:
        self._book()
        self._running.append(layer)

    def _leave(self) -> None:
        self._book()
        self._running.pop()

    def _book(self) -> None:
        now = process_time()
        if self._running:
            layer = self._running[-1]
            self.seconds[layer] = self.seconds.get(layer, 0.0) + now - self._since
        self._since = now


@contextmanager
def _replaced(layers: dict[str, list[Place]], by: Callable[..., Any]) -> Iterator[None]:
    own = [(owner, name, getattr(owner, name)) for each in layers.values() for owner, name in each]
    for layer, places in layers.items():
        for owner, name in places:
            setattr(owner, name, by(layer, getattr(owner, name)))
    try:
        yield
    finally:
        for owner, name, call in own:
            setattr(owner, name, call)


def means(taps: list[dict[str, float]]) -> dict[str, float]:
    """Return the mean milliseconds of each layer, the dearest first."""
    names = {name for tap in taps for name in tap}
    found = {name: 1000 * mean(tap.get(name, 0.0) for tap in taps) for name in names}
    return dict(sorted(found.items(), key=lambda one: -one[1]))
