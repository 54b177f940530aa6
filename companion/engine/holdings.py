"""Who owns what: the title deeds that players hold, and what follows from these alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.engine.board import HOTEL, Board, Deed


@dataclass(frozen=True)
class Holding:
    """A deed that a player owns. ``buildings``: 0 none, 1 to 4 houses, 5 a hotel."""

    owner: str
    buildings: int = 0
    mortgaged: bool = False


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose the deeds are, whatever stands on them."""

    by_owner: dict[str, list[Deed]]
    """What each player owns, in board order; only who owns something is here."""
    in_group: dict[tuple[str, str], int]
    """How many deeds of a group are whose, by owner and group."""
    whole_groups: dict[str, str]
    """The groups of which one player has every deed, and who that is."""


class Holdings(dict[str, Holding]):
    """The holdings by deed key; a deed that is not here is the bank's.

    Nobody changes one: a deed that changes makes another. Most moves leave the deeds alone, so that
    many positions share one, and what follows from it is worked out once, when it is first asked;
    when a deed changes, what it has no part in is taken over.
    """

    def __init__(self, board: Board, held: Iterable[tuple[str, Holding]] = ()) -> None:
        super().__init__(held)
        self._board = board
        self.of_players: dict[str, dict[Any, Any]] = {}
        """What is remembered of each player's groups."""
        self.of_groups: dict[str, dict[Any, Any]] = {}
        """What is remembered of each group."""

    def but(self, deed: str, holding: Holding | None) -> "Holdings":
        """The same, but for one deed; None: that is the bank's."""
        after = Holdings(self._board)
        after.update(self)
        if holding:
            after[deed] = holding
        else:
            after.pop(deed, None)
        group, before = self._board.deeds[deed].group, self.get(deed)
        after._takes_over_what_is_remembered(self, group)
        if holding and before and holding.owner == before.owner:
            after.ownership = self.ownership
        if (holding.buildings if holding else 0) == (before.buildings if before else 0):
            after.buildings, after.houses, after.hotels = self.buildings, self.houses, self.hotels
        else:
            after.buildings = {**self.buildings, group: after._standing(group)}
            if not any(after.buildings[group]):
                del after.buildings[group]
        return after

    def _takes_over_what_is_remembered(self, before: "Holdings", group: str) -> None:
        """But for what happened in ``group`` and concerns whoever has, or had, a deed of it."""
        lots = self._board.groups[group]
        touched = {
            held[lot.key].owner for held in (before, self) for lot in lots if lot.key in held
        }
        self.of_players = {n: facts for n, facts in before.of_players.items() if n not in touched}
        self.of_groups = {g: facts for g, facts in before.of_groups.items() if g != group}

    @cached_property
    def ownership(self) -> Ownership:
        """Whose the deeds are."""
        owned = Ownership({}, {}, {})
        for key, deed in self._board.deeds.items():
            if holding := self.get(key):
                share = holding.owner, deed.group
                owned.by_owner.setdefault(holding.owner, []).append(deed)
                owned.in_group[share] = owned.in_group.get(share, 0) + 1
                if owned.in_group[share] == len(self._board.groups[deed.group]):
                    owned.whole_groups[deed.group] = holding.owner
        return owned

    @cached_property
    def buildings(self) -> dict[str, tuple[int, ...]]:
        """What stands on each lot of a group, in board order; only built groups are here."""
        deeds = self._board.deeds
        built = dict.fromkeys(deeds[key].group for key, held in self.items() if held.buildings)
        return {group: self._standing(group) for group in built}

    def _standing(self, group: str) -> tuple[int, ...]:
        held = map(self.get, (lot.key for lot in self._board.groups[group]))
        return tuple(holding.buildings if holding else 0 for holding in held)

    @cached_property
    def houses(self) -> int:
        """How many stand."""
        return sum(n for standing in self.buildings.values() for n in standing if n < HOTEL)

    @cached_property
    def hotels(self) -> int:
        """How many stand."""
        return sum(standing.count(HOTEL) for standing in self.buildings.values())
