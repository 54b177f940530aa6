"""Players as the phones screen lists them."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.engine.state import Game
from companion.text.screens.phones import PHONES
from companion.ui.markers import signs

WATCHING = ""
"""Name in place of a player's for somebody who only watches."""


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """Player, or ``seat`` -1 for watching: on a phone or not, and if the code is theirs.

    ``names`` are the name and shorter ones.
    """

    player: str
    names: tuple[str, ...]
    note: str
    seat: int
    is_connected: bool
    is_chosen: bool

    @property
    def icon(self) -> str:
        """Icon at the end of the row."""
        return "done" if self.is_connected else ""


def phone_rows(game: Game, connected: Collection[str], chosen: str | None) -> list[PhoneRow]:
    """Return a row for each player in the game, and the one to watch."""
    seats = signs(game.players)
    rows = []
    for name in game.in_play():
        key = "joining" if name == chosen else "on phone" if name in connected else "at table"
        is_connected = name in connected and name != chosen
        rows.append(
            PhoneRow(name, shorter(name), PHONES[key], seats[name], is_connected, name == chosen)
        )
    watch = (PHONES["watch"],), PHONES["spectators"]
    return [*rows, PhoneRow(WATCHING, *watch, -1, False, chosen == WATCHING)]


def shorter(name: str) -> tuple[str, ...]:
    """Return a player's name and its first word."""
    return name, name.split()[0]


def left(seconds: float) -> str:
    """Format the time left: ``1:42``."""
    whole = max(0, int(seconds + 0.999))
    return f"{whole // 60}:{whole % 60:02}"
