"""The holdings: owner, buildings and mortgage of each deed, and the answers derived from them.

Many rules ask a question that depends only on the deeds: does one player own the whole group, may
this lot carry another house, how much could Bob raise? ``legal_moves`` asks all of them after each
move, while most moves change no deed at all. So the answers are kept with the holdings.

1. Holdings never change. ``with_deed`` returns new ones. If a move changes no deed, the positions
   before and after it share their holdings, and thereby all the answers.
2. An answer is computed when it is first needed, and stored in the holdings of that position.
   The functions have a decorator from ``memo``, which stores their answers in ``player_cache`` or
   ``group_cache``. ``ownership``, ``buildings``, ``houses`` and ``hotels`` are always there.
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

from operator import attrgetter
from typing import Any

from companion.engine.board import HOTEL, Board, Deed
from companion.engine.values import value


@value
class Holding:
    """A deed that a player owns."""

    owner: str
    buildings: int = 0
    """0 for none, 1 to 4 houses, 5 for a hotel."""
    mortgaged: bool = False


@value
class Ownership:
    """The owners of all deeds, without regard to buildings and mortgages."""

    by_owner: dict[str, list[Deed]]
    """The deeds of each player, in board order; players without a deed are missing."""
    in_group: dict[tuple[str, str], int]
    """The number of deeds by owner and group, if there are any."""
    whole_groups: dict[str, str]
    """The owner of each group that one player owns completely."""

    def passed(self, deed: Deed, giver: str, receiver: str, size: int) -> "Ownership":
        """Return the ownership after a deed of a group of ``size`` passed; "" is the bank."""
        group, whole = deed.group, self.whole_groups
        by_owner, in_group = {**self.by_owner}, {**self.in_group}
        if giver:
            by_owner[giver] = [one for one in by_owner[giver] if one is not deed]
            in_group[giver, group] -= 1
            if not in_group[giver, group]:
                del in_group[giver, group]
            if not by_owner[giver]:
                del by_owner[giver]
        if receiver:
            deeds = [*by_owner.get(receiver, ()), deed]
            by_owner[receiver] = sorted(deeds, key=_position)
            in_group[receiver, group] = in_group.get((receiver, group), 0) + 1
        if group in whole or in_group.get((receiver, group)) == size:
            whole = {name: owner for name, owner in whole.items() if name != group}
            if in_group.get((receiver, group)) == size:
                whole[group] = receiver
        return Ownership(by_owner, in_group, whole)


_position = attrgetter("position")


class Holdings(dict[str, Holding]):
    """The holdings by deed key; a deed that is missing belongs to the bank.

    Treat it as immutable: use ``with_deed`` to change a deed.
    """

    __slots__ = (
        "_board",
        "buildings",
        "group_cache",
        "hotels",
        "houses",
        "ownership",
        "player_cache",
    )

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board
        self.ownership = Ownership({}, {}, {})
        """The owners of all deeds."""
        self.buildings: dict[str, tuple[int, ...]] = {}
        """Buildings on the lots of each built group, in board order; other groups are missing."""
        self.houses = 0
        """Number of houses on the board."""
        self.hotels = 0
        """Number of hotels on the board."""
        self.player_cache: dict[str, dict[Any, Any]] = {}
        """Answers about one player, by player and function."""
        self.group_cache: dict[str, dict[Any, Any]] = {}
        """Answers about one group, by group, then by function and player."""

    def with_deed(self, key: str, holding: Holding | None) -> "Holdings":
        """Return holdings in which one deed is changed; None gives it to the bank."""
        after, before = self._copy(), self.get(key)
        if holding:
            after[key] = holding
        else:
            after.pop(key, None)
        deed = self._board.deeds[key]
        group = self._board.groups[deed.group]
        giver, receiver = before.owner if before else "", holding.owner if holding else ""
        if giver != receiver:
            after.ownership = self.ownership.passed(deed, giver, receiver, len(group))
        if (holding.buildings if holding else 0) != (before.buildings if before else 0):
            after._count_buildings(deed.group)
        after.group_cache.pop(deed.group, None)
        for lot in group:
            if held := self.get(lot.key):
                after.player_cache.pop(held.owner, None)
        after.player_cache.pop(receiver, None)
        return after

    def _copy(self) -> "Holdings":
        """Return a copy, with answers of its own; the rest is shared until it changes."""
        copy = Holdings.__new__(Holdings)
        copy.update(self)
        copy._board, copy.ownership = self._board, self.ownership
        copy.buildings, copy.houses, copy.hotels = self.buildings, self.houses, self.hotels
        copy.player_cache, copy.group_cache = {**self.player_cache}, {**self.group_cache}
        return copy

    def _count_buildings(self, group: str) -> None:
        """Count the buildings again after ``group`` has changed."""
        held = map(self.get, (lot.key for lot in self._board.groups[group]))
        counts = tuple(holding.buildings if holding else 0 for holding in held)
        self.buildings = {**self.buildings, group: counts}
        if not any(counts):
            del self.buildings[group]
        self.hotels = sum(built.count(HOTEL) for built in self.buildings.values())
        self.houses = sum(map(sum, self.buildings.values())) - HOTEL * self.hotels
