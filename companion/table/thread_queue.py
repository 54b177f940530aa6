"""Queue into the table's thread, for devices and workers on threads of their own."""

from collections.abc import Callable
from functools import partial
from queue import Empty, Full, SimpleQueue
from threading import Thread

from companion.table.clock import BEFORE_THE_FRAME, Clock

PER_FRAME = 4
"""Largest number of calls in one frame.

Each call may wait for the disk, and touches wait for all of them.
"""
MOST_WAITING = 64
"""Number of waiting calls from which on calls of devices are refused."""


def start_thread(work: Callable[..., object], *arguments: object) -> None:
    """Call ``work`` on a worker thread, which does not keep the program from ending."""
    Thread(target=work, args=arguments, daemon=True).start()


class ThreadQueue:
    """Queue of calls for the table's thread: first in, first out, a few in each frame.

    ``most`` limits the calls of devices: ``hop_if_room`` raises ``queue.Full`` while that many
    wait. The tray's driver then leaves its data unread in the serial port.
    """

    def __init__(self, clock: Clock, most: int = MOST_WAITING) -> None:
        self._queue: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._clock, self._most = clock, most
        self._frame, self._left = -1, PER_FRAME
        self._next_frame = clock.trigger(0, self._drain)

    def hop(self, verb: Callable[..., object]) -> Callable[..., None]:
        """Make a function that runs ``verb`` on the table's thread; it never refuses a call."""

        def post(*args: object) -> None:
            self._queue.put(partial(verb, *args))
            self._clock.later(BEFORE_THE_FRAME, self._drain)

        return post

    def hop_if_room(self, verb: Callable[..., object]) -> Callable[..., None]:
        """Make a function as ``hop`` does, which raises ``queue.Full`` if too many calls wait."""
        unbounded = self.hop(verb)

        def post(*args: object) -> None:
            if self._queue.qsize() >= self._most:
                raise Full
            unbounded(*args)

        return post

    def _drain(self) -> None:
        if self._frame != self._clock.frames:
            self._frame, self._left = self._clock.frames, PER_FRAME
        while self._left:
            try:
                call = self._queue.get_nowait()
            except Empty:
                return
            self._left -= 1
            try:
                call()
            except BaseException:
                self._next_frame()  # A failing call must not lose the others.
                raise
        self._next_frame()
