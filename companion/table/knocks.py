"""Knocks of those who ask to be let in: phones for a seat, and browsers that would show the table.

Whoever asks shows two digits, and the table shows the same beside *Let in* and *No*. Each is known
by the digest of the secret in its cookie. A file beside the ledger keeps who was let in.
"""

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from companion import foreign
from companion.engine.limits import ForeignError
from companion.ledger.atomic_file import replacing
from companion.ledger.errors import LedgerError

ASKING_SECONDS = 120.0
"""Time in which the table may let in whoever asks."""
KNOCK_SECONDS = 60.0
"""Time in which whoever asks stands on the page of the game."""
MOST_ASKING, MOST_OF_ADDRESS = 12, 3
"""Largest numbers of those who ask at once: all of them, and those at one address."""
REFUSED_SECONDS = 10.0
"""Time after which whoever the table has refused may ask again, without a knock."""
MOST_REFUSED = 64
"""Largest number of those who are remembered as refused."""
DIGITS = range(10, 100)
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody who asks, with the two digits that are shown there.

    ``seat`` is what a phone asks for, or the kind of device of a browser. ``is_quiet`` is True if
    the table has refused the same one before, or another one at the same address.
    """

    number: int
    seat: str
    phone: str
    address: str
    digits: int
    at: float
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who asks, as the screens show it.

    A phone asks to be a ``player``, and ``is_second`` if that one has a phone already. A browser
    has no player: it is on a ``device`` of some kind, and would play, or only watch.
    """

    number: int
    player: str
    marker: int
    digits: str
    is_second: bool = False
    device: str = ""
    may_play: bool = True


class Knocks:
    """Those who ask, and those who were refused; without a ``path`` nothing is stored."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock = path, clock
        self._stored = ""
        self._forget()

    def _forget(self) -> None:
        self.is_open = True
        """True if anybody may ask."""
        self._asks: tuple[Ask, ...] = ()
        self._refused: dict[str, float] = {}
        """Time of each refusal, the last one at the end."""
        self._refused_at: set[str] = set()

    @property
    def refused(self) -> list[str]:
        """Digests of those whom the table has refused, the last one at the end."""
        return [*self._refused]

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Those who ask, the one that has waited longest first."""
        since = self._clock() - ASKING_SECONDS
        return tuple(ask for ask in self._asks if since < ask.at)

    @property
    def loud(self) -> list[Ask]:
        """Those who stand on the page of the game."""
        since = self._clock() - KNOCK_SECONDS
        return [ask for ask in self.asks if since < ask.at and not ask.is_quiet]

    def knock(self, seat: str, phone: str, address: str = "") -> str:
        """Note that somebody asks; return the key of the reason if that is not allowed.

        One asks for one thing, and an address for few.
        """
        if not self.is_open:
            return "closed"
        now = self._clock()
        if now < self._refused.get(phone, -inf) + REFUSED_SECONDS:
            return "said no"
        others = [one for one in self.asks if one.phone != phone]
        same = [one for one in others if address and one.address == address]
        if len(same) >= MOST_OF_ADDRESS:
            others.remove(same[0])
        if len(others) >= MOST_ASKING:
            return "many ask"
        shown = {one.digits for one in others}
        own = next((one.digits for one in self.asks if one.phone == phone), 0)
        digits = own or secrets.choice([number for number in DIGITS if number not in shown])
        is_quiet = phone in self._refused or address in self._refused_at
        new = Ask(next(_numbers), seat, phone, address, digits, now, is_quiet)
        self._asks = (*others, new)
        return ""

    def refuse(self, number: int) -> bool:
        """Refuse whoever asks for a while; return False if nobody asks any more."""
        if ask := self._take(number):
            refused = [*self._refused.items(), (ask.phone, self._clock())]
            self._refused = dict(refused[-MOST_REFUSED:])
            self._refused_at |= {ask.address} - {""}
            self.store()
        return ask is not None

    def _take(self, number: int) -> Ask | None:
        found = next((ask for ask in self.asks if ask.number == number), None)
        self._asks = tuple(ask for ask in self._asks if ask is not found)
        if found:
            self._refused = {one: at for one, at in self._refused.items() if one != found.phone}
        return found

    def open(self, is_open: bool) -> None:
        """Let others ask, or not; whoever was refused may ask again once others may."""
        self.is_open = is_open
        if is_open:
            self._refused, self._refused_at = {}, set()
        else:
            self._asks = ()
        self.store()

    def _kept(self) -> dict[str, Any]:
        """Return what outlasts a restart."""
        return {}

    def store(self) -> None:
        """Store it; a disk that fails costs another question, and no more."""
        text = json.dumps(self._kept())
        if self._path is None or text == self._stored:
            return
        with suppress(LedgerError), replacing(self._path) as part:
            part.write_text(text + "\n", encoding="utf-8")
            self._stored = text

    def _read(self) -> Any:
        try:
            return foreign.read_json(self._path) if self._path else None
        except ForeignError:
            return None
