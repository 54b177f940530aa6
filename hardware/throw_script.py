"""Scripted throws for the simulated tray."""

from collections.abc import Iterable, Iterator
from math import inf
from random import Random

from hardware.firmware.tray import READY, Tray

DiceReading = tuple[int, int] | str
"""The two faces of dice at rest, or a code of ``frames.CODES`` if they cannot be read."""


def random_throws(seed: int | None = None, cocked: float = 0.0) -> Iterator[DiceReading]:
    """Yield random throws of two dice for ever; the same seed gives the same throws.

    A throw is followed by a leaning die at the rate ``cocked``, from 0 to 1.
    """
    random = Random(seed)
    while True:
        yield random.randint(1, 6), random.randint(1, 6)
        while random.random() < cocked:
            yield "cocked"


class Script:
    """Player of a sequence of throws, one for each move for which the lamp is ready.

    The dice are picked up when the lamp becomes ready and thrown ``pace`` seconds later. They are
    put down again if the lamp changes in between, and thrown again if they cannot be read.
    """

    def __init__(self, throws: Iterable[DiceReading] = (), pace: float = 0.0) -> None:
        self._throws = iter(throws)
        self._pace = 1000 * pace
        self._next = next(self._throws, None)
        self._thrown_for = 0
        self.due = inf  # milliseconds of the tray's clock: time of the next throw

    def act(self, tray: Tray, now: int) -> None:
        """Pick up, throw or put down the dice. Call it after any change, and at ``due``."""
        if not self._is_due(tray):
            self.due = inf
        elif self.due == inf:
            tray.roll(now)
            self.due = now + self._pace
        if now >= self.due:
            self._throw(tray, now)

    def forget(self) -> None:
        """Throw again for the current move, because the tray lost its throws."""
        self._thrown_for = 0

    def _is_due(self, tray: Tray) -> bool:
        state, number = tray.lamp
        new = state == READY and number != self._thrown_for
        return new and self._next is not None and not tray.is_full

    def _throw(self, tray: Tray, now: int) -> None:
        assert self._next is not None
        self.due = inf
        if isinstance(self._next, str):
            made = tray.rest_unread(self._next, now)
        elif made := tray.rest(*self._next, now):
            self._thrown_for = tray.lamp[1]
        if made:
            self._next = next(self._throws, None)
