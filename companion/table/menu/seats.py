"""Sides of the table on which the players sit, for a screen that turns to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.table.markers import markers_of
from companion.text.screens.menu import SETTINGS

SIDES = ("near", "left", "far", "right")
"""Sides of the table, clockwise seen from above, in seat order."""


@dataclass(frozen=True, slots=True)
class Side:
    """Player and the side on which the player sits."""

    name: str
    marker: int
    text: str

    @property
    def line(self) -> str:
        """Name and side as text."""
        return f"{self.name}: {self.text}"


def side_of(names: Sequence[str], known: Mapping[str, int], name: str) -> int:
    """Return a player's side, as an index of ``SIDES``.

    Players without a known side are spread evenly.
    """
    if name in known:
        return known[name]
    return (len(SIDES) * names.index(name) * 2 + len(names)) // (2 * len(names)) % len(SIDES)


def sides(names: Sequence[str], known: Mapping[str, int]) -> list[Side]:
    """Return the sides of all players."""
    return [
        Side(name, marker, SETTINGS[SIDES[side_of(names, known, name)]])
        for name, marker in markers_of(names).items()
    ]
