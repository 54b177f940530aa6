"""What the deeds of a player allow: to mortgage and sell, to lift and build, one at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine import moves
from companion.engine.board import BARE_LOT, HOTEL
from companion.engine.holdings import follows_from_groups
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
    lifting: list[tuple[int, Move]]
    """What it costs."""
    building: list[tuple[int, str, Move]]
    """What it costs, and whether it takes a ``house`` or a ``hotel`` of the bank."""


@follows_from_groups
def estate(game: Game, name: str) -> Estate:
    """What the deeds of ``name`` allow."""
    held = game.holdings
    top_lots = [(lot.key, held[lot.key].buildings) for lot in building.top_lots(game, name)]
    mortgages = (moves.Mortgages(name, d.key) for d in mortgage.mortgageable(game, name))
    houses = (moves.Sells(name, key) for key, buildings in top_lots if buildings < HOTEL)
    return Estate(
        raising=[*mortgages, *houses, *_groups_sold(game, name)],
        hotels=[moves.Sells(name, key) for key, buildings in top_lots if buildings == HOTEL],
        lifting=[
            (mortgage.lifting_costs(game, deed), moves.Lifts(name, deed.key))
            for deed in game.deeds_of(name)
            if held[deed.key].mortgaged
        ],
        building=[
            (lot.house_price, lots.next_building(game, lot), moves.Builds(name, (lot.key,)))
            for lot in lots.open_lots(game, name)
        ],
    )


def _groups_sold(game: Game, name: str) -> Iterator[Move]:
    for group, buildings in building.whole_built(game, name):
        if min(buildings) == HOTEL:
            yield moves.SellsHotels(name, group)
        yield moves.SellsDown(name, group, (BARE_LOT,) * len(buildings))
