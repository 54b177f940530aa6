"""Houses and hotels: building evenly, selling back, and what a lot may carry next."""

from companion.engine import guards
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.draft import Draft
from companion.engine.events import BuildingsChanged, Paid
from companion.engine.memo import cached_per_player
from companion.engine.moves import Build, Sell, SellDown, SellHotels
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import lots, shortage
from companion.engine.state import BANK, Game


def builds(draft: Draft, move: Build) -> None:
    """BLD-1: one building on each lot named, in that order, all or none."""
    guards.owes_nothing(draft.game, move.player)
    lots.may_build(draft.game, move.player, move.deeds)
    if contested := shortage.contested(draft.game, move):
        shortage.ask(draft, move, contested)
    else:
        lots.build(draft, move.player, move.deeds)


def sells(draft: Draft, move: Sell) -> None:
    """SELL-1: one building back to the bank at half price, evenly."""
    game, key = draft.game, move.deed
    guards.owns(game, move.player, key, Reason.NOT_YOUR_GROUP)
    holding, top = game.holdings[key], game.setup.top_houses
    if holding.buildings == BARE_LOT:
        raise IllegalMove(Reason.NO_BUILDING_THERE, deed=key)
    if holding.buildings == HOTEL:
        _bank_has(game, top)
    if game.edition.even_building:
        _goes_down_evenly(game, key)
    after = top if holding.buildings == HOTEL else holding.buildings - 1
    _take_down(draft, move.player, key, after)


@cached_per_player
def top_lots(game: Game, player: str) -> tuple[Deed, ...]:
    """SELL-1: the built lots from which evenness lets the next building go."""
    groups = built_or_whole(game, player)
    return tuple(lot for group in groups for lot in top_of_group(game, player, group))


def top_of_group(game: Game, player: str, group: str) -> tuple[Deed, ...]:
    """SELL-1: those of one group."""
    standing = game.holdings.buildings.get(group)
    if not standing:
        return ()
    least = max(standing) if game.edition.even_building else 1
    lots = zip(game.board.groups[group], standing, strict=True)
    return tuple(lot for lot, on in lots if on >= least and game.owner(lot.key) == player)


def breaks_down(game: Game) -> bool:
    """SELL-3: whether the bank has the houses for a hotel that is sold."""
    return _are_free(game, game.setup.top_houses)


def built_or_whole(game: Game, player: str) -> list[str]:
    """The groups of ``player`` that carry, or may carry, buildings, in board order."""
    built, whole = game.holdings.buildings, game.holdings.ownership.whole_groups
    groups = [group for group in game.board.groups if group in built or group in whole]
    return [group for group in groups if game.owned_in_group(player, group)]


def _goes_down_evenly(game: Game, key: str) -> None:
    group = game.board.deeds[key].group
    standing = game.holdings.buildings[group]
    if max(standing) > game.holdings[key].buildings:
        highest = game.board.groups[group][standing.index(max(standing))]
        raise IllegalMove(Reason.UNEVEN_SALE, deed=key, first=highest.key)


def sells_hotels(draft: Draft, move: SellHotels) -> None:
    """SELL-2: all hotels of a group at once, for half of what all their buildings cost."""
    group = draft.game.board.groups[move.group]
    for lot in group:
        guards.owns(draft.game, move.player, lot.key, Reason.NOT_YOUR_GROUP)
    for lot in group:
        if draft.game.holdings[lot.key].buildings != HOTEL:
            raise IllegalMove(Reason.NOT_ALL_HOTELS, deed=lot.key, group=move.group)
    for lot in group:
        _take_down(draft, move.player, lot.key, BARE_LOT)


def sells_down(draft: Draft, move: SellDown) -> None:
    """FLOW-14: a whole group at once to any even state that the bank's houses allow."""
    game, group = draft.game, draft.game.board.groups[move.group]
    for lot in group:
        guards.owns(game, move.player, lot.key, Reason.NOT_YOUR_GROUP)
    _is_a_way_down(game, move)
    houses = [game.holdings[lot.key].buildings for lot in group]
    standing = sum(count for count in houses if count < HOTEL)
    _bank_has(game, sum(move.houses) - standing)
    if game.edition.even_building and max(move.houses) - min(move.houses) > 1:
        raise IllegalMove(Reason.NOT_SOLD_DOWN, group=move.group, houses=move.houses)
    for lot, after in zip(group, move.houses, strict=True):
        if game.rank(lot.key) > after:
            _take_down(draft, move.player, lot.key, after)


def _is_a_way_down(game: Game, move: SellDown) -> None:
    ranks = [game.rank(lot.key) for lot in game.board.groups[move.group]]
    down = len(ranks) == len(move.houses) and all(
        after <= min(before, game.setup.top_houses)
        for before, after in zip(ranks, move.houses, strict=True)
    )
    if not down or sum(ranks) == sum(move.houses):
        raise IllegalMove(Reason.NOT_SOLD_DOWN, group=move.group, houses=move.houses)


def sell_everything(draft: Draft, player: str) -> None:
    """BANK-2: all that ``player`` has built, back to the bank at half."""
    for deed in draft.game.deeds_of(player):
        if draft.game.rank(deed.key):
            _take_down(draft, player, deed.key, BARE_LOT)


def _take_down(draft: Draft, player: str, key: str, after: int) -> None:
    game = draft.game
    steps = game.rank(key) - after
    half = steps * game.board.deeds[key].house_price // 2
    draft.emit(BuildingsChanged(key, game.holdings[key].buildings, after))
    draft.emit(Paid(BANK, player, half, "sell", key))


def _bank_has(game: Game, houses: int) -> None:
    """SELL-3: the houses that breaking a hotel down needs."""
    if not _are_free(game, houses):
        stock = _unpromised(game)
        raise IllegalMove(Reason.NO_HOUSES_FOR_HOTEL, houses=houses, stock=stock)


def _are_free(game: Game, houses: int) -> bool:
    return game.edition.unlimited_buildings or _unpromised(game) >= houses


def _unpromised(game: Game) -> int:
    """The houses that the bank has, and has promised to nobody (FLOW-6)."""
    return game.houses_in_bank() - lots.set_aside(game, "house")
