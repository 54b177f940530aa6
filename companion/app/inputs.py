"""The one thread hop: what trays and buttons say on threads of their own is done on the UI's."""

from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue

from kivy.clock import Clock


class Inputs:
    """A queue into the UI thread. What is put in first is done first, all of it before the next
    frame is drawn."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def hop(self, verb: Callable[..., object]) -> Callable[..., None]:
        """``verb``, to be called from any thread, done on the UI's."""

        def post(*args: object) -> None:
            self._queue.put(partial(verb, *args))
            # Kivy keeps bound methods weakly: whoever made the Inputs keeps it alive.
            Clock.schedule_once(self._drain, -1)

        return post

    def _drain(self, _: float) -> None:
        while True:
            try:
                todo = self._queue.get_nowait()
            except Empty:
                return
            try:
                todo()
            except BaseException:
                Clock.schedule_once(
                    self._drain, -1
                )  # the rest is not lost with the one that failed
                raise
