"""``legal_moves``: a container of the moves that players may make now.

``move in legal_moves(game)`` asks the rules; iterating lists the moves that can be listed; ``bids``
gives the bounds of the bids.

Ann stands on a deed for sale. She answers before Bob rolls:

    >>> from companion.engine import legal_moves, moves
    >>> from companion.engine.notation import check, parse_record
    >>> game = check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ... ''')).game
    >>> list(legal_moves(game))[:2]
    [Buy(player='Ann'), Decline(player='Ann')]
    >>> moves.Roll("Bob", (1, 2)) in legal_moves(game)
    False

The list is drawn after each move, so it avoids work in two ways. Moves that cannot be legal in the
current phase are skipped without calling their rules, and moves whose legality follows from the
phase or the deeds alone are not checked again. The answers that depend only on deeds are cached
(see the essay in ``holdings``). Everything else goes through ``_legal``, which asks the rules.
``tests/engine`` compares the list with the rules in positions from whole games.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from typing import Any

from companion.engine import guards, moves
from companion.engine.board import BARE_LOT, HOTEL, Deed
from companion.engine.decide import refusal
from companion.engine.memo import cached_per_group, cached_per_player
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
from companion.engine.rules.auction import least_bid, still_bidding
from companion.engine.state import Game


@dataclass(frozen=True, slots=True)
class Estate:
    """Moves of one player that the deeds allow, with the conditions that remain to be checked."""

    raising: list[Move]
    """Mortgages and sales, which have no further condition."""
    hotels: list[Move]
    """Sales of one hotel: the bank needs houses to break it down."""
    lifting: list[tuple[Deed, Move]]
    """Mortgages to pay back: the price changes with the phase (FLOW-9), so it is not here."""
    building: list[tuple[int, str, Move]]
    """Price, ``house`` or ``hotel``, and the move: the bank needs one, the player the cash."""


@dataclass(frozen=True, slots=True)
class _Lots:
    """The part of an estate from one group that is built or can be developed."""

    houses: list[Move]
    """Sales of one house."""
    at_once: list[Move]
    """Sales of all buildings of the group."""
    hotels: list[Move]
    building: list[tuple[int, str, Move]]


@cached_per_player
def estate(game: Game, name: str) -> Estate:
    """Return the moves that the deeds of ``name`` allow."""
    deeds, held = game.deeds_of(name), game.holdings
    result = Estate(
        raising=[_mortgage(name, deed.key) for deed in mortgage.mortgageable(game, name)],
        hotels=[],
        lifting=[(deed, _unmortgage(name, deed.key)) for deed in deeds if held[deed.key].mortgaged],
        building=[],
    )
    groups = [_lots(game, name, group) for group in building.developable_groups(game, name)]
    for group in groups:
        result.raising.extend(group.houses)
        result.hotels.extend(group.hotels)
        result.building.extend(group.building)
    for group in groups:
        result.raising.extend(group.at_once)
    return result


# The same few moves are needed again whenever a deed changes: cached, they are created once.
_mortgage = cache(moves.Mortgage)
_unmortgage = cache(moves.Unmortgage)
_sell = cache(moves.Sell)
_build = cache(moves.Build)


@cached_per_group
def _lots(game: Game, name: str, group: str) -> _Lots:
    held, top_lots = game.holdings, building.top_of_group(game, name, group)
    return _Lots(
        houses=[_sell(name, d.key) for d in top_lots if held[d.key].buildings < HOTEL],
        at_once=_sales_of_all(game, name, group),
        hotels=[_sell(name, d.key) for d in top_lots if held[d.key].buildings == HOTEL],
        building=[
            (lot.house_price, lots.next_building(game, lot), _build(name, (lot.key,)))
            for lot in lots.open_in_group(game, name, group)
        ],
    )


def _sales_of_all(game: Game, name: str, group: str) -> list[Move]:
    built = game.holdings.buildings.get(group)
    if not built or game.holdings.ownership.whole_groups.get(group) != name:
        return []
    down = moves.SellDown(name, group, (BARE_LOT,) * len(built))
    return [moves.SellHotels(name, group), down] if min(built) == HOTEL else [down]


def listed(game: Game) -> list[Move]:
    """List every legal move that can be listed, each once."""
    result: list[Move] = []
    phase = game.phase
    if not isinstance(phase, Over):
        if answers := _ANSWERS.get(type(phase)):
            result += answers(game, phase)
        unrestricted = guards.permits(phase, moves.CollectRent)
        result += _with_deeds(game, unrestricted)
        if guards.permits(phase, moves.LeaveGame):
            result += map(_leave, bankruptcy.free_to_leave(game))
        result += _between_players(game, unrestricted)
    if game.past:
        result.append(_UNDO_ONE)
    return result


_UNDO_ONE = moves.Undo(1)
_leave = cache(moves.LeaveGame)


def _legal(game: Game, candidates: Iterable[Move]) -> list[Move]:
    return [move for move in candidates if refusal(game, move) is None]


def _all_or_none(game: Game, candidates: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return all candidates or none, for moves that no rule distinguishes, such as rolls."""
    return candidates if _legal(game, candidates[:1]) else ()


