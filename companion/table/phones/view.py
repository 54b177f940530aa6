"""Phones screen as values: the players, and the codes to join with."""

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.text.screens.phones import PHONES


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """Player: at the table, on a phone, or with a phone that asks to be let in."""

    player: str
    note: str
    marker: int
    is_asking: bool
    is_on_phone: bool


@dataclass(frozen=True, slots=True)
class Joining:
    """Players, and how to join: ``title`` is the next step.

    ``link`` is the address in the code, empty if there is none; ``wifi`` the text of the code to
    join the Wi-Fi, empty unless the machine makes its own.
    """

    rows: tuple[PhoneRow, ...] = ()
    title: str = ""
    link: str = ""
    wifi: str = ""
    passphrase: str = ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Address in the code, to be read, and a shorter one."""
        address = urlsplit(self.link)
        return address.netloc, address.hostname or ""


def phone_rows(
    game: Game, connected: Collection[str], asking: Collection[str]
) -> tuple[PhoneRow, ...]:
    """Return a row for each player in the game, those first whose phone asks to be let in."""
    markers = markers_of(game.players)
    rows = []
    for name in sorted(game.in_play(), key=lambda name: name not in asking):
        key = "asks" if name in asking else "on phone" if name in connected else "at table"
        is_on = key == "on phone"
        rows.append(PhoneRow(name, PHONES[key], markers[name], key == "asks", is_on))
    return tuple(rows)
