"""Phones screen as values: the players, and the codes to join with."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.engine.state import Game
from companion.table.knocks import Knock
from companion.table.markers import markers_of
from companion.table.reached import typed
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
class JoinPage:
    """Players, who asks, and how to join: ``title`` is the next step.

    ``link`` is the address in the code, empty if there is none, and ``name`` what can be typed in
    place of its digits; ``wifi`` is the text of the code to join the Wi-Fi, empty unless the
    machine makes its own.
    """

    rows: tuple[PhoneRow, ...] = ()
    title: str = ""
    knock: Knock | None = None
    """Phone that is asked about; the others have to wait."""
    is_open: bool = True
    """True if phones may ask."""
    link: str = ""
    name: str = ""
    wifi: str = ""
    passphrase: str = ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Address in the code, to be read and typed, and shorter ones."""
        return typed(self.link, self.name)


def phone_rows(
    game: Game, connected: Collection[str], asking: Collection[str]
) -> tuple[PhoneRow, ...]:
    """Row for each player in the game, in the order of the seats."""
    markers = markers_of(game.players)
    rows = []
    for name in game.in_play():
        key = "asks" if name in asking else "on phone" if name in connected else "at table"
        is_on = key == "on phone"
        rows.append(PhoneRow(name, PHONES[key], markers[name], key == "asks", is_on))
    return tuple(rows)
