"""When all of the memory is looked through for what nobody needs any more: not in the middle of a
tap."""

import gc
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

NEVER = 1_000_000
QUIET = 60.0
"""Seconds without a move, after which nobody waits for the screen."""


class GcScheduler:
    """Python's own collector of all generations takes a tenth of a second in a long game, and five
    times that on a Pi, and comes whenever it likes. Here it comes when the next game begins, and
    when the table rests; the young ones, which take no time, are collected as ever
    (docs.python.org, gc). ``every`` is Kivy's ``Clock.schedule_interval``, or another clock's."""

    def __init__(
        self, table: Any, every: Callable[[Any, float], object] = Clock.schedule_interval
    ) -> None:
        often, less_often, _ = gc.get_threshold()
        gc.set_threshold(often, less_often, NEVER)
        self._number = self._seen = self._collected = table.number
        table.fbind("number", self._go_on)  # By this the table keeps it.
        every(self._look, QUIET)

    def _go_on(self, _: object, number: int) -> None:
        before, self._number = self._number, number
        if number == 1 and before > 1:  # Another game has begun.
            self._breathe()

    def _look(self, _: float) -> None:
        if self._number == self._seen != self._collected:
            self._breathe()
        self._seen = self._number

    def _breathe(self) -> None:
        gc.collect()
        self._collected = self._number
