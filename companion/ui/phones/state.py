"""View-model of the phones screen: one-time codes, and who is connected."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.text.screens.phones import PHONES, text_of
from companion.ui.phones.view import WATCHING, left, phone_rows, shorter
from companion.ui.session import Session

CODE_SECONDS = 120.0
"""Time in which a code can be used."""
SERVER_SECONDS = 12.0
"""Time after the last message of the server from which on it counts as stopped."""
CODE_BYTES = 16
PATIENCE = 30.0
"""Time in which a server that was switched on is expected to report."""


class Switch(Protocol):
    """Switch of the server: ``turn`` raises OSError."""

    @property
    def is_on(self) -> bool:
        """True if the server is wanted."""

    def turn(self, on: bool) -> None:
        """Switch on or off."""


@dataclass(frozen=True, slots=True)
class Code:
    """One-time code for a seat of one game."""

    text: str
    game: int
    seat: str
    until: float


class PhonesState(EventDispatcher):
    """State of the phones screen. ``session`` returns the current session."""

    words = ObjectProperty(PHONES)
    rows = ListProperty()
    titles = ListProperty()
    """Heading of the code, or the next step, and shorter ones."""
    seat = ObjectProperty(-1)
    ends = StringProperty()
    link = StringProperty()
    """Address in the code; empty if there is none."""
    about = StringProperty()
    be = ListProperty()
    """Heading of the code of the address, and a shorter one."""
    wifi = StringProperty()
    """Text of the code to join the Wi-Fi; empty unless the machine makes its own."""
    passphrase = StringProperty()
    may_renew = BooleanProperty(False)
    is_served = BooleanProperty(False)
    """True if the server for phones was heard lately."""
    leads_back = StringProperty("menu")
    """Screen to return to."""
    has_switch = BooleanProperty(False)
    """True if the server can be switched on and off from the screen."""
    is_on = BooleanProperty(False)
    """True if the server is wanted or runs."""
    switch_note = StringProperty()
    """State of the server in a few words."""

    def __init__(
        self,
        session: Callable[[], Session | None],
        clock: Callable[[], float] = monotonic,
        wifi: Callable[[], tuple[str, str]] = lambda: ("", ""),
        switch: Switch | None = None,
    ) -> None:
        super().__init__()
        self._session, self._clock, self._find_wifi = session, clock, wifi
        self._code: Code | None = None
        self._chosen: str | None = None
        self._address, self._heard_at = "", -1e9
        self._connected: tuple[str, ...] = ()
        self.is_to_stop = False
        self.is_taken = False
        """True if another bank on this machine has the phones."""
        self.fit_switch(switch)

    def open(self) -> None:
        """Show the screen without a code."""
        self._code, self._chosen, self.leads_back = None, None, "menu"
        self.wifi, self.passphrase = self._find_wifi()
        self.show()

    def choose(self, player: str) -> None:
        """Make a code for a player, or for watching; an older code ends."""
        session = self._session()
        self._chosen, self._code = player, None
        if session and self._is_heard:
            text = secrets.token_urlsafe(CODE_BYTES)
            until = self._clock() + CODE_SECONDS
            self._code = Code(text, session.game_number, player, until)
        self.show()

    def renew(self) -> None:
        """Make another code for the same player."""
        if self._chosen is not None:
            self.choose(self._chosen)

    def redeem(self, code: str) -> str | None:
        """Return the seat of a code, which ends with it; None if there is no such code."""
        session, known = self._session(), self._code
        if known is None or session is None:
            return None
        is_same = secrets.compare_digest(known.text.encode(), code.encode())
        if not is_same or known.game != session.game_number or self._clock() > known.until:
            return None
        self._code, self._chosen = None, None
        self.show()
        return known.seat

    def hear(self, address: str, connected: tuple[str, ...]) -> None:
        """Note what the server reports."""
        self._heard_at = self._clock()
        if (address, connected) != (self._address, self._connected) or not self.is_served:
            self._address, self._connected = address, connected
            self.show()

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
        self.property("words").dispatch(self)
        session, player = self._session(), self._chosen
        game = session.game if session else None
        self.is_served = self._is_heard
        self._show_switch()
        connected = self._connected if self.is_served else ()
        self.rows = phone_rows(game, connected, player) if game else []
        self.seat = next((row.seat for row in self.rows if row.is_chosen), -1)
        self.may_renew = False
        self.ends, self.link, self.about, self.be = "", "", "", []
        if game is None:
            self.titles = [PHONES["no game"]]
        elif not self.is_served:
            off = "off here" if self.has_switch else "off"
            self.titles = [PHONES["taken" if self.is_taken else off]]
        elif player is None:
            self.titles = [PHONES["hint"]]
        else:
            if player == WATCHING:
                self.titles, self.be = [PHONES["watching"]], [PHONES["scan"]]
            else:
                names = shorter(player)
                self.titles = [*(text_of("phone of", player=name) for name in names), names[-1]]
                self.be = [text_of("be", player=name) for name in names]
            self._show_code()

    def _show_code(self) -> None:
        remaining = self._code.until - self._clock() if self._code else 0.0
        if self._code and remaining > 0:
            self.ends = text_of("ends", left=left(remaining))
            self.link = f"{self._address}/j/{self._code.text}"
            self.about = PHONES["once"]
        else:
            self.ends, self.may_renew = PHONES["ended"], True
            self.about = PHONES["not reached"]
