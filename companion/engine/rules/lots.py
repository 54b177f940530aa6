"""A lot and its next building: what it may carry, and putting it up."""

from collections.abc import Iterator

from companion.engine import guards
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.draft import Draft
from companion.engine.events import BuildingsChanged, Paid
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK, Game


def may_build(game: Game, player: str, keys: tuple[str, ...]) -> None:
    """Whether one building may stand on each lot, in that order. Each rule is asked about the whole
    line before the next one, so that a refusal names the first that forbids it (FLOW-12)."""
    lots = []
    for before, deed in line(game, player, keys):
        _whole_group(before, player, deed)  # Or the line could not even be followed any further.
        lots.append((before, deed))
    for rule in (*_PLACE[1:], _in_the_bank, _in_cash):
        for before, deed in lots:
            rule(before, player, deed)


def build(draft: Draft, player: str, keys: tuple[str, ...]) -> None:
    """One building stands on each lot, and is paid for."""
    for key in keys:
        price = draft.game.board.deeds[key].house_price
        draft.emit(Paid(player, BANK, price, "build", key))
        put_up(draft, key)


def line(game: Game, player: str, keys: tuple[str, ...]) -> Iterator[tuple[Game, Deed]]:
    """Each lot of a line, with the position in which its turn comes: all before it are built."""
    so_far = Draft(game)
    for number, key in enumerate(keys):
        build(so_far, player, keys[max(number - 1, 0) : number])
        yield so_far.game, game.board.deeds[key]


def put_up(draft: Draft, key: str) -> None:
    """The next building stands on the lot; a hotel's houses go back to the bank (BLD-3)."""
    before = draft.game.holdings[key].buildings
    after = before + 1 if before < draft.game.setup.top_houses else HOTEL
    draft.emit(BuildingsChanged(key, before, after))


@cached_per_player
def open_lots(game: Game, player: str) -> tuple[Deed, ...]:
    """The lots of ``player`` that may carry one more building, in board order."""
    whole = dict.fromkeys(deed.group for deed in game.whole_groups_of(player))
    return tuple(lot for group in whole for lot in open_in_group(game, player, group))


@cached_per_group
def open_in_group(game: Game, player: str, group: str) -> tuple[Deed, ...]:
    """Those of one group that may carry one more."""
    lots = game.board.groups[group]
    return tuple(lot for lot in lots if lot.house_price and _is_open(game, player, lot))


def _is_open(game: Game, player: str, deed: Deed) -> bool:
    try:
        may_carry_more(game, player, deed)
    except IllegalMove:
        return False
    return True


def may_carry_more(game: Game, player: str, deed: Deed) -> None:
    """BLD-1 to BLD-5, whatever the bank and the purse say. Raises IllegalMove."""
    for rule in _PLACE:
        rule(game, player, deed)


def _whole_group(game: Game, player: str, deed: Deed) -> None:
    """BLD-1: streets only, and only when the whole group is the player's."""
    group = game.board.groups[deed.group]
    if not deed.house_price or game.owned_in_group(player, deed.group) < len(group):
        missing = next((lot for lot in group if game.owner(lot.key) != player), deed)
        raise IllegalMove(Reason.NOT_YOUR_GROUP, player=player, deed=deed.key, missing=missing.key)


def _no_mortgage(game: Game, player: str, deed: Deed) -> None:
    """BLD-5: no lot of the group is mortgaged."""
    for lot in game.board.groups[deed.group]:
        if game.holdings[lot.key].mortgaged:
            raise IllegalMove(Reason.GROUP_MORTGAGED, deed=deed.key, mortgaged=lot.key)


def _no_hotel(game: Game, player: str, deed: Deed) -> None:
    """BLD-4: nothing comes after a hotel."""
    if game.holdings[deed.key].buildings == HOTEL:
        raise IllegalMove(Reason.HAS_HOTEL, deed=deed.key)


def _evenly(game: Game, player: str, deed: Deed) -> None:
    """BLD-2, BLD-3: no lot gets ahead of the others by more than one."""
    if not game.edition.even_building:
        return
    standing = game.holdings.buildings.get(deed.group, (BARE_LOT,))
    if min(standing) < game.holdings[deed.key].buildings:
        lowest = game.board.groups[deed.group][standing.index(min(standing))]
        hotel = next_building(game, deed) == "hotel"
        reason = Reason.NOT_READY_FOR_HOTEL if hotel else Reason.UNEVEN
        raise IllegalMove(reason, deed=deed.key, first=lowest.key, houses=game.setup.top_houses)


def _in_the_bank(game: Game, player: str, deed: Deed) -> None:
    """SHORT-1: the bank has one left."""
    building = next_building(game, deed)
    if not has_left(game, building):
        raise IllegalMove(Reason.NO_BUILDING_LEFT, deed=deed.key, building=building, player=player)


def _in_cash(game: Game, player: str, deed: Deed) -> None:
    """FLOW-11: what it costs is in hand."""
    price = deed.house_price
    guards.can_pay(game, player, price, Reason.CANNOT_AFFORD_BUILDING, deed=deed.key)


_PLACE = (_whole_group, _no_mortgage, _no_hotel, _evenly)
"""Where a building may stand, in the order in which a refusal names the rules (FLOW-12)."""


def next_building(game: Game, deed: Deed) -> str:
    """``house`` or ``hotel``: what comes next on the lot."""
    return "house" if game.rank(deed.key) < game.setup.top_houses else "hotel"


def levelled(game: Game, ranks: tuple[int, ...], lot: int, rank: int) -> tuple[int, ...]:
    """How far the lots of a group are built when lot number ``lot`` of it is built to ``rank``: the
    others follow as far as building and selling evenly asks of them (BLD-2, SELL-1)."""
    least, most = (rank - 1, rank + 1) if game.edition.even_building else (0, HOTEL)
    others = (min(max(other, least), most) for other in ranks)
    return tuple(rank if i == lot else other for i, other in enumerate(others))


def in_stock(game: Game, building: str) -> int:
    """How many of ``house`` or ``hotel`` the bank has."""
    return game.houses_in_bank() if building == "house" else game.hotels_in_bank()


def has_left(game: Game, building: str) -> bool:
    """SHORT-1: whether the bank has one more of it."""
    return game.edition.unlimited_buildings or in_stock(game, building) > 0


def set_aside(game: Game, building: str) -> int:
    """FLOW-6: how many are asked about, bid for or won, and not for anybody else to have."""
    return sum(getattr(phase, "building", "") == building for phase in game.pending)
