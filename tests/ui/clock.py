"""A clock for tests: time passes when a test says so, and not because the machine is slow."""

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any

Call = Callable[[float], object]


class TestClock:
    """Stands in for ``time.monotonic`` and for Kivy's clock where a delay is part of the rules."""

    __test__ = False  # no class of tests

    def __init__(self) -> None:
        self.now = 1000.0
        self._due: list[tuple[float, int, Call]] = []
        self._order = count()

    def __call__(self) -> float:
        return self.now

    def later(self, call: Call, seconds: float) -> None:
        """Call back once; without a delay in the next frame, as Kivy's ``Clock.schedule_once``."""
        if seconds <= 0:
            from kivy.clock import Clock

            Clock.schedule_once(call, seconds)
        else:
            heappush(self._due, (self.now + seconds, next(self._order), call))

    def every(self, call: Call, seconds: float) -> None:
        """Call back again and again, as Kivy's ``Clock.schedule_interval``."""

        def again(passed: float) -> None:
            call(passed)
            self.later(again, seconds)

        self.later(again, seconds)

    def trigger(self, call: Call, seconds: float) -> "Trigger":
        """Return what starts a delay, as Kivy's ``Clock.create_trigger``."""
        return Trigger(partial(self.later, seconds=seconds), call)

    def wait(self, seconds: float) -> None:
        """Let time pass; what is due meanwhile is called in order."""
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, call = heappop(self._due)
            call(seconds)
        self.now = end


class Trigger:
    """A delay that can be started and cancelled."""

    def __init__(self, later: Callable[[Call], None], call: Call) -> None:
        self._later, self._call, self._started = later, call, 0

    def __call__(self) -> None:
        self._started += 1
        self._later(partial(self._run, self._started))

    def cancel(self) -> None:
        """Forget it."""
        self._started += 1

    def _run(self, started: int, passed: Any) -> None:
        if started == self._started:
            self._call(passed)
