"""The holdings: owner, buildings and mortgage of each deed, and the answers derived from them.

Many rules ask a question that depends only on the deeds: does one player own the whole group, may
this lot carry another house, how much could Bob raise? ``legal_moves`` asks all of them after each
move, while most moves change no deed at all. So the answers are kept with the holdings.

1. Holdings never change. ``with_deed`` returns new ones. If a move changes no deed, the positions
   before and after it share their holdings, and thereby all the answers.
2. An answer is computed when it is first needed, and stored in the holdings of that position.
   ``ownership``, ``buildings``, ``houses`` and ``hotels`` are cached properties; all others are
   functions with a decorator from ``memo``, stored in ``player_cache`` or ``group_cache``.
3. Every change of a deed changes one group. ``with_deed`` copies all answers to the new holdings
   except those that the change could affect: the answers about this group, and the answers about
   the players who own a deed in it, before or after the change.

So a cached function may look at the deeds of its one group, or of the groups in which its player
owns a deed, and at what never changes in a game: the board and the setup. If it looks at cash, at
the bank's stock, at the current phase or at another group, it will answer for an earlier position.
Nothing checks that at run time, so callers combine cached answers with those facts themselves,
as ``legal_moves._spending`` does. ``tests/engine/test_legal_moves.py`` compares the answers with
uncached ones in positions from whole games.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.engine.board import HOTEL, Board, Deed


@dataclass(frozen=True)
class Holding:
    """A deed that a player owns."""

    owner: str
    buildings: int = 0
    """0 for none, 1 to 4 houses, 5 for a hotel."""
    mortgaged: bool = False


@dataclass(frozen=True, slots=True)
class Ownership:
    """The owners of all deeds, without regard to buildings and mortgages."""

    by_owner: dict[str, list[Deed]]
    """The deeds of each player, in board order; players without a deed are missing."""
    in_group: dict[tuple[str, str], int]
    """The number of deeds by owner and group."""
    whole_groups: dict[str, str]
    """The owner of each group that one player owns completely."""


class Holdings(dict[str, Holding]):
    """The holdings by deed key; a deed that is missing belongs to the bank.

    Treat it as immutable: use ``with_deed`` to change a deed.
    """

    def __init__(self, board: Board, held: Iterable[tuple[str, Holding]] = ()) -> None:
        super().__init__(held)
        self._board = board
        self.player_cache: dict[str, dict[Any, Any]] = {}
        """Answers about one player, by player and function."""
        self.group_cache: dict[str, dict[Any, Any]] = {}
        """Answers about one group, by group, then by function and player."""

    def with_deed(self, deed: str, holding: Holding | None) -> "Holdings":
        """Return holdings in which one deed is changed; None gives it to the bank."""
        after = Holdings(self._board)
        after.update(self)
        if holding:
            after[deed] = holding
        else:
            after.pop(deed, None)
        group, before = self._board.deeds[deed].group, self.get(deed)
        after._keep_unaffected_answers(self, group)
        if holding and before and holding.owner == before.owner:
            after.ownership = self.ownership
        if (holding.buildings if holding else 0) == (before.buildings if before else 0):
            after.buildings, after.houses, after.hotels = self.buildings, self.houses, self.hotels
        else:
            after.buildings = {**self.buildings, group: after._buildings_in(group)}
            if not any(after.buildings[group]):
                del after.buildings[group]
        return after

    def _keep_unaffected_answers(self, before: "Holdings", group: str) -> None:
        """Copy the answers of ``before`` that a change in ``group`` cannot affect."""
        deeds = self._board.groups[group]
        owners = {
            held[deed.key].owner for held in (before, self) for deed in deeds if deed.key in held
        }
        self.player_cache = {n: a for n, a in before.player_cache.items() if n not in owners}
        self.group_cache = {g: a for g, a in before.group_cache.items() if g != group}

    @cached_property
    def ownership(self) -> Ownership:
        """The owners of all deeds."""
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
        """Buildings on the lots of each built group, in board order; other groups are missing."""
        deeds = self._board.deeds
        built = dict.fromkeys(deeds[key].group for key, held in self.items() if held.buildings)
        return {group: self._buildings_in(group) for group in built}

    def _buildings_in(self, group: str) -> tuple[int, ...]:
        held = map(self.get, (lot.key for lot in self._board.groups[group]))
        return tuple(holding.buildings if holding else 0 for holding in held)

    @cached_property
    def houses(self) -> int:
        """Number of houses on the board."""
        return sum(n for group in self.buildings.values() for n in group if n < HOTEL)

    @cached_property
    def hotels(self) -> int:
        """Number of hotels on the board."""
        return sum(group.count(HOTEL) for group in self.buildings.values())
