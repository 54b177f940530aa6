"""Sounds that are heard at the table, by the moment of a move.

``bin/sounds`` writes the files; a front plays them.
"""

import wave
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from companion.resources import sound_file
from companion.table.moments import Moment

AT_ONCE = {
    "won": "win",
    "undid": "undo",
    "bankrupt": "bankrupt",
    "set": "set",
    "bid": "gavel",
    "unsold": "gavel",
    "price": "stamp",
    "build": "hammer",
    "traded": "stamp",
    "drew": "card",
    "rolled": "dice",
    "rent": "coins",
    "paid": "coins",
    "bids": "knock",
    "lapsed": "missed",
}
"""Sound of a move by the most important of its parts that has one."""
ON_LANDING = {
    "jailed": "jail",
    "rent": "coins",
    "paid": "coins",
    "claim": "claim",
    "lapsed": "missed",
}
"""Sound of a roll or card when the token has reached its space."""
LANDING_SECONDS = 0.9
MANY = 200
"""Dollars from which a payment sounds like several coins."""


def at_once(moment: Moment) -> str:
    """Sound that is heard with the booking of a move; empty for none."""
    return _of_first_part(moment, AT_ONCE)


def on_landing(moment: Moment) -> str:
    """Sound that is heard when the token has arrived; empty for none."""
    if "rolled" not in moment.parts and "drew" not in moment.parts:
        return ""
    return _of_first_part(moment, ON_LANDING) or ("step" if moment.path else "")


def _of_first_part(moment: Moment, sounds: dict[str, str]) -> str:
    name = next((sounds[part] for part in moment.parts if part in sounds), "")
    if name == "coins" and max((paid.amount for paid in moment.payments), default=0) < MANY:
        return "coin"
    return f"claim-{moment.creditor % OWNERS}" if name == "claim" else name


OWNERS = 12
"""Number of owners with two notes of their own."""


@cache
def seconds_of(name: str) -> float:
    """Return how long a sound is heard."""
    with wave.open(str(sound_file(name)), "rb") as file:
        return file.getnframes() / file.getframerate()


class SoundCues:
    """Listener of a table: plays each sound at its time.

    The next move cuts off what was still to be heard of the last one.
    """

    def __init__(
        self,
        table: Any,
        play: Callable[[str], object],
    ) -> None:
        self._table, self._play = table, play
        self._landing = ""
        self._lands = table.clock.trigger(LANDING_SECONDS, self._land)
        self._roller = ""
        table.moments.bind(on_book=self._on_book, on_end=self._on_turn)
        table.bind(number=self._on_turn, on_refuse=partial(self._hear, "refused"))

    def _on_book(self, moment: Moment) -> None:
        self._lands.cancel()
        self._hear(at_once(moment))
        self._landing = on_landing(moment)
        if self._landing:
            self._lands()

    def _land(self) -> None:
        self._hear(self._landing)

    def _on_turn(self, *_: object) -> None:
        """Call the next player to roll, once the stage has no moment on it."""
        if self._table.moments.is_staged:
            return
        roller = self._table.now.player if self._table.now.wants_dice else ""
        if roller and roller != self._roller:
            self._hear("turn")
        self._roller = roller or self._roller

    def _hear(self, name: str, *_: object) -> None:
        if name:
            self._play(name)
