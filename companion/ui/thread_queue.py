"""The one thread hop: what trays and buttons say on threads of their own is done on the UI's."""

from collections.abc import Callable
from functools import partial
from queue import Empty, Full, SimpleQueue

from kivy.clock import Clock

PER_FRAME = 4
"""Verbs done in one frame: each may wait for the disk, and a finger for all of them."""
MOST_WAITING = 64
"""Verbs that may wait before a device's are refused."""


class UiQueue:
    """A queue into the UI thread. What is put in first is done first, a few in each frame.

    ``most`` limits what waits: a device whose verb finds so many before it gets ``queue.Full``,
    and has to keep what it has to say. The tray's driver then leaves it on the line.
    """

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._queue: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._most = most
        self._frame, self._left = -1, PER_FRAME
        # Kivy keeps bound methods weakly: whoever made the Inputs keeps it alive.
        self._next_frame = Clock.create_trigger(self._drain)

    def hop(self, verb: Callable[..., object]) -> Callable[..., None]:
        """``verb``, to be called from any thread, done on the UI's. Never refused."""

        def post(*args: object) -> None:
            self._queue.put(partial(verb, *args))
            Clock.schedule_once(self._drain, -1)

        return post

    def hop_if_room(self, verb: Callable[..., object]) -> Callable[..., None]:
        """``hop``, for what a device says: raises ``queue.Full`` while too much waits."""
        hopping = self.hop(verb)

        def post(*args: object) -> None:
            if self._queue.qsize() >= self._most:
                raise Full
            hopping(*args)

        return post

    def _drain(self, _: float) -> None:
        if self._frame != Clock.frames:
            self._frame, self._left = Clock.frames, PER_FRAME
        while self._left:
            try:
                todo = self._queue.get_nowait()
            except Empty:
                return
            self._left -= 1
            try:
                todo()
            except BaseException:
                self._next_frame()  # the rest is not lost with the one that failed
                raise
        self._next_frame()
