"""A front end that shows nothing, with a clock that stands still."""

from collections.abc import Callable

from companion.table.table import Table
from tests.clock import StillClock


class StillFront:
    """Front end without a picture: it runs for one frame."""

    size = (800, 480)
    pages = speaker = None

    def __init__(self) -> None:
        self.clock = StillClock()
        self.has_run = self.is_stopped = False
        self._first: list[Callable[[], object]] = []

    def play(self, sound: str, volume: float) -> None:
        """Be silent."""

    def on_first_frame(self, call: Callable[[], object]) -> None:
        """Call with the only frame."""
        self._first.append(call)

    def run(self, table: Table) -> None:
        """Let a frame go by."""
        self.has_run = True
        self.clock.frame()
        for call in self._first:
            call()

    def stop(self) -> None:
        """Note that the front end is stopped."""
        self.is_stopped = True
