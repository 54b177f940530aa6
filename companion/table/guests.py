"""Guests: browsers on other devices that show the table, and who among them may touch it."""

from collections.abc import Callable
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from companion.table.knocks import Knock, Knocks
from companion.table.reached import Reached

FILE_NAME = "guests.json"
MOST_GUESTS = 12
"""Largest number of guests; another one takes the place of the oldest."""


class Guest(NamedTuple):
    """Browser that was let in: the kind of its device, and if it may touch the table."""

    device: str
    may_play: bool


class GuestRow(NamedTuple):
    """Guest on the screen; ``is_here`` while it shows the table."""

    key: str
    device: str
    may_play: bool
    is_here: bool


class GuestsPage(NamedTuple):
    """Way to the table from another device, who asks, and who was let in."""

    reached: Reached = Reached()
    knock: Knock | None = None
    may_play: bool = True
    rows: tuple[GuestRow, ...] = ()


class Guests(Knocks):
    """Browsers that ask for the table, and those that were let in, by digests.

    A server on another thread reads ``passes``, ``asks`` and ``refused``: they are never changed in
    place.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(path, clock)
        self.passes: dict[str, Guest] = {}
        match self._read():
            case {"guests": {**guests}, "refused": [*refused]}:
                self._refused = {str(one): -inf for one in refused}
                for key, guest in guests.items():
                    match guest:
                        case [str(device), bool(may_play)]:
                            self.passes[str(key)] = Guest(device, may_play)

    def _kept(self) -> dict[str, Any]:
        return {"guests": self.passes, "refused": self.refused}

    def let_in(self, number: int, may_play: bool) -> bool:
        """Let in whoever asks; return False if nobody does any more."""
        if ask := self._take(number):
            guests = {**self.passes, ask.phone: Guest(ask.seat, may_play)}
            self.passes = dict([*guests.items()][-MOST_GUESTS:])
            self.store()
        return ask is not None

    def end(self, key: str) -> None:
        """Show a guest the table no more."""
        self.passes = {one: guest for one, guest in self.passes.items() if one != key}
        self.store()
