"""Hands that throw the dice when the tray's lamp asks for it."""

from collections.abc import Iterable, Iterator
from math import inf
from random import Random

from hardware.firmware.tray import READY, Tray

DiceReading = tuple[int, int] | str
"""What two dice show at rest; or, when they cannot be read, why (see ``frames.CODES``)."""


def random_throws(seed: int | None = None, cocked: float = 0.0) -> Iterator[DiceReading]:
    """Throws of two dice without end; the same ones for the same seed. At the rate ``cocked``,
    between 0 and 1, a die leans."""
    random = Random(seed)
    while True:
        yield random.randint(1, 6), random.randint(1, 6)
        while random.random() < cocked:
            yield "cocked"


class Script:
    """Throws the next of ``throws``, ``pace`` seconds after the lamp says ready for another move,
    and again when they could not be read.

    The dice are picked up when the lamp asks, and put down unthrown if it changes its mind.
    """

    def __init__(self, throws: Iterable[DiceReading] = (), pace: float = 0.0) -> None:
        self._throws = iter(throws)
        self._pace = 1000 * pace
        self._next = next(self._throws, None)
        self._thrown_for = 0
        self.due = inf  # milliseconds of the tray's clock: when the dice in the hand will fly

    def act(self, tray: Tray, now: int) -> None:
        """To be called whenever something has changed, and at ``due``."""
        if not self._is_asked(tray):
            self.due = inf
        elif self.due == inf:
            tray.roll(now)
            self.due = now + self._pace
        if now >= self.due:
            self._throw(tray, now)

    def forget(self) -> None:
        """The tray has lost its power: what was thrown may be gone, so throw whenever asked."""
        self._thrown_for = 0

    def _is_asked(self, tray: Tray) -> bool:
        state, number = tray.lamp
        new = state == READY and number != self._thrown_for
        return new and self._next is not None and not tray.is_full

    def _throw(self, tray: Tray, now: int) -> None:
        assert self._next is not None, "the dice are in the hand"
        self.due = inf
        if isinstance(self._next, str):
            made = tray.rest_unread(self._next, now)
        elif made := tray.rest(*self._next, now):
            self._thrown_for = tray.lamp[1]
        if made:
            self._next = next(self._throws, None)
