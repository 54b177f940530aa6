"""Shortage: fewer buildings than several players could place (SHORT-2, FLOW-6)."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import repeat

from companion.engine import guards
from companion.engine.board import Deed
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked, BuildingClaimed, BuildingWaived
from companion.engine.memo import cached_per_player
from companion.engine.moves import Build, ClaimBuilding, PlaceBuilding, WaiveBuilding
from companion.engine.phases import Auction, Placing, Shortage
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import lots
from companion.engine.state import Game


def contested_building(game: Game, move: Build) -> str:
    """Return the first building of the move that others could want, or "".

    The lots are built one by one, because a hotel returns its houses to the bank. Raises
    IllegalMove if the contested building is one of those houses.
    """
    if game.edition.unlimited_buildings or game.edition.build_on_turn:
        return ""  # Nobody else could build now (HOUSE-13).
    owners = game.holdings.ownership.whole_groups.values()
    others = [name for name in game.left_of(move.player)[:-1] if name in owners]
    if not others:
        return ""
    if not game.edition.hotels_need_houses:
        return _contested_at_the_end(game, move, others)
    for before, deed in lots.build_steps(game, move.player, move.deeds):
        building = lots.next_building(before, deed)
        wanted = sum(_count_placeable(game, other, building) for other in others)
        if wanted and wanted + 1 > lots.bank_count(before, building):
            if not lots.bank_has(game, building):
                # Only a hotel of the same move would return this building to the bank.
                raise IllegalMove(Reason.NO_BUILDING_LEFT, deed=deed.key, building=building)
            return building
    return ""


def _contested_at_the_end(game: Game, move: Build, others: list[str]) -> str:
    """Return the building of which the whole line takes too many, or "" (HOUSE-21)."""
    end = Draft(game)
    lots.build(end, move.player, move.deeds)
    for building in ("house", "hotel"):
        taken = lots.bank_count(game, building) - lots.bank_count(end.game, building)
        wanted = sum(_count_placeable(game, other, building) for other in others)
        if taken > 0 and wanted and taken + wanted > lots.bank_count(game, building):
            return building
    return ""


def ask_rivals(draft: Draft, move: Build, building: str) -> None:
    """Ask everybody who could place the building, in seating order (FLOW-6)."""
    rivals = _rivals(draft.game, move, building)
    draft.emit(Asked(Shortage(move.player, move.deeds, building, rivals)))


def claim_building(draft: Draft, move: ClaimBuilding) -> None:
    """Claim one of the last buildings (SHORT-2).

    Once everybody has answered, the claimants and the builder bid for it.
    """
    _check_asked(draft.game, move.player)
    draft.emit(BuildingClaimed(move.player))
    _decide(draft)


def waive_building(draft: Draft, move: WaiveBuilding) -> None:
    """Give up one of the last buildings (SHORT-2).

    If nobody claims it, the move that asked for it goes ahead.
    """
    _check_asked(draft.game, move.player)
    draft.emit(BuildingWaived(move.player))
    _decide(draft)


def place_building(draft: Draft, move: PlaceBuilding) -> None:
    """Place the building won at auction, which is already paid for (FLOW-6).

    Its winner places it before anything else happens.
    """
    placing = guards.asked(draft.game, move.player, Placing, Reason.NOTHING_TO_PLACE)
    deed = draft.game.board.deeds[move.deed]
    lots.may_carry_more(draft.game, move.player, deed)
    if lots.next_building(draft.game, deed) != placing.building:
        raise IllegalMove(Reason.NOTHING_TO_PLACE, player=move.player)
    draft.emit(Answered())
    lots.add_building(draft, move.deed)


def lots_for(game: Game, player: str, building: str) -> list[Deed]:
    """List the lots on which ``player`` could place such a building, at any price."""
    free = lots.open_lots(game, player)
    return [deed for deed in free if lots.next_building(game, deed) == building]


def _check_asked(game: Game, player: str) -> Shortage:
    """Raise IllegalMove unless it is the player's turn to answer (FLOW-6)."""
    if not isinstance(game.phase, Shortage) or player != game.phase.waiting[0]:
        raise IllegalMove(Reason.NOT_ASKED_TO_SHARE, player=player)
    return game.phase


def _decide(draft: Draft) -> None:
    shortage = draft.game.phase
    assert isinstance(shortage, Shortage)
    if shortage.waiting:
        return
    draft.emit(Answered())
    if shortage.claiming:
        among = (shortage.builder, *shortage.claiming)
        draft.emit(Asked(Auction(building=shortage.building, among=among)))
        return
    with suppress(IllegalMove):  # A sale or a mortgage may have made it illegal.
        lots.may_build(draft.game, shortage.builder, shortage.deeds)
        lots.build(draft, shortage.builder, shortage.deeds)


def _rivals(game: Game, move: Build, building: str) -> tuple[str, ...]:
    others = game.left_of(move.player)[:-1]
    return tuple(other for other in others if _count_placeable(game, other, building))


def _count_placeable(game: Game, player: str, building: str) -> int:
    """Count the buildings that ``player`` could place with the cash in hand.

    The bank's stock is not checked. A debtor may not build (FLOW-2).
    """
    if game.debt_of(player):
        return 0
    cash, count = game.players[player].cash, 0
    for price in _opening_prices(game, player)[building]:
        if cash < price:
            break
        cash, count = cash - price, count + 1
    return count


@cached_per_player
def _opening_prices(game: Game, player: str) -> dict[str, list[int]]:
    """Return the price of each further house and hotel, the cheapest first."""
    return {building: sorted(_prices(game, player, building)) for building in ("house", "hotel")}


def _prices(game: Game, player: str, building: str) -> Iterator[int]:
    top = game.setup.top_houses
    for group in dict.fromkeys(deed.group for deed in lots_for(game, player, building)):
        for lot in game.board.groups[group]:
            rank = game.rank(lot.key)
            count = max(top - rank, 0) if building == "house" else rank == top
            yield from repeat(lot.house_price, count)
