"""Run full garbage collections only when nobody is playing."""

import gc
from typing import Any

DISABLED = 1_000_000
IDLE_SECONDS = 60.0
"""Time without a move, in seconds, after which nobody waits for the screen."""


class GcScheduler:
    """Scheduler that replaces Python's automatic full collections.

    In a long game a full collection takes a tenth of a second, and five times that on a Raspberry
    Pi; Python starts it at any time. This class starts it when the next game begins, and when no
    move was made for ``IDLE_SECONDS`` seconds. Collections of young objects are short and remain
    automatic.
    """

    def __init__(self, table: Any) -> None:
        first, second, _ = gc.get_threshold()
        gc.set_threshold(first, second, DISABLED)
        self._number = self._seen = self._collected = table.number
        table.bind(number=self._on_number)  # The binding keeps this object alive.
        table.clock.every(IDLE_SECONDS, self._check)

    def _on_number(self, number: int) -> None:
        before, self._number = self._number, number
        if number == 1 and before > 1:  # Another game has begun.
            self._collect()

    def _check(self) -> None:
        if self._number == self._seen != self._collected:
            self._collect()
        self._seen = self._number

    def _collect(self) -> None:
        gc.collect()
        self._collected = self._number
