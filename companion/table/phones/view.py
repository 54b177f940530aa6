"""Players as the phones screen lists them."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.text.screens.phones import PHONES


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """Player: at the table, on a phone, or with a phone that asks to be let in.

    ``names`` are the name and shorter ones.
    """

    player: str
    names: tuple[str, ...]
    note: str
    marker: int
    is_asking: bool
    icon: str
    """Icon at the end of the row; empty for none."""


def phone_rows(game: Game, connected: Collection[str], asking: Collection[str]) -> list[PhoneRow]:
    """Return a row for each player in the game, those first whose phone asks to be let in."""
    markers = markers_of(game.players)
    rows = []
    for name in sorted(game.in_play(), key=lambda name: name not in asking):
        key = "asks" if name in asking else "on phone" if name in connected else "at table"
        icon = "done" if key == "on phone" else ""
        names = name, name.split()[0]
        rows.append(PhoneRow(name, names, PHONES[key], markers[name], key == "asks", icon))
    return rows
