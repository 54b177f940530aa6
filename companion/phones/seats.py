"""Phones that have joined: who sits where, and how fast each may ask."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

COOKIE = "wallet"
LASTS = 12 * 3600
"""Seconds after which a phone has to join again."""
TOKEN_BYTES = 32
MOST_PHONES = 60
WATCHING = ""
"""Seat of somebody who only watches."""


@dataclass(slots=True)
class Allowance:
    """Requests that are allowed: ``burst`` at once, ``per_second`` in the long run."""

    per_second: float
    burst: float
    _left: float = field(init=False)
    _at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._left = self.burst

    def take(self, now: float) -> bool:
        """Use one up; return False if there is none left."""
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(slots=True)
class Phone:
    """Phone on a seat of one game. ``streams`` counts its open pages."""

    game: str
    """Hash of the game's row."""
    seat: str
    until: float
    streams: int = 0
    is_replaced: bool = False
    wishes: Allowance = field(default_factory=lambda: Allowance(5, 10))


class Phones:
    """All phones, by the token in their cookie."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._phones: dict[str, Phone] = {}

    def join(self, game: str, seat: str) -> str:
        """Seat a phone and return its token; another phone on that seat loses it."""
        now = self._clock()
        for phone in self._phones.values():
            if seat != WATCHING and (phone.game, phone.seat) == (game, seat):
                phone.is_replaced = True
        self._phones = {
            token: phone
            for token, phone in self._phones.items()
            if phone.until > now and phone.game == game
        }
        while len(self._phones) >= MOST_PHONES:
            del self._phones[next(iter(self._phones))]
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._phones[token] = Phone(game, seat, now + LASTS)
        return token

    def find(self, token: str, game: str) -> Phone | None:
        """Return the phone with a token, replaced ones too; None if it does not count any more."""
        phone = self._phones.get(token)
        if phone is None or phone.game != game or phone.until <= self._clock():
            return None
        return phone

    def connected(self, game: str) -> list[str]:
        """Name the players with an open page."""
        seats = (
            phone.seat
            for phone in self._phones.values()
            if phone.streams and phone.game == game and not phone.is_replaced
        )
        return sorted(set(seats) - {WATCHING})


class Visitors:
    """Allowances of all addresses, joined or not."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._known: dict[str, Allowance] = {}

    def may_ask(self, address: str) -> bool:
        """Count a request of an address; return False if it asks too fast."""
        if address not in self._known:
            while len(self._known) >= _MOST_ADDRESSES:
                del self._known[next(iter(self._known))]
            self._known[address] = Allowance(self._per_second, self._burst)
        return self._known[address].take(self._clock())


_MOST_ADDRESSES = 1000
