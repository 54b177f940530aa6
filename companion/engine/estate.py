"""What the deeds of a player allow: to mortgage and sell, to lift and build, one at a time."""

from dataclasses import dataclass
from functools import cache

from companion.engine import moves
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.holdings import follows_from_group, follows_from_groups
from companion.engine.moves import Move
from companion.engine.rules import building, lots, mortgage
from companion.engine.state import Game


@dataclass(frozen=True, slots=True)
class Estate:
    """The moves that the deeds alone do not forbid, each list with what else they take."""

    raising: list[Move]
    """Mortgages and sales: nothing else."""
    hotels: list[Move]
    """Sales of one hotel: the houses for it in the bank."""
    lifting: list[tuple[Deed, Move]]
    """What the deed costs is asked later: time alone changes it (FLOW-9)."""
    building: list[tuple[int, str, Move]]
    """What it costs, and whether it takes a ``house`` or a ``hotel`` of the bank."""


@dataclass(frozen=True, slots=True)
class _Lots:
    """The part in an estate of the lots of one group that is built, or whole and may be."""

    houses: list[Move]
    """Sales of one house."""
    at_once: list[Move]
    """Sales of all that stands there."""
    hotels: list[Move]
    building: list[tuple[int, str, Move]]


@follows_from_groups
def estate(game: Game, name: str) -> Estate:
    """What the deeds of ``name`` allow."""
    deeds, held = game.deeds_of(name), game.holdings
    found = Estate(
        raising=[_mortgages(name, deed.key) for deed in mortgage.mortgageable(game, name)],
        hotels=[],
        lifting=[(deed, _lifts(name, deed.key)) for deed in deeds if held[deed.key].mortgaged],
        building=[],
    )
    groups = [_lots(game, name, group) for group in building.built_or_whole(game, name)]
    for group in groups:
        found.raising.extend(group.houses)
        found.hotels.extend(group.hotels)
        found.building.extend(group.building)
    for group in groups:
        found.raising.extend(group.at_once)
    return found


# The same few moves are made anew whenever a deed changes.
_mortgages, _lifts, _sells = cache(moves.Mortgages), cache(moves.Lifts), cache(moves.Sells)
_builds = cache(moves.Builds)


@follows_from_group
def _lots(game: Game, name: str, group: str) -> _Lots:
    held, top_lots = game.holdings, building.top_of_group(game, name, group)
    return _Lots(
        houses=[_sells(name, d.key) for d in top_lots if held[d.key].buildings < HOTEL],
        at_once=_all_sold(game, name, group),
        hotels=[_sells(name, d.key) for d in top_lots if held[d.key].buildings == HOTEL],
        building=[
            (lot.house_price, lots.next_building(game, lot), _builds(name, (lot.key,)))
            for lot in lots.open_in_group(game, name, group)
        ],
    )


def _all_sold(game: Game, name: str, group: str) -> list[Move]:
    built = game.holdings.buildings.get(group)
    if not built or game.holdings.ownership.whole_groups.get(group) != name:
        return []
    down = moves.SellsDown(name, group, (BARE_LOT,) * len(built))
    return [moves.SellsHotels(name, group), down] if min(built) == HOTEL else [down]
