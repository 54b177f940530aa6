"""Seats of phones in the game in hand: the code to join with, who asks, and who is let in.

The bank keeps them in a file beside the ledger, so a phone keeps its seat when the server or the
bank starts again. A phone is known by the digest of the secret in its cookie.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from companion import foreign
from companion.engine.limits import ForeignError

FILE_NAME = "phones.json"
CODE_BYTES = 16
ASKING_SECONDS = 120.0
"""Time in which the table may let in a phone that asks."""


class Seats:
    """Code of a game, and its phones by player; without a ``path`` nothing is stored."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock = path, clock
        self._game, self._stored = "", ""
        self._asking: dict[str, tuple[str, float]] = {}
        self._players: tuple[str, ...] = ()
        self.code = ""
        self.taken: dict[str, str] = {}
        """Digest of the phone that each player has."""

    def turn_to(self, game: str, players: Sequence[str] = ()) -> None:
        """Take the code and the phones of a game, by its hash; another game has others.

        A seat that has another name keeps its phone: nobody changes places.
        """
        if game == self._game:
            if renamed := {a: b for a, b in zip(self._players, players, strict=False) if a != b}:
                self.taken = {renamed.get(name, name): one for name, one in self.taken.items()}
                self._asking = {renamed.get(name, name): one for name, one in self._asking.items()}
                self.store()
            self._players = tuple(players)
            return
        self._players = tuple(players)
        self._game, self._asking = game, {}
        self.code, self.taken = secrets.token_urlsafe(CODE_BYTES), {}
        stored = self._load()
        match stored:
            case {"game": str(key), "code": str(code), "seats": {**seats}} if key == game:
                self.code = code
                self.taken = {str(name): str(phone) for name, phone in seats.items()}

    @property
    def asking(self) -> dict[str, str]:
        """Digest of the phone that asks to be each player."""
        now = self._clock()
        return {name: phone for name, (phone, until) in self._asking.items() if now < until}

    def ask(self, player: str, phone: str) -> bool:
        """Note that a phone asks to be a player; return False if another one asks already."""
        if self.asking.get(player, phone) != phone:
            return False
        self._asking = {
            name: one for name, one in self._asking.items() if one[0] != phone and name != player
        }
        self._asking[player] = phone, self._clock() + ASKING_SECONDS
        return True

    def let_in(self, player: str) -> None:
        """Give a player's seat to the phone that asks for it; another phone loses the seat."""
        if phone := self.asking.get(player):
            del self._asking[player]
            self.taken[player] = phone
            self.store()

    def store(self) -> None:
        """Store code and phones; a disk that fails costs a scan of the code, and no more."""
        text = json.dumps({"game": self._game, "code": self.code, "seats": self.taken})
        if self._path is None or text == self._stored:
            return
        part = self._path.with_name(f"{self._path.name}.part")
        with suppress(OSError):
            part.write_text(text + "\n", encoding="utf-8")
            part.replace(self._path)
            self._stored = text

    def _load(self) -> Any:
        try:
            return foreign.read_json(self._path) if self._path else None
        except ForeignError:
            return None
