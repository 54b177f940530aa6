"""View-model of the phones screen: the code to join with, who asks, and who is connected."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from companion.table.clock import Clock
from companion.table.observed import Observed
from companion.table.phones.seats import Seats
from companion.table.phones.view import Joining, phone_rows
from companion.table.session import Session
from companion.table.taps import Do
from companion.text.screens.phones import PHONES, text_of

SERVER_SECONDS = 12.0
"""Time after the last message of the server from which on it counts as stopped."""
EVERY_SECOND = 1.0
PATIENCE = 30.0
"""Time in which a server that was switched on is expected to report."""


class Switch(Protocol):
    """Switch of the server: ``turn`` raises OSError."""

    @property
    def is_on(self) -> bool:
        """True if the server is wanted."""

    def turn(self, on: bool) -> None:
        """Switch on or off."""


class PhonesState(Observed):
    """State of the phones screen. ``session`` returns the current session."""

    value: Joining = Joining()
    """Players, and how to join (a Joining)."""
    is_served: bool = False
    """True if the server for phones was heard lately."""
    has_switch: bool = False
    """True if the server can be switched on and off from the screen."""
    is_on: bool = False
    """True if the server is wanted or runs."""
    has_network: bool = False
    """True if the Wi-Fi can be chosen on the screen."""
    switch_note: str = ""
    """State of the server in a few words."""

    def __init__(
        self,
        session: Callable[[], Session | None],
        clock: Clock,
        wifi: Callable[[], tuple[str, str]] = lambda: ("", ""),
        switch: Switch | None = None,
        file: Path | None = None,
    ) -> None:
        super().__init__()
        self._session, self._clock, self._find_wifi = session, clock, wifi
        self.seats = Seats(file, clock)
        self._address, self._heard_at = "", -1e9
        self._own_wifi, self._before = ("", ""), "menu"
        self._ticks = clock.trigger(EVERY_SECOND, self.show, again=True)
        self._connected: tuple[str, ...] = ()
        self.is_to_stop = False
        self.is_taken = False
        """True if another bank on this machine has the phones."""
        self.fit_switch(switch)

    def follow(self, screen: str) -> None:
        """Look each second who asks while the table shows phones; Back leads to another screen."""
        self._ticks.cancel()
        if screen == "phones":
            self._own_wifi = self._find_wifi()
            self._ticks()
            self.show()
        else:
            self._before = screen

    def tapped(self, do: Do, table: Any) -> None:
        """Let a phone in, or return to the screen before."""
        match do:
            case ("let in", str(player)):
                self.let_in(player)
            case ("back", *_):
                table.show_screen(self._before)

    def ask(self, code: str, player: str, phone: str) -> str:
        """Note that a phone asks for a seat; return why it may not, or an empty text."""
        session = self._turn_to_game()
        is_known = secrets.compare_digest(self.seats.code.encode(), code.encode())
        if session is None or not is_known or player not in session.game.in_play():
            return text_of("bad code")
        if not self.seats.ask(player, phone):
            return text_of("asked already", player=player)
        self.show()
        return ""

    def let_in(self, player: str) -> None:
        """Give a player's seat to the phone that asks for it."""
        self._turn_to_game()
        self.seats.let_in(player)
        self.show()

    def state_of_seats(self, markers: Mapping[str, int]) -> dict[str, Any]:
        """Return what the server has to know: markers of players by their phones."""
        self._turn_to_game()
        seats, asking = (
            {phone: markers[name] for name, phone in phones.items() if name in markers}
            for phones in (self.seats.taken, self.seats.asking)
        )
        return {"stop": self.is_to_stop, "seats": seats, "asking": asking}

    def _turn_to_game(self) -> Session | None:
        session = self._session()
        if session:
            self.seats.turn_to(session.game_hash, session.setup.players)
        else:
            self.seats.turn_to("")
        return session

    def hear(self, address: str, connected: tuple[str, ...]) -> None:
        """Note what the server reports."""
        self._heard_at = self._clock()
        if (address, connected) != (self._address, self._connected) or not self.is_served:
            self._address, self._connected = address, connected
            self.show()

    def shared_link(self, name: str) -> str:
        """Return the link to a shared game; an empty text if no server can show it."""
        return f"{self._address}/s/{name}" if self._is_heard and self._address else ""

    def fit_switch(self, switch: Switch | None) -> None:
        """Switch the server by ``switch`` from now on."""
        self._switch, self._turned_at, self._fault = switch, self._clock(), ""
        self.has_switch = switch is not None
        self._show_switch()

    def turn(self) -> None:
        """Switch the server on, or off if it is on."""
        if self._switch is None:
            return
        on, self._turned_at, self._fault = not self.is_on, self._clock(), ""
        try:
            self._switch.turn(on)
            self.is_to_stop = not on
        except OSError as error:
            self._fault = text_of("not switched", why=error.strerror)
        self.show()

    def _show_switch(self) -> None:
        if self._switch is None:
            return
        is_running = self._is_heard and not self.is_to_stop
        self.is_on = self._switch.is_on or is_running
        if self._fault:
            self.switch_note = self._fault
        elif not self.is_on:
            self.switch_note = PHONES["is off"]
        elif is_running:
            self.switch_note = text_of("is on", count=len(self._connected))
        else:
            is_late = self._clock() - self._turned_at > PATIENCE
            self.switch_note = PHONES["silent" if is_late else "starting"]

    @property
    def _is_heard(self) -> bool:
        return self._clock() - self._heard_at < SERVER_SECONDS

    def show(self, *_: object) -> None:
        """Update the screen, in the current language."""
        session = self._turn_to_game()
        self.is_served = self._is_heard
        self._show_switch()
        connected = self._connected if self.is_served else ()
        asking = self.seats.asking
        rows, link = phone_rows(session.game, connected, asking) if session else (), ""
        if session is None:
            title = "no game"
        elif not self.is_served:
            title = "taken" if self.is_taken else "off here" if self.has_switch else "off"
        elif not self._address:
            title = "no network"
        else:
            title = "let in" if asking else "hint"
            link = f"{self._address}/j/{self.seats.code}"
            self.seats.store()
        self.value = Joining(rows, PHONES[title], link, *self._own_wifi)
