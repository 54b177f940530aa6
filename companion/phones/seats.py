"""Phones that have joined: who sits where, and how fast each may ask."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from secrets import compare_digest
from time import monotonic

from companion.wishes import digest

COOKIE = "wallet"
LASTS = 30 * 24 * 3600
"""Seconds for which a browser keeps the cookie; a seat ends with the game."""
TOKEN_BYTES = 32
STREAMS_OF_OWNER = 4
MOST_OF_STRANGERS = 32
"""Largest number of streams without a seat, those who only watch among them."""
MOST_ADDRESSES = 1000
"""Largest number of addresses that are remembered, of those that asked last."""
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


@dataclass(frozen=True, slots=True)
class Asking:
    """Phone that asks to be a player: the digits that it shows, and the way to choose another."""

    player: str
    digits: str = ""
    code: str = ""


@dataclass(slots=True)
class Phone:
    """Phone on a seat, or one that watches. ``key`` is the digest of the secret in its cookie."""

    key: str
    seat: str
    is_replaced: bool = False
    wishes: Allowance = field(default_factory=lambda: Allowance(5, 10))


class Phones:
    """Phones of the game in hand, as the bank has told; whoever has the code may watch."""

    def __init__(self) -> None:
        self._game, self._code = "", ""
        self._phones: dict[str, Phone] = {}
        self._asking: dict[str, Asking] = {}
        self._refused: dict[str, Asking] = {}

    def update(
        self,
        game: str,
        code: str,
        seats: Mapping[str, str],
        asking: Mapping[str, tuple[str, str]],
        refused: Collection[str] = (),
    ) -> None:
        """Take from the bank the digest of the code, and players by the digests of phones.

        A phone that is ``asking`` has two digits, too; ``refused`` are digests of phones.
        """
        if game != self._game:
            self._phones = {}
        self._game, self._code = game, code
        known = self._refused | self._asking
        self._refused = {phone: known.get(phone, Asking("")) for phone in refused}
        codes = {phone: one.code for phone, one in self._asking.items()}
        self._asking = {
            phone: Asking(player, digits, codes.get(phone, ""))
            for phone, (player, digits) in asking.items()
        }
        for key, seat in seats.items():
            self._phones.setdefault(key, Phone(key, seat)).seat = seat
        for phone in self._phones.values():
            phone.is_replaced = phone.key not in seats

    def note_asking(self, token: str, seat: str, code: str = "") -> None:
        """Note that a phone asks for a seat, before the bank tells so, and by which code."""
        self._asking[digest(token)] = Asking(seat, code=code)

    def find(self, token: str, game: str) -> Phone | None:
        """Return the phone with a token, replaced ones too; None if it does not count any more."""
        if not token or game != self._game:
            return None
        if self.is_code(token):
            return Phone(digest(token), WATCHING)
        return self._phones.get(digest(token))

    def is_code(self, code: str) -> bool:
        """Return True for the code on the table's screen."""
        return bool(code) and compare_digest(digest(code), self._code)

    def asked_by(self, token: str) -> Asking | None:
        """Return whom a phone asks to be; None if it does not ask."""
        return self._asking.get(digest(token)) if token else None

    def refused_by(self, token: str) -> Asking | None:
        """Return whom a phone asked to be that the table has refused; None if it was not.

        A server that has just started does not know the player, who is "" then.
        """
        return self._refused.get(digest(token)) if token else None

    def seats_of(self, keys: Collection[str]) -> list[str]:
        """Return the players whose phones are among ``keys``."""
        phones = self._phones.values()
        return sorted({one.seat for one in phones if one.key in keys and not one.is_replaced})


@dataclass(slots=True, eq=False)
class PhoneStream:
    """Open page that follows the game; ``is_over`` once newer ones have taken its place."""

    owner: str
    has_seat: bool
    is_over: bool = False


class Streams:
    """Streams of all pages: few of one phone, and room kept for those with a seat.

    Phones fall asleep without a word, so the newest streams of an owner are the ones that count.
    """

    def __init__(self) -> None:
        self._open: list[PhoneStream] = []

    def open(self, owner: str, *, has_seat: bool) -> PhoneStream | None:
        """Return a new stream of a phone or an address; None if there are too many of strangers."""
        own = [one for one in self._open if one.owner == owner]
        if len(own) >= STREAMS_OF_OWNER:
            own[0].is_over = True
            self.close(own[0])
        if not has_seat and sum(not one.has_seat for one in self._open) >= MOST_OF_STRANGERS:
            return None
        stream = PhoneStream(owner, has_seat)
        self._open.append(stream)
        return stream

    def close(self, stream: PhoneStream) -> None:
        """Leave the place of a stream to others."""
        if stream in self._open:
            self._open.remove(stream)

    def owners(self) -> set[str]:
        """Return whoever has an open page."""
        return {stream.owner for stream in self._open}


class Visitors:
    """Allowances of all addresses, joined or not."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._clock = clock
        self._allowance = lru_cache(MOST_ADDRESSES)(lambda address: Allowance(per_second, burst))

    def may_ask(self, address: str) -> bool:
        """Count a request of an address; return False if it asks too fast."""
        return self._allowance(address).take(self._clock())
