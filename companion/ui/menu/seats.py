"""Who sits on which side of the table, for a screen that turns to whoever is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.text.screens.menu import COMFORT
from companion.ui.markers import signs

SIDES = ("near", "left", "far", "right")
"""Clockwise from above, as seats are counted."""


@dataclass(frozen=True, slots=True)
class Side:
    """Where a player sits."""

    name: str
    seat: int
    text: str

    @property
    def line(self) -> str:
        """Who, and where."""
        return f"{self.name}: {self.text}"


def side_of(names: Sequence[str], known: Mapping[str, int], name: str) -> int:
    """In quarters clockwise from the near side: as somebody said, or else spread evenly."""
    if name in known:
        return known[name]
    return (len(SIDES) * names.index(name) * 2 + len(names)) // (2 * len(names)) % len(SIDES)


def sides(names: Sequence[str], known: Mapping[str, int]) -> list[Side]:
    """Everybody's side."""
    return [
        Side(name, seat, COMFORT[SIDES[side_of(names, known, name)]])
        for name, seat in signs(names).items()
    ]