@cache
def _rolls(kind: type[moves.RollForStart] | type[moves.Roll], player: str) -> tuple[Move, ...]:
    """Return the moves for all 36 results of the dice."""
    return tuple(kind(player, (a, b)) for a in range(1, 7) for b in range(1, 7))


def _to_open(game: Game, opening: Opening) -> Iterable[Move]:
    return _all_or_none(game, _rolls(moves.RollForStart, opening.waiting[0]))


def _to_throw(game: Game, phase: ToThrow) -> Iterable[Move]:
    rolls = _rolls(moves.Roll, phase.player)
    if not game.players[phase.player].jail_turn:
        return rolls
    leaving = (moves.PayFine(phase.player), moves.UseJailCard(phase.player))
    return [*rolls, *_legal(game, leaving)]


def _to_draw(game: Game, phase: ToDraw) -> Iterable[Move]:
    drawable = cards.drawable(game, phase.pack)
    return _all_or_none(game, tuple(moves.DrawCard(phase.player, card) for card in drawable))


def _auction(game: Game, auction: Auction) -> Iterable[Move]:
    rivals = (name for name in still_bidding(game, auction) if name != auction.bidder)
    return [*map(moves.Pass, rivals), moves.CloseAuction()]


def _two(*kinds: type[moves.PlayerMove]) -> Callable[[Game, Any], Iterable[Move]]:
    """Return a function that lists the legal ones of two answers."""
    return lambda game, phase: _legal(game, (kind(phase.player) for kind in kinds))


def _shortage(game: Game, phase: Shortage) -> Iterable[Move]:
    player = phase.waiting[0]
    return _legal(game, (moves.ClaimBuilding(player), moves.WaiveBuilding(player)))


def _placing(game: Game, phase: Placing) -> Iterable[Move]:
    lots = game.deeds_of(phase.player)
    return _legal(game, (moves.PlaceBuilding(phase.player, lot.key) for lot in lots))


def _received(game: Game, phase: ReceivedMortgages) -> Iterable[Move]:
    return _legal(game, (moves.KeepMortgage(phase.player, phase.deeds[0]),))


_ANSWERS: dict[type[Phase], Callable[[Game, Any], Iterable[Move]]] = {
    Opening: _to_open,
    ToThrow: _to_throw,
    CardThrow: lambda game, phase: _all_or_none(game, _rolls(moves.Roll, phase.player)),
    ToBuy: _two(moves.Buy, moves.Decline),
    Auction: _auction,
    ToDraw: _to_draw,
    FineOrChance: _two(moves.PayFine, moves.TakeChance),
    TaxChoice: _two(moves.PayFlatTax, moves.PayTenPercent),
    Shortage: _shortage,
    Placing: _placing,
    ReceivedMortgages: _received,
}
"""The function that lists the answers, by phase."""


