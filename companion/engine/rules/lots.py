"""Lots and their next building: the guards of building, and placing one."""

from collections.abc import Iterator

from companion.engine import guards
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.draft import Draft
from companion.engine.events import BuildingsChanged, Paid
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK, Game


def may_build(game: Game, player: str, keys: tuple[str, ...]) -> None:
    """Raise IllegalMove unless one building can be placed on each lot, in order.

    Each guard checks all lots before the next guard is called. The refusal therefore names the
    first rule that forbids the move, on whichever lot it does (FLOW-12).
    """
    lots = []
    for before, deed in build_steps(game, player, keys):
        _whole_group(before, player, deed)  # Without it, the next step could not be played.
        lots.append((before, deed))
    for rule in _PLACE[1:]:
        for before, deed in lots:
            rule(before, player, deed)
    if game.edition.hotels_need_houses:
        for before, deed in lots:
            _in_the_bank(before, player, deed)
    else:
        for before, deed in lots[-1:]:
            _left_in_the_bank(before, player, deed)
    for before, deed in lots:
        _in_cash(before, player, deed)


def build(draft: Draft, player: str, keys: tuple[str, ...]) -> None:
    """Place one building on each lot and pay for it (BLD-1)."""
    for key in keys:
        price = draft.game.board.deeds[key].house_price
        draft.emit(Paid(player, BANK, price, "build", key))
        add_building(draft, key)


def build_steps(game: Game, player: str, keys: tuple[str, ...]) -> Iterator[tuple[Game, Deed]]:
    """Yield each lot with the position in which all lots before it are built."""
    before = game
    for number, key in enumerate(keys):
        if number:
            step = Draft(before)
            build(step, player, keys[number - 1 : number])
            before = step.game
        yield before, game.board.deeds[key]


def add_building(draft: Draft, key: str) -> None:
    """Place the next building on the lot (BLD-3).

    A hotel returns its houses to the bank.
    """
    before = draft.game.holdings[key].buildings
    after = before + 1 if before < draft.game.setup.top_houses else HOTEL
    draft.emit(BuildingsChanged(key, before, after))


@cached_per_player
def open_lots(game: Game, player: str) -> tuple[Deed, ...]:
    """Return the lots of ``player`` that may carry one more building, in board order."""
    whole = dict.fromkeys(deed.group for deed in game.whole_groups_of(player))
    return tuple(lot for group in whole for lot in open_in_group(game, player, group))


@cached_per_group
def open_in_group(game: Game, player: str, group: str) -> tuple[Deed, ...]:
    """Return the lots of one group that may carry one more building."""
    lots, held = game.board.groups[group], game.holdings
    if held.ownership.whole_groups.get(group) != player or not lots[0].house_price:
        return ()
    if any(held[lot.key].mortgaged for lot in lots):
        return ()
    counts = held.buildings.get(group, (BARE_LOT,) * len(lots))
    most = min(counts) if game.edition.even_building else HOTEL
    return tuple(
        lot for lot, count in zip(lots, counts, strict=True) if count <= most and count != HOTEL
    )


def may_carry_more(game: Game, player: str, deed: Deed) -> None:
    """Raise IllegalMove if the lot may not carry one more building (BLD-1 to BLD-5).

    The bank's stock and the player's cash are not checked.
    """
    for rule in _PLACE:
        rule(game, player, deed)


def _whole_group(game: Game, player: str, deed: Deed) -> None:
    """Require a street whose whole group the player owns (BLD-1)."""
    group = game.board.groups[deed.group]
    if not deed.house_price or game.owned_in_group(player, deed.group) < len(group):
        missing = next((lot for lot in group if game.owner(lot.key) != player), deed)
        raise IllegalMove(Reason.NOT_YOUR_GROUP, player=player, deed=deed.key, missing=missing.key)


def _no_mortgage(game: Game, player: str, deed: Deed) -> None:
    """Require a group without mortgages (BLD-5)."""
    for lot in game.board.groups[deed.group]:
        if game.holdings[lot.key].mortgaged:
            raise IllegalMove(Reason.GROUP_MORTGAGED, deed=deed.key, mortgaged=lot.key)


def _no_hotel(game: Game, player: str, deed: Deed) -> None:
    """Require a lot without a hotel (BLD-4)."""
    if game.holdings[deed.key].buildings == HOTEL:
        raise IllegalMove(Reason.HAS_HOTEL, deed=deed.key)


def _evenly(game: Game, player: str, deed: Deed) -> None:
    """Require that no lot gets ahead of its group by more than one (BLD-2, BLD-3)."""
    if not game.edition.even_building:
        return
    counts = game.holdings.buildings.get(deed.group, (BARE_LOT,))
    if min(counts) < game.holdings[deed.key].buildings:
        lowest = game.board.groups[deed.group][counts.index(min(counts))]
        hotel = next_building(game, deed) == "hotel"
        reason = Reason.NOT_READY_FOR_HOTEL if hotel else Reason.UNEVEN
        raise IllegalMove(reason, deed=deed.key, first=lowest.key, houses=game.setup.top_houses)


def _in_the_bank(game: Game, player: str, deed: Deed) -> None:
    """Require one more building in the bank (SHORT-1)."""
    building = next_building(game, deed)
    if not bank_has(game, building):
        raise IllegalMove(Reason.NO_BUILDING_LEFT, deed=deed.key, building=building)


def _left_in_the_bank(game: Game, player: str, deed: Deed) -> None:
    """Require that the bank has what stands after the last lot of a line (HOUSE-21).

    What stood in between does not count: hotels are built although there are too few houses.
    """
    end = Draft(game)
    add_building(end, deed.key)
    for building in ("house", "hotel"):
        if bank_count(end.game, building) < 0 and not game.edition.unlimited_buildings:
            raise IllegalMove(Reason.NO_BUILDING_LEFT, deed=deed.key, building=building)


def _in_cash(game: Game, player: str, deed: Deed) -> None:
    """Require the price in cash (FLOW-11)."""
    price = deed.house_price
    guards.can_pay(game, player, price, Reason.CANNOT_AFFORD_BUILDING, deed=deed.key)


_PLACE = (_whole_group, _no_mortgage, _no_hotel, _evenly)
"""Guards of the place, in the order in which a refusal names the rules (FLOW-12)."""


def next_building(game: Game, deed: Deed) -> str:
    """Return ``house`` or ``hotel``, whichever is next on the lot."""
    return "house" if game.rank(deed.key) < game.setup.top_houses else "hotel"


def even_out(game: Game, ranks: tuple[int, ...], lot: int, rank: int) -> tuple[int, ...]:
    """Return the ranks of a group after building lot number ``lot`` to ``rank``.

    The other lots follow as far as even building and selling require (BLD-2, SELL-1).
    """
    least, most = (rank - 1, rank + 1) if game.edition.even_building else (0, HOTEL)
    others = (min(max(other, least), most) for other in ranks)
    return tuple(rank if i == lot else other for i, other in enumerate(others))


def bank_count(game: Game, building: str) -> int:
    """Return the number of ``house`` or ``hotel`` buildings in the bank."""
    return game.houses_in_bank() if building == "house" else game.hotels_in_bank()


def bank_has(game: Game, building: str) -> bool:
    """Return True if the bank has one more of ``building`` (SHORT-1)."""
    return game.edition.unlimited_buildings or bank_count(game, building) > 0


def reserved(game: Game, building: str) -> int:
    """Count the buildings that a pending answer is about (FLOW-6).

    Such a building is being asked about, auctioned, or won and not placed yet. Nobody else can
    have it.
    """
    return sum(getattr(phase, "building", "") == building for phase in game.pending)
