"""Sides of the table on which the players sit, for a screen that turns to them."""

from collections.abc import Mapping, Sequence

SIDES = ("near", "left", "far", "right")
"""Sides of the table, clockwise seen from above, in seat order."""


def side_of(names: Sequence[str], known: Mapping[str, int], name: str) -> int:
    """Player's side, as an index of ``SIDES``.

    Players without a known side are spread evenly.
    """
    if name in known:
        return known[name]
    return (len(SIDES) * names.index(name) * 2 + len(names)) // (2 * len(names)) % len(SIDES)


def moved(names: Sequence[str], known: Mapping[str, int], name: str) -> dict[str, int]:
    """Known sides after a player has moved on to the next one."""
    return {**known, name: (side_of(names, known, name) + 1) % len(SIDES)}
