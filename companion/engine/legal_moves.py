"""``legal_moves``: everyone who may act now, and how.

A container: ``move in legal_moves(game)`` asks the rules; iterating lists what can be listed.
Bids have amounts: they are checkable, and offered as bounds.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from typing import Any

from companion.engine import guards, moves
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.decide import refusal
from companion.engine.memo import follows_from_group, follows_from_groups
from companion.engine.moves import Move
from companion.engine.obligations import Debt
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    Over,
    Phase,
    Placing,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToThrow,
)
from companion.engine.rules import bankruptcy, building, cards, lots, mortgage
from companion.engine.rules.auction import still_bidding
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
_mortgages, _lifts, _sells = cache(moves.Mortgage), cache(moves.Unmortgage), cache(moves.Sell)
_builds = cache(moves.Build)


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
    down = moves.SellDown(name, group, (BARE_LOT,) * len(built))
    return [moves.SellHotels(name, group), down] if min(built) == HOTEL else [down]


def listed(game: Game) -> list[Move]:
    """Every legal move that can be listed, each once."""
    found: list[Move] = []
    phase = game.phase
    if not isinstance(phase, Over):
        if answers := _ANSWERS.get(type(phase)):
            found += answers(game, phase)
        nothing_first = guards.permits(phase, moves.CollectRent)
        found += _with_deeds(game, nothing_first)
        if guards.permits(phase, moves.LeaveGame):
            found += map(_leaves, bankruptcy.free_to_leave(game))
        found += _between_players(game, nothing_first)
    if game.past:
        found.append(_ONE_BACK)
    return found


_ONE_BACK = moves.Undo(1)
_leaves = cache(moves.LeaveGame)


def _legal(game: Game, candidates: Iterable[Move]) -> list[Move]:
    return [move for move in candidates if refusal(game, move) is None]


def _alike(game: Game, candidates: tuple[Move, ...]) -> tuple[Move, ...]:
    """All or none, of moves that no rule tells apart; the dice, for one, may fall as they like."""
    return candidates if _legal(game, candidates[:1]) else ()


@cache
def _throws(kind: type[moves.RollForStart] | type[moves.Roll], player: str) -> tuple[Move, ...]:
    """Every way in which the dice may fall."""
    return tuple(kind(player, (a, b)) for a in range(1, 7) for b in range(1, 7))


def _to_open(game: Game, opening: Opening) -> Iterable[Move]:
    return _alike(game, _throws(moves.RollForStart, opening.waiting[0]))


def _to_throw(game: Game, phase: ToThrow) -> Iterable[Move]:
    throws = _throws(moves.Roll, phase.player)
    if not game.players[phase.player].jail_turn:
        return throws
    leaving = (moves.PayFine(phase.player), moves.UseJailCard(phase.player))
    return [*throws, *_legal(game, leaving)]


def _to_draw(game: Game, phase: ToDraw) -> Iterable[Move]:
    drawable = cards.drawable(game, phase.pack)
    return _alike(game, tuple(moves.DrawCard(phase.player, card) for card in drawable))


def _auction(game: Game, auction: Auction) -> Iterable[Move]:
    rivals = (name for name in still_bidding(game, auction) if name != auction.bidder)
    return [*map(moves.Pass, rivals), moves.CloseAuction()]


def _two(*kinds: type[moves.PlayerMove]) -> Callable[[Game, Any], Iterable[Move]]:
    """Either of two answers, of which the rules may forbid one."""
    return lambda game, phase: _legal(game, (kind(phase.player) for kind in kinds))


def _shortage(game: Game, phase: Shortage) -> Iterable[Move]:
    asked = phase.waiting[0]
    return _legal(game, (moves.ClaimBuilding(asked), moves.WaiveBuilding(asked)))


def _placing(game: Game, phase: Placing) -> Iterable[Move]:
    lots = game.deeds_of(phase.player)
    return _legal(game, (moves.PlaceBuilding(phase.player, lot.key) for lot in lots))


def _received(game: Game, phase: ReceivedMortgages) -> Iterable[Move]:
    return _legal(game, (moves.KeepMortgage(phase.player, phase.deeds[0]),))


_ANSWERS: dict[type[Phase], Callable[[Game, Any], Iterable[Move]]] = {
    Opening: _to_open,
    ToThrow: _to_throw,
    CardThrow: lambda game, phase: _alike(game, _throws(moves.Roll, phase.player)),
    ToBuy: _two(moves.Buy, moves.Decline),
    Auction: _auction,
    ToDraw: _to_draw,
    FineOrChance: _two(moves.PayFine, moves.TakeChance),
    TaxChoice: _two(moves.PayFlatTax, moves.PayTenPercent),
    Shortage: _shortage,
    Placing: _placing,
    ReceivedMortgages: _received,
}
"""What the table waits for, in the phases in which it waits for an answer."""


def _with_deeds(game: Game, nothing_first: bool) -> list[Move]:
    """What everybody may do with the deeds, seat by seat: mortgages and sales whatever waits for an
    answer, but not of a deed that is put up, nor with houses that are promised to somebody; and,
    but for debtors, what the cash is good for."""
    found: list[Move] = []
    reserved = any(map(_reserves, game.pending))
    for name in game.in_play():
        own = estate(game, name)
        raising = own.raising
        if own.hotels and building.breaks_down(game):
            raising = [*own.hotels, *raising]
        found += _legal(game, raising) if reserved else raising
        if game.debts and (debt := game.debt_of(name)):
            found += _legal(game, _in_lots(game, debt))
        elif nothing_first and (own.lifting or own.building):
            found += _spending(game, name, own)
    return found


def _reserves(phase: Phase) -> bool:
    return bool(getattr(phase, "building", "") or getattr(phase, "seller", ""))


def _spending(game: Game, name: str, own: Estate) -> list[Move]:
    """For the money in hand; of mortgages received, only the one that is asked about."""
    cash = game.players[name].cash
    found = [move for deed, move in own.lifting if mortgage.lifting_costs(game, deed) <= cash]
    if any(isinstance(phase, ReceivedMortgages) for phase in game.pending):
        found = _legal(game, found)
    if own.building:
        left = [kind for kind in ("house", "hotel") if lots.has_left(game, kind)]
        found += [move for price, kind, move in own.building if price <= cash and kind in left]
    return found


def _in_lots(game: Game, debt: Debt) -> Iterator[Move]:
    if game.edition.part_in_lots:
        for deed in game.deeds_of(debt.debtor):
            yield moves.HandOverDeed(debt.debtor, deed.key)
            yield moves.PutUpDeed(debt.debtor, deed.key)


def _between_players(game: Game, nothing_first: bool) -> Iterator[Move]:
    """Claims and offers; and what ends the game for somebody or for all."""
    if nothing_first and game.claims:
        yield from map(moves.CollectRent, dict.fromkeys(claim.owner for claim in game.claims))
        yield from starmap(
            moves.CollectRent, dict.fromkeys((c.owner, c.payer) for c in game.claims)
        )
    if nothing_first and (offer := game.offer):
        yield from _legal(game, (moves.AcceptTrade(offer.other),))
        yield from (moves.RefuseTrade(offer.other), moves.WithdrawTrade(offer.player))
    if game.debts:
        for debtor in dict.fromkeys(debt.debtor for debt in game.debts):
            yield from _legal(game, (moves.PayDebt(debtor), moves.DeclareBankruptcy(debtor)))
    if isinstance(game.phase, ToThrow):
        yield moves.EndByTime()


class LegalMoves:
    """What may be done in one position."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refusal(self._game, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Every legal move but those with amounts or choices of one's own: bids, offers, rulings,
        several lots at once, a group sold down part of the way, longer undos."""
        return iter(listed(self._game))

    def bids(self) -> dict[str, range]:
        """Who may bid in the auction now, and from how many dollars to how many."""
        auction = self._game.phase
        if not isinstance(auction, Auction):
            return {}
        players = self._game.players
        ranges = {
            name: range(auction.bid + 1, players[name].cash + 1)
            for name in still_bidding(self._game, auction)
            if name != auction.bidder
        }
        return {
            name: amounts
            for name, amounts in ranges.items()
            if amounts and moves.Bid(name, amounts[0]) in self
        }


def legal_moves(game: Game) -> LegalMoves:
    """Everyone who may act now, and how."""
    return LegalMoves(game)
