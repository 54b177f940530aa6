"""Phones that have joined: who sits where."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from secrets import compare_digest

from companion.web.visitors import Allowance
from companion.wishes import digest

COOKIE = "wallet"
WATCHING = ""
"""Seat of somebody who only watches."""


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
