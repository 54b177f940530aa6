"""Building shortage: fewer buildings than several players could place now (SHORT-2, FLOW-6)."""

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


def contested(game: Game, move: Build) -> str:
    """Which building of the line others could want as well; "" when the stock serves everybody.
    The line is followed lot by lot: a hotel in it gives back its houses."""
    if game.edition.unlimited_buildings:
        return ""
    others = game.left_of(move.player)[:-1]
    for before, deed in lots.line(game, move.player, move.deeds):
        building = lots.next_building(before, deed)
        wanted = sum(_could_place(game, other, building) for other in others)
        if wanted and wanted + 1 > lots.in_stock(before, building):
            if not lots.has_left(game, building):
                # It would be one of those that a hotel of the same line gives back.
                raise IllegalMove(
                    Reason.NO_BUILDING_LEFT, deed=deed.key, building=building, player=move.player
                )
            return building
    return ""


def ask(draft: Draft, move: Build, building: str) -> None:
    """FLOW-6: those who could place one are asked, seat by seat."""
    rivals = _rivals(draft.game, move, building)
    draft.emit(Asked(Shortage(move.player, move.deeds, building, rivals)))


def claims(draft: Draft, move: ClaimBuilding) -> None:
    """SHORT-2: the building goes to auction once everybody has answered."""
    _asked(draft.game, move.player)
    draft.emit(BuildingClaimed(move.player))
    _decide(draft)


def waives(draft: Draft, move: WaiveBuilding) -> None:
    """SHORT-2: the building stands when nobody claims it."""
    _asked(draft.game, move.player)
    draft.emit(BuildingWaived(move.player))
    _decide(draft)


def places(draft: Draft, move: PlaceBuilding) -> None:
    """FLOW-6: the winner places the building before anything else; it is paid for."""
    placing = guards.asked(draft.game, move.player, Placing, Reason.NOTHING_TO_PLACE)
    deed = draft.game.board.deeds[move.deed]
    lots.may_carry_more(draft.game, move.player, deed)
    if lots.next_building(draft.game, deed) != placing.building:
        raise IllegalMove(Reason.NOTHING_TO_PLACE, player=move.player, deed=move.deed)
    draft.emit(Answered())
    lots.put_up(draft, move.deed)


def places_for(game: Game, player: str, building: str) -> list[Deed]:
    """The lots on which ``player`` could put up such a building now, whatever it costs."""
    free = lots.open_lots(game, player)
    return [deed for deed in free if lots.next_building(game, deed) == building]


def _asked(game: Game, player: str) -> Shortage:
    """FLOW-6: in seat order."""
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
    with suppress(IllegalMove):  # What was sold or mortgaged meanwhile may leave no place for it.
        lots.may_build(draft.game, shortage.builder, shortage.deeds)
        lots.build(draft, shortage.builder, shortage.deeds)


def _rivals(game: Game, move: Build, building: str) -> tuple[str, ...]:
    others = game.left_of(move.player)[:-1]
    return tuple(other for other in others if _could_place(game, other, building))


def _could_place(game: Game, player: str, building: str) -> int:
    """How many ``player`` could lawfully place now with the cash in hand, the bank's stock left
    out of account; a debtor may not build (FLOW-2)."""
    if game.debt_of(player):
        return 0
    cash, count = game.players[player].cash, 0
    for price in _openings(game, player)[building]:
        if cash < price:
            break
        cash, count = cash - price, count + 1
    return count


@cached_per_player
def _openings(game: Game, player: str) -> dict[str, list[int]]:
    """What each further ``house`` or ``hotel`` would cost ``player``, the cheapest first."""
    return {building: sorted(_prices(game, player, building)) for building in ("house", "hotel")}


def _prices(game: Game, player: str, building: str) -> Iterator[int]:
    top = game.setup.top_houses
    for group in dict.fromkeys(deed.group for deed in places_for(game, player, building)):
        for lot in game.board.groups[group]:
            rank = game.rank(lot.key)
            count = max(top - rank, 0) if building == "house" else rank == top
            yield from repeat(lot.house_price, count)
