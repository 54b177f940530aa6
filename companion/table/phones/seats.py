"""Seats of phones in the game in hand: the code to join with, who asks, and who is let in.

A seat is a place at the table and the move that seated its person there. Only such a seat has a
phone: a name may pass to somebody else, who must ask again. An undo gives a seat back to whoever
had it.

The bank keeps the phones in a file beside the ledger, so a phone keeps its seat when the server or
the bank starts again. A phone is known by the digest of the secret in its cookie.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Self

from companion import foreign
from companion.engine.events import PlayerJoined, SeatPassed
from companion.engine.limits import ForeignError
from companion.engine.moves import Move, Rule
from companion.engine.rulings import Rename
from companion.engine.state import Setup
from companion.ledger.atomic_file import replacing
from companion.ledger.errors import LedgerError
from companion.table.history.view import standing_moves
from companion.table.session import Played

FILE_NAME = "phones.json"
CODE_BYTES = 16
ASKING_SECONDS = 120.0
"""Time in which the table may let in a phone that asks."""
MOST_ASKING, MOST_OF_ADDRESS = 12, 3
"""Largest numbers of phones that ask at once: all of them, and those at one address."""
REFUSED_SECONDS = 10.0
"""Time after which a phone that the table has refused may ask again, without a knock."""
MOST_REFUSED = 64
"""Largest number of phones that are remembered as refused."""
DIGITS = range(10, 100)


def seats_at(began: Setup, history: Iterable[Played]) -> dict[str, str]:
    """Seat of every player: the place, and the number of the move that seated them.

    The number is 0 for those who began the game. Another name for the same person is the same seat.
    """
    places = [(name, 0) for name in began.players]
    for played in standing_moves(history):
        for event in played.events if isinstance(played.move, Rule) else ():
            match event:
                case PlayerJoined(player):
                    places.append((player, played.number))
                case SeatPassed(giver, receiver):
                    # Whoever gets a seat has joined just before, behind the last place.
                    names = [name for name, _ in places]
                    place, (_, number) = names.index(giver), places.pop(names.index(receiver))
                    if _is_same_person(played.move, giver, receiver):
                        number = places[place][1]
                    places[place] = receiver, number
    return {name: f"{place}:{number}" for place, (name, number) in enumerate(places)}


def _is_same_person(move: Move, before: str, after: str) -> bool:
    """Return True if a ruling only corrected a name; a kind of its own says that others play on."""
    effects = move.effects if isinstance(move, Rule) else ()
    corrected = (one for one in effects if type(one) is Rename)
    return any((one.player, one.name) == (before, after) for one in corrected)


@dataclass(frozen=True, slots=True)
class Ask:
    """Phone that asks for a seat, with the two digits that it shows.

    ``is_quiet`` is True if the table has refused this phone, or another one at the same address.
    """

    number: int
    seat: str
    phone: str
    address: str
    digits: int
    at: float
    is_quiet: bool = False


class Seats:
    """Code of a game, and its phones by seat; without a ``path`` nothing is stored."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock = path, clock
        self._game, self._stored = "", ""
        self._numbers = count(1)
        self._names: dict[str, str] = {}
        """Player on each seat that is at the table now."""
        self._forget()

    def _forget(self) -> None:
        self.code = secrets.token_urlsafe(CODE_BYTES)
        self.is_open = True
        """True if phones may ask."""
        self._asks: tuple[Ask, ...] = ()
        self._phones: dict[str, str] = {}
        self._refused: dict[str, float] = {}
        """Time at which the table refused each phone, the last one at the end."""
        self._refused_at: set[str] = set()

    def turn_to(self, game: str, seats: Mapping[str, str] | None = None) -> Self:
        """Take code and phones of a game, by its hash, with the seats of its players."""
        self._names = {seat: name for name, seat in (seats or {}).items()}
        if game != self._game:
            self._game = game
            self._forget()
            self._load()
        return self

    @property
    def taken(self) -> dict[str, str]:
        """Digest of the phone that each player has."""
        phones = self._phones.items()
        return {self._names[seat]: phone for seat, phone in phones if seat in self._names}

    @property
    def refused(self) -> list[str]:
        """Digests of the phones that the table has refused, the last one at the end."""
        return [*self._refused]

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Phones that ask for a seat at the table, the one that has waited longest first."""
        now = self._clock()
        return tuple(
            ask for ask in self._asks if now < ask.at + ASKING_SECONDS and ask.seat in self._names
        )

    def player_of(self, ask: Ask) -> str:
        """Player whom a phone asks to be."""
        return self._names[ask.seat]

    def ask(self, player: str, phone: str, address: str = "") -> str:
        """Note that a phone asks to be a player; return the key of the reason if it may not.

        Several may ask to be one player; a phone asks for one seat, and an address for few.
        """
        seat = next((seat for seat, name in self._names.items() if name == player), "")
        if not seat:
            return "bad code"
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
        new = Ask(next(self._numbers), seat, phone, address, digits, now, is_quiet)
        self._asks = (*others, new)
        return ""

    def let_in(self, number: int) -> bool:
        """Give a phone the seat that it asks for; return False if it asks no more.

        Another phone loses the seat.
        """
        if ask := self._take(number):
            self._phones = {seat: one for seat, one in self._phones.items() if one != ask.phone}
            self._phones[ask.seat] = ask.phone
            self._refused.pop(ask.phone, None)
            self.store()
        return ask is not None

    def refuse(self, number: int) -> bool:
        """Refuse a phone for a while; return False if it asks no more."""
        if ask := self._take(number):
            others = (one for one in self._refused.items() if one[0] != ask.phone)
            self._refused = dict([*others, (ask.phone, self._clock())][-MOST_REFUSED:])
            self._refused_at |= {ask.address} - {""}
            self.store()
        return ask is not None

    def _take(self, number: int) -> Ask | None:
        found = next((ask for ask in self.asks if ask.number == number), None)
        self._asks = tuple(ask for ask in self._asks if ask is not found)
        return found

    def open(self, is_open: bool) -> None:
        """Let phones ask, or not; whoever was refused may ask again once others may."""
        self.is_open = is_open
        if is_open:
            self._refused, self._refused_at = {}, set()
        else:
            self._asks = ()
        self.store()

    def store(self) -> None:
        """Store code and phones; a disk that fails costs a scan of the code, and no more."""
        kept = {"code": self.code, "open": self.is_open, "refused": self.refused}
        text = json.dumps({"game": self._game, **kept, "phones": self._phones})
        if self._path is None or text == self._stored:
            return
        with suppress(LedgerError), replacing(self._path) as part:
            part.write_text(text + "\n", encoding="utf-8")
            self._stored = text

    def _load(self) -> None:
        match self._read():
            # An older file has names instead of seats: its phones ask again.
            case {"game": self._game, "code": str(code), **rest}:
                self.code = code
                self.is_open = rest.get("open") is not False
                match rest:
                    case {"phones": {**phones}, "refused": [*refused]}:
                        self._phones = {str(seat): str(one) for seat, one in phones.items()}
                        self._refused = {str(one): -inf for one in refused}

    def _read(self) -> Any:
        try:
            return foreign.read_json(self._path) if self._path else None
        except ForeignError:
            return None
