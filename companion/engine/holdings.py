"""Who owns what: the title deeds that players hold, and what follows from these alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from companion.engine.board import HOTEL, Board, Deed

if TYPE_CHECKING:
    from companion.engine.state import Game

T = TypeVar("T")


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
    many positions share one, and what follows from it is worked out once, when it is first asked.
    """

    def __init__(self, board: Board, held: Iterable[tuple[str, Holding]] = ()) -> None:
        super().__init__(held)
        self._board = board
        self.remembered: dict[str, dict[Any, Any]] = {}

    def but(self, deed: str, holding: Holding | None) -> "Holdings":
        """The same, but for one deed; None: that is the bank's."""
        after = Holdings(self._board, self.items())
        if holding:
            after[deed] = holding
        else:
            after.pop(deed, None)
        group = self._board.groups[self._board.deeds[deed].group]
        lots = [held[lot.key] for held in (self, after) for lot in group if lot.key in held]
        touched = {lot.owner for lot in lots}
        after.remembered = {n: facts for n, facts in self.remembered.items() if n not in touched}
        if holding and deed in self and holding.owner == self[deed].owner:
            after.ownership = self.ownership
        return after

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
        deeds, groups = self._board.deeds, self._board.groups
        built = dict.fromkeys(deeds[key].group for key, held in self.items() if held.buildings)
        return {
            group: tuple(self[lot.key].buildings if lot.key in self else 0 for lot in groups[group])
            for group in built
        }

    @cached_property
    def houses(self) -> int:
        """How many stand."""
        return sum(held.buildings for held in self.values() if held.buildings < HOTEL)

    @cached_property
    def hotels(self) -> int:
        """How many stand."""
        return sum(held.buildings == HOTEL for held in self.values())


def follows_from_groups(work_out: Callable[["Game", str], T]) -> Callable[["Game", str], T]:
    """Remembers what ``work_out`` says of a player in a game for as long as nothing happens in the
    groups of which the player has a deed: of all that changes in a game it may look there alone."""

    @wraps(work_out)
    def remembering(game: "Game", name: str) -> T:
        known = game.holdings.remembered.setdefault(name, {})
        if work_out not in known:
            known[work_out] = work_out(game, name)
        found: T = known[work_out]
        return found

    return remembering
