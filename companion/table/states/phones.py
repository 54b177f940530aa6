"""View-model of the phones screen: the code to join with, who asks, and who is connected."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.system.server_switch import ServerSwitch
from companion.table.clock import Clock
from companion.table.knocks import Ask, Knock
from companion.table.markers import markers_of
from companion.table.observed import Observed
from companion.table.phones.seats import Seats, seats_at
from companion.table.phones.view import JoinPage, phone_rows
from companion.table.session import Session
from companion.table.taps import Do
from companion.text.screens.phones import PHONES, text_of
from companion.text.told import Told, Wording

SERVER_SECONDS = 12.0
"""Time after the last message of the server from which on it counts as stopped."""
EVERY_SECOND = 1.0
PATIENCE = 30.0
"""Time in which a server that was switched on is expected to report."""
MOST_TOLD = 8
"""Number of refused phones that the server is told of, the last ones."""


class PhonesState(Observed):
    """State of the phones screen. ``session`` returns the current session."""

    value: JoinPage = JoinPage()
    """Players, who asks, and how to join."""
    knock: Knock | None = None
    """Phone that knocks on the page of the game; None if none does."""
    is_served: bool = False
    """True if the server for phones was heard lately."""
    has_switch: bool = False
    """True if the server can be switched on and off from the screen."""
    is_on: bool = False
    """True if the server is wanted or runs."""
    has_network: bool = False
    """True if the Wi-Fi can be chosen on the screen."""
    switch_note: Wording = ""
    """State of the server in a few words."""

    def __init__(
        self,
        session: Callable[[], Session | None],
        clock: Clock,
        wifi: Callable[[], tuple[str, str]] = lambda: ("", ""),
        switch: ServerSwitch | None = None,
        file: Path | None = None,
    ) -> None:
        super().__init__()
        self._session, self._clock, self._find_wifi = session, clock, wifi
        self.seats = Seats(file, clock)
        self._address, self._name, self._heard_at = "", "", -1e9
        self._own_wifi, self._before = ("", ""), "menu"
        self._ticks = clock.trigger(EVERY_SECOND, self.show, again=True)
        self._connected: tuple[str, ...] = ()
        self._is_shown = False
        self.is_to_stop = False
        self.is_taken = False
        """True if another bank on this machine has the phones."""
        self.fit_switch(switch)

    def follow(self, screen: str) -> None:
        """Follow the table to another screen; Back leads to the one before."""
        self._is_shown = screen == "phones"
        if self._is_shown:
            self._own_wifi = self._find_wifi()
        else:
            self._before = screen
        self.show()

    def tapped(self, do: Do, table: Any) -> None:
        """Answer a phone that asks, let phones ask or not, or return to the screen before."""
        match do:
            case ("let in" | "refuse phone" as what, int(number)):
                answer = self.seats.let_in if what == "let in" else self.seats.refuse
                self._turn_to_game()
                if not answer(number):
                    table.report_stale_touch()
                self.show()
            case ("may join",):
                self.seats.open(not self.seats.is_open)
                self.show()
            case ("back", *_):
                table.show_screen(self._before)

    def ask(self, code: str, player: str, phone: str, address: str = "") -> Wording:
        """Note that a phone asks for a seat; return why it may not, or an empty text."""
        session = self._turn_to_game()
        is_known = secrets.compare_digest(self.seats.code.encode(), code.encode())
        if session is None or not is_known or player not in session.game.in_play():
            return text_of("bad code")
        if reason := self.seats.ask(player, phone, address):
            return text_of(reason)
        self.show()
        return ""

    def state_of_seats(self, markers: Mapping[str, int]) -> dict[str, Any]:
        """Return what the server has to know: markers of players by their phones."""
        self._turn_to_game()
        taken, asks = self.seats.taken.items(), self.seats.asks
        return {
            "stop": self.is_to_stop,
            "seats": {phone: markers[name] for name, phone in taken if name in markers},
            "asking": {
                ask.phone: [markers[name], ask.digits]
                for ask in asks
                if (name := self.seats.player_of(ask)) in markers
            },
            "refused": self.seats.refused[-MOST_TOLD:],
        }

    def _turn_to_game(self) -> Session | None:
        session = self._session()
        if session:
            self.seats.turn_to(session.game_hash, seats_at(session.began, session.history))
        else:
            self.seats.turn_to("")
        return session

    def hear(self, address: str, name: str, connected: tuple[str, ...]) -> None:
        """Note what the server reports."""
        self._heard_at = self._clock()
        before = self._address, self._name, self._connected
        if (address, name, connected) != before or not self.is_served:
            self._address, self._name, self._connected = address, name, connected
            self.show()

    def shared_link(self, name: str) -> str:
        """Make the link to a shared game; empty if no server can show it."""
        return f"{self._address}/s/{name}" if self._is_heard and self._address else ""

    def fit_switch(self, switch: ServerSwitch | None) -> None:
        """Switch the server by ``switch`` from now on."""
        self._switch, self._turned_at, self._fault = switch, self._clock(), Told()
        self.has_switch = switch is not None
        self._show_switch()

    def turn(self) -> None:
        """ServerSwitch the server on, or off if it is on."""
        if self._switch is None:
            return
        on, self._turned_at, self._fault = not self.is_on, self._clock(), Told()
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
        knocks = self._knocks(session)
        asking = {knock.player for knock in knocks.values()}
        rows, link = phone_rows(session.game, connected, asking) if session else (), ""
        if session is None:
            title = "no game"
        elif not self.is_served:
            title = "taken" if self.is_taken else "off here" if self.has_switch else "off"
        elif not self._address:
            title = "no network"
        elif not self.seats.is_open:
            title = "closed here"
        else:
            title = "hint"
            link = f"{self._address}/j/{self.seats.code}"
            self.seats.store()
        first = next(iter(knocks.values()), None)
        way = self.seats.is_open, link, self._name, *self._own_wifi
        self.value = JoinPage(rows, PHONES[title], first, *way)
        self.knock = next((knocks[ask] for ask in self.seats.loud if ask in knocks), None)
        if knocks or self._is_shown:
            self._ticks()
        else:
            self._ticks.cancel()

    def _knocks(self, session: Session | None) -> dict[Ask, Knock]:
        """Return every phone that asks, in the order in which they are asked about."""
        markers = markers_of(session.game.players) if session else {}
        knocks = {}
        for ask in self.seats.asks:
            player = self.seats.player_of(ask)
            is_second = player in self.seats.taken
            digits = f"{ask.digits}"
            knocks[ask] = Knock(ask.number, player, markers[player], digits, is_second)
        return knocks
