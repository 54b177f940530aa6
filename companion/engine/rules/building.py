"""Houses and hotels: building evenly, and selling back to the bank.

A house on Boardwalk costs $200, and the bank takes it back for $100:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     ruling: Ann owns Boardwalk; Ann owns Park Place
    ...     Ann builds on Boardwalk
    ...     refused BLD-2: Ann builds on Boardwalk
    ...     Ann builds on Park Place
    ...     expect Ann $1100
    ...     Ann sells from Park Place
    ...     expect Ann $1200
    ... ''')).faults
    ()
"""

from companion.engine import guards
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.draft import Draft
from companion.engine.events import BuildingsChanged, Paid
from companion.engine.memo import cached_per_player
from companion.engine.moves import Build, Sell, SellDown, SellHotels
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import lots, shortage
from companion.engine.state import BANK, Game


def build(draft: Draft, move: Build) -> None:
    """Build one house or hotel on each lot named, all or none (BLD-1).

    If others could want one of the last buildings, they are asked first (SHORT-2).
    """
    if draft.game.edition.build_on_turn and not guards.has_turn(draft.game, move.player):
        raise IllegalMove(Reason.BUILD_ON_TURN, player=move.player)
    guards.owes_nothing(draft.game, move.player)
    lots.may_build(draft.game, move.player, move.deeds)
    if contested := shortage.contested_building(draft.game, move):
        shortage.ask_rivals(draft, move, contested)
    else:
        lots.build(draft, move.player, move.deeds)


def sell(draft: Draft, move: Sell) -> None:
    """Sell one building back to the bank at half price, evenly (SELL-1)."""
    game, key = draft.game, move.deed
    guards.owns(game, move.player, key, Reason.NOT_YOUR_GROUP)
    holding, top = game.holdings[key], game.setup.top_houses
    if holding.buildings == BARE_LOT:
        raise IllegalMove(Reason.NO_BUILDING_THERE, deed=key)
    if holding.buildings == HOTEL:
        _check_free_houses(game, top)
    if game.edition.even_building:
        _check_even_sale(game, key)
    after = top if holding.buildings == HOTEL else holding.buildings - 1
    _remove_buildings(draft, move.player, key, after)


@cached_per_player
def top_lots(game: Game, player: str) -> tuple[Deed, ...]:
    """Return the lots whose next building can be sold evenly (SELL-1)."""
    groups = developable_groups(game, player)
    return tuple(lot for group in groups for lot in top_of_group(game, player, group))


def top_of_group(game: Game, player: str, group: str) -> tuple[Deed, ...]:
    """Return the lots of one group whose next building can be sold (SELL-1)."""
    counts = game.holdings.buildings.get(group)
    if not counts:
        return ()
    least = max(counts) if game.edition.even_building else 1
    lots = zip(game.board.groups[group], counts, strict=True)
    return tuple(lot for lot, on in lots if on >= least and game.owner(lot.key) == player)


def bank_can_break_hotel(game: Game) -> bool:
    """Return True if the bank has the houses to replace a hotel (SELL-3)."""
    return _has_free_houses(game, game.setup.top_houses)


def developable_groups(game: Game, player: str) -> list[str]:
    """List the groups in which ``player`` has, or may place, buildings.

    The groups are in board order.
    """
    built, whole = game.holdings.buildings, game.holdings.ownership.whole_groups
    groups = [group for group in game.board.groups if group in built or group in whole]
    return [group for group in groups if game.owned_in_group(player, group)]


def _check_even_sale(game: Game, key: str) -> None:
    group = game.board.deeds[key].group
    counts = game.holdings.buildings[group]
    if max(counts) > game.holdings[key].buildings:
        highest = game.board.groups[group][counts.index(max(counts))]
        raise IllegalMove(Reason.UNEVEN_SALE, deed=key, first=highest.key)


def sell_hotels(draft: Draft, move: SellHotels) -> None:
    """Sell all hotels of a group at once, for half of their cost (SELL-2)."""
    group = draft.game.board.groups[move.group]
    for lot in group:
        guards.owns(draft.game, move.player, lot.key, Reason.NOT_YOUR_GROUP)
    for lot in group:
        if draft.game.holdings[lot.key].buildings != HOTEL:
            raise IllegalMove(Reason.NOT_ALL_HOTELS, deed=lot.key)
    for lot in group:
        _remove_buildings(draft, move.player, lot.key, BARE_LOT)


def sell_down(draft: Draft, move: SellDown) -> None:
    """Sell a whole group down to the given houses, all lots at once (FLOW-14).

    The result has to be even, and the bank needs the houses for it.
    """
    game, group = draft.game, draft.game.board.groups[move.group]
    for lot in group:
        guards.owns(game, move.player, lot.key, Reason.NOT_YOUR_GROUP)
    _check_counts(game, move)
    houses = [game.holdings[lot.key].buildings for lot in group]
    current = sum(count for count in houses if count < HOTEL)
    _check_free_houses(game, sum(move.houses) - current)
    if game.edition.even_building and max(move.houses) - min(move.houses) > 1:
        raise IllegalMove(Reason.NOT_SOLD_DOWN)
    for lot, after in zip(group, move.houses, strict=True):
        if game.rank(lot.key) > after:
            _remove_buildings(draft, move.player, lot.key, after)


def _check_counts(game: Game, move: SellDown) -> None:
    ranks = [game.rank(lot.key) for lot in game.board.groups[move.group]]
    if len(ranks) != len(move.houses):
        raise IllegalMove(Reason.COUNT_FOR_EACH_LOT, count=len(ranks))
    down = all(
        after <= min(before, game.setup.top_houses)
        for before, after in zip(ranks, move.houses, strict=True)
    )
    if not down or sum(ranks) == sum(move.houses):
        raise IllegalMove(Reason.NOT_SOLD_DOWN)


def sell_everything(draft: Draft, player: str, group: str = "") -> None:
    """Sell all buildings of ``player``, or those in a group, to the bank at half price (BANK-2)."""
    for deed in draft.game.deeds_of(player):
        if draft.game.rank(deed.key) and group in ("", deed.group):
            _remove_buildings(draft, player, deed.key, BARE_LOT)


def _remove_buildings(draft: Draft, player: str, key: str, after: int) -> None:
    game = draft.game
    steps = game.rank(key) - after
    half = steps * game.board.deeds[key].house_price // 2
    draft.emit(BuildingsChanged(key, game.holdings[key].buildings, after))
    draft.emit(Paid(BANK, player, half, "sell", key))


def _check_free_houses(game: Game, houses: int) -> None:
    """Raise IllegalMove if the bank lacks houses to replace a hotel (SELL-3)."""
    if not _has_free_houses(game, houses):
        stock = _free_houses(game)
        raise IllegalMove(Reason.NO_HOUSES_FOR_HOTEL, houses=houses, stock=stock)


def _has_free_houses(game: Game, houses: int) -> bool:
    return game.edition.unlimited_buildings or _free_houses(game) >= houses


def _free_houses(game: Game) -> int:
    """Count the houses in the bank that nobody has been promised (FLOW-6)."""
    return game.houses_in_bank() - lots.reserved(game, "house")
