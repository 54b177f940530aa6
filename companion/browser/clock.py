"""Clock of an event loop, which it lends to the table."""

import asyncio
from contextlib import suppress
from contextvars import Context
from time import monotonic

from companion.table.clock import BEFORE_THE_FRAME, Call, Clock

FRAME = 1 / 60
"""Seconds of a frame, in which a browser paints once."""


class LoopClock(Clock):
    """Clock whose calls are made by an event loop, on its thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    def __call__(self) -> float:
        """Time in seconds since the machine was started."""
        return monotonic()

    @property
    def frames(self) -> int:
        """Number of the frame that a browser paints now."""
        return int(self() / FRAME)

    def trigger(self, seconds: float, call: Call, again: bool = False) -> "Delay":
        """Return a delay for the loop, which may be started on any thread."""
        return Delay(self.loop, seconds, call, again)


class Delay:
    """Call that waits for its time; it is started and cancelled on any thread."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, seconds: float, call: Call, again: bool
    ) -> None:
        self._loop, self._call, self._again = loop, call, again
        self._seconds = 0.0 if seconds == BEFORE_THE_FRAME else max(FRAME, seconds)
        self._run: object = None
        """Run that counts; a new one for each start, so that what was cancelled stays so."""

    def __call__(self) -> None:
        """Begin to wait, unless it does."""
        if self._run is None:
            self._run = run = object()
            # A thread may be done only after the program has ended.
            with suppress(RuntimeError):
                # The table's calls speak its language, not that of a request which began them.
                self._loop.call_soon_threadsafe(self._wait, run, context=Context())

    def cancel(self) -> None:
        """Stop waiting, if it waits."""
        self._run = None

    def _wait(self, run: object) -> None:
        if self._seconds:
            self._loop.call_later(self._seconds, self._end, run)
        else:
            self._end(run)

    def _end(self, run: object) -> None:
        if self._run is not run:
            return
        if self._again:
            self._call()
            if self._run is run:  # It may have been cancelled by what it called.
                self._wait(run)
        else:
            self._run = None
            self._call()
