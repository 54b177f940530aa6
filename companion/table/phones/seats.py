"""Seats of phones in the game in hand: the code to join with, and who is let in.

A seat is a place at the table and the move that seated its person there. Only such a seat has a
phone: a name may pass to somebody else, who must ask again. An undo gives a seat back to whoever
had it.

The bank keeps the phones in a file beside the ledger, so a phone keeps its seat when the server or
the bank starts again. A phone is known by the digest of the secret in its cookie.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Self

from companion.engine.events import PlayerJoined, SeatPassed
from companion.engine.moves import Move, Rule
from companion.engine.rulings import Rename
from companion.engine.state import Setup
from companion.table.history.view import standing_moves
from companion.table.knocks import Ask, Knocks
from companion.table.session import Played

FILE_NAME = "phones.json"
CODE_BYTES = 16


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


class Seats(Knocks):
    """Code of a game, and its phones by seat; without a ``path`` nothing is stored."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(path, clock)
        self._game = ""
        self._names: dict[str, str] = {}
        """Player on each seat that is at the table now."""

    def _forget(self) -> None:
        super()._forget()
        self.code = secrets.token_urlsafe(CODE_BYTES)
        self._phones: dict[str, str] = {}

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
    def asks(self) -> tuple[Ask, ...]:
        """Phones that ask for a seat at the table, the one that has waited longest first."""
        return tuple(ask for ask in super().asks if ask.seat in self._names)

    def player_of(self, ask: Ask) -> str:
        """Player whom a phone asks to be."""
        return self._names[ask.seat]

    def ask(self, player: str, phone: str, address: str = "") -> str:
        """Note that a phone asks to be a player; return the key of the reason if it may not.

        Several may ask to be one player.
        """
        seat = next((seat for seat, name in self._names.items() if name == player), "")
        return self.knock(seat, phone, address) if seat else "bad code"

    def let_in(self, number: int) -> bool:
        """Give a phone the seat that it asks for; return False if it asks no more.

        Another phone loses the seat.
        """
        if ask := self._take(number):
            self._phones = {seat: one for seat, one in self._phones.items() if one != ask.phone}
            self._phones[ask.seat] = ask.phone
            self.store()
        return ask is not None

    def _kept(self) -> dict[str, Any]:
        kept = {"code": self.code, "open": self.is_open, "refused": self.refused}
        return {"game": self._game, **kept, "phones": self._phones}

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