def _with_deeds(game: Game, unrestricted: bool) -> list[Move]:
    """List the moves with deeds, seat by seat.

    Mortgages and sales are legal in every phase, except of a deed that is put up for auction or
    secures a loan, or of a house that is reserved for a player. Players without debts may also
    spend their cash, unless the phase restricts the moves.
    """
    result: list[Move] = []
    reserved = bool(game.secured()) or any(map(_reserves, game.pending))
    for name in game.in_play():
        own = estate(game, name)
        raising = own.raising
        if own.hotels and building.bank_can_break_hotel(game):
            raising = [*own.hotels, *raising]
        result += _legal(game, raising) if reserved else raising
        if unrestricted and game.edition.sell_back != "no":
            deeds = game.deeds_of(name)
            result += _legal(game, (moves.SellDeed(name, deed.key) for deed in deeds))
        if game.debts and (debt := game.debt_of(name)):
            result += _legal(game, _in_deeds(game, debt))
        elif unrestricted and (own.lifting or own.building):
            result += _spending(game, name, own)
    return result


def _reserves(phase: Phase) -> bool:
    return bool(getattr(phase, "building", "") or getattr(phase, "seller", ""))


def _spending(game: Game, name: str, own: Estate) -> list[Move]:
    """List the mortgages and buildings that ``name`` can pay for.

    Of mortgages received with a deed, only the one in question can be paid back.
    """
    cash = game.players[name].cash
    found = [move for deed, move in own.lifting if mortgage.unmortgage_cost(game, deed) <= cash]
    if any(isinstance(phase, ReceivedMortgages) for phase in game.pending):
        found = _legal(game, found)
    if own.building and (not game.edition.build_on_turn or guards.has_turn(game, name)):
        left = [kind for kind in ("house", "hotel") if lots.bank_has(game, kind)]
        found += [move for price, kind, move in own.building if price <= cash and kind in left]
    return found


def _in_deeds(game: Game, debt: Debt) -> Iterator[Move]:
    if game.edition.part_in_lots:
        for deed in game.deeds_of(debt.debtor):
            yield moves.HandOverDeed(debt.debtor, deed.key)
            yield moves.PutUpDeed(debt.debtor, deed.key)


def _between_players(game: Game, unrestricted: bool) -> Iterator[Move]:
    """Yield the moves about claims, offers and debts, and the end of the game by time."""
    if unrestricted and game.claims:
        yield from map(moves.CollectRent, dict.fromkeys(claim.owner for claim in game.claims))
        yield from starmap(
            moves.CollectRent, dict.fromkeys((c.owner, c.payer) for c in game.claims)
        )
    if unrestricted and (offer := game.offer):
        yield from _legal(game, (moves.AcceptTrade(offer.other),))
        yield from (moves.RefuseTrade(offer.other), moves.WithdrawTrade(offer.player))
    if unrestricted and game.loans:
        pairs = dict.fromkeys((loan.borrower, loan.lender) for loan in game.loans)
        yield from _legal(game, starmap(moves.PayOff, pairs))
    if game.debts:
        for debtor in dict.fromkeys(debt.debtor for debt in game.debts):
            yield from _legal(game, (moves.PayDebt(debtor), moves.DeclareBankruptcy(debtor)))
    if isinstance(game.phase, ToThrow):
        yield moves.EndByTime()


class LegalMoves:
    """The legal moves of one position."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refusal(self._game, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Yield every legal move except those with too many variants to list.

        These are bids, offers, rulings, building on several lots at once, selling a group down
        in part, and undoing more than one move.
        """
        return iter(listed(self._game))

    def bids(self) -> dict[str, range]:
        """Return the range of legal bids in dollars for each player who may bid now."""
        auction = self._game.phase
        if not isinstance(auction, Auction):
            return {}
        players = self._game.players
        ranges = {
            name: range(least_bid(self._game, auction, name), players[name].cash + 1)
            for name in still_bidding(self._game, auction)
            if name != auction.bidder
        }
        return {
            name: amounts
            for name, amounts in ranges.items()
            if amounts and moves.Bid(name, amounts[0]) in self
        }


def legal_moves(game: Game) -> LegalMoves:
    """Return the legal moves of ``game``."""
    return LegalMoves(game)
