"""A clock for tests: time passes when a test says so, and not because the machine is slow."""

from collections import deque
from heapq import heappop, heappush
from itertools import count

from companion.table.clock import BEFORE_THE_FRAME, Call, Clock


class StillClock(Clock):
    """Clock that stands still until a test lets time pass, or a frame go by."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._frames = 0
        self._due: list[tuple[float, int, Delay]] = []
        self._soon: deque[Delay] = deque()
        """Delays without any seconds, in the order in which they were started, on any thread."""
        self._order = count()

    def __call__(self) -> float:
        return self.now

    @property
    def frames(self) -> int:
        return self._frames

    def trigger(self, seconds: float, call: Call, again: bool = False) -> "Delay":
        return Delay(self, seconds, call, again)

    def add(self, delay: "Delay") -> None:
        """Wait for the end of a delay."""
        if delay.seconds <= 0:
            self._soon.append(delay)
        else:
            heappush(self._due, (self.now + delay.seconds, next(self._order), delay))

    def frame(self) -> None:
        """Let a frame go by: what waits for it is called."""
        self._frames += 1
        for _ in range(len(self._soon)):
            self._soon.popleft().end()
        while self._soon and self._soon[0].seconds == BEFORE_THE_FRAME:
            self._soon.popleft().end()

    def wait(self, seconds: float) -> None:
        """Let time pass; what is due meanwhile is called in order."""
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, delay = heappop(self._due)
            delay.end()
        self.now = end


class Delay:
    """A delay that can be started and cancelled."""

    def __init__(self, clock: StillClock, seconds: float, call: Call, again: bool) -> None:
        self._clock, self.seconds, self._call, self._again = clock, seconds, call, again
        self._waiting = 0
        """Number of ends that are still to come, of which only the last one counts."""
        self._is_on = False

    def __call__(self) -> None:
        if not self._is_on:
            self._is_on = True
            self._waiting += 1
            self._clock.add(self)

    def cancel(self) -> None:
        """Forget it."""
        self._is_on = False

    def end(self) -> None:
        """Call back, unless the delay was cancelled meanwhile."""
        self._waiting -= 1
        if self._is_on and not self._waiting:
            self._is_on = self._again
            self._call()
            if self._again and self._is_on and not self._waiting:
                self._waiting += 1
                self._clock.add(self)
