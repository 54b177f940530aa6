"""Front end of the bank: a window, or pages in browsers."""

from collections.abc import Callable
from typing import Protocol

from companion.table.clock import Clock
from companion.table.states.guests import Pages
from companion.table.states.voice import Speaker
from companion.table.table import Table


class Front(Protocol):
    """Front end: it lends the table a clock and shows it until it is stopped."""

    @property
    def clock(self) -> Clock:
        """Clock of the thread on which the table lives."""

    @property
    def pages(self) -> Pages | None:
        """Server of the table's page for other devices; None if there is none."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def speaker(self) -> Speaker | None:
        """Voice of the front end; None if the machine speaks."""

    def play(self, sound: str, volume: float) -> None:
        """Play a sound at a volume from 0 to 1."""

    def on_first_frame(self, call: Callable[[], object]) -> None:
        """Call once, when the first picture can be seen."""

    def run(self, table: Table) -> None:
        """Show a table until ``stop``, or until somebody closes the front end."""

    def stop(self) -> None:
        """Stop after the current frame; may be called from any thread."""
