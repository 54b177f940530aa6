"""View-model of the screen that shows the table elsewhere: the way there, who asks, who is in."""

from collections.abc import Collection
from typing import Any, Protocol

from companion.table.clock import Clock
from companion.table.guests import GuestRow, Guests, GuestsPage
from companion.table.knocks import Ask, Knock
from companion.table.observed import Observed
from companion.table.reached import Reached
from companion.table.taps import Do

EVERY_SECOND = 1.0
SCREEN = "guests"


class Pages(Protocol):
    """Server of the table's page for other devices."""

    def start(self) -> None:
        """Begin to serve; nothing happens if it does already."""

    def found(self) -> Reached:
        """Return its address, or the key of the reason why there is none."""


class GuestsState(Observed):
    """State of the screen. Without ``pages`` the table is shown nowhere else."""

    value: GuestsPage = GuestsPage()
    knock: Knock | None = None
    """Browser that asks, on the page of the game; None if none does."""

    def __init__(
        self,
        clock: Clock,
        guests: Guests | None = None,
        pages: Pages | None = None,
    ) -> None:
        super().__init__()
        self.guests = guests or Guests(clock=clock)
        self.pages, self._may_play = pages, True
        self._here: Collection[str] = ()
        self._is_shown = False
        self._ticks = clock.trigger(EVERY_SECOND, self.show, again=True)

    def begin(self) -> None:
        """Serve guests of another evening at once: nobody has to let them in anew."""
        if self.pages and self.guests.passes:
            self.pages.start()

    def follow(self, screen: str) -> None:
        """Follow the table to another screen."""
        self._is_shown = screen == SCREEN
        if self._is_shown and self.pages:
            self.pages.start()
        self.show()

    def is_asked_by(self, number: int) -> bool:
        """Return True if a browser asks under this number."""
        return any(ask.number == number for ask in self.guests.asks)

    def tapped(self, do: Do, table: Any) -> None:
        """Answer who asks, choose what the next may do, or end the visit of a guest."""
        match do:
            case ("let in", int(number)):
                if not self.guests.let_in(number, self._may_play):
                    table.report_stale_touch()
            case ("refuse phone", int(number)):
                if not self.guests.refuse(number):
                    table.report_stale_touch()
            case ("may play", bool(may_play)):
                self._may_play = may_play
            case ("end guest", str(key)):
                self.guests.end(key)
            case ("back", *_):
                table.show_screen("phones")
        self.show()

    def ask(self, device: str, key: str, address: str) -> str:
        """Note that a browser asks; return the key of the reason if it may not."""
        reason = self.guests.knock(device, key, address)
        self.show()
        return reason

    def see(self, here: Collection[str]) -> None:
        """Note which guests show the table."""
        self._here = here
        self.show()

    def show(self, *_: object) -> None:
        """Show who asks and who is in, as it is now."""
        asks = self.guests.asks
        reached = self.pages.found() if self.pages and self._is_shown else Reached()
        rows = tuple(
            GuestRow(key, *guest, is_here=key in self._here)
            for key, guest in self.guests.passes.items()
        )
        asked = next(map(self._knock, asks), None)
        self.value = GuestsPage(reached, asked, self._may_play, rows)
        self.knock = next(map(self._knock, self.guests.loud), None)
        if asks or self._is_shown:
            self._ticks()
        else:
            self._ticks.cancel()

    def _knock(self, ask: Ask) -> Knock:
        digits = f"{ask.digits}"
        return Knock(ask.number, "", -1, digits, device=ask.seat, may_play=self._may_play)
