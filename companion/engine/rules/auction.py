"""Auctions: rising bids in any order, until the banker closes (BUY-3, FLOW-5)."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import (
    Answered,
    Asked,
    BidderPassed,
    BidMade,
    DeedPassed,
    JailCardPassed,
    Paid,
)
from companion.engine.moves import Bid, CloseAuction, Pass
from companion.engine.phases import Auction, Placing
from companion.engine.problems import Money
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.rules import rent_in_deeds, shortage
from companion.engine.state import BANK, Game


def bid(draft: Draft, move: Bid) -> None:
    """Bid more than the last bid, in cash (BUY-3, BUY-4).

    Everybody may bid, except the high bidder and the seller. A bidder for a building needs a lot
    on which to place it.
    """
    auction = _check_bidder(draft.game, move.player)
    if auction.building and not shortage.lots_for(draft.game, move.player, auction.building):
        raise IllegalMove(Reason.CANNOT_PLACE, player=move.player, building=auction.building)
    least = least_bid(draft.game, auction, move.player)
    if move.amount < least:
        raise IllegalMove(Reason.BID_TOO_LOW, amount=Money(move.amount), least=Money(least))
    guards.can_pay(draft.game, move.player, move.amount, Reason.CANNOT_AFFORD_BID)
    draft.emit(BidMade(move.player, move.amount))
    close_when_all_others_passed(draft)


def least_bid(game: Game, auction: Auction, player: str) -> int:
    """Return the least bid of ``player``: a dollar more than the last (BUY-3).

    House rules begin at another sum or at half the price, and raise by more (HOUSE-16), or sell no
    building below its price. The price of a building is that of the player's cheapest lot.
    """
    rules = game.edition
    least = auction.bid + rules.bid_step if auction.bidder else rules.least_bid
    if auction.building and rules.buildings_from_price:
        return max(least, _price(game, auction, player))
    if rules.auctions_from == "half" and not auction.bidder:
        return max(least, (_price(game, auction, player) + 1) // 2)
    return least


def _price(game: Game, auction: Auction, player: str) -> int:
    """Return the price of what is auctioned; that of a building is of the cheapest lot for it."""
    if auction.building:
        lots = shortage.lots_for(game, player, auction.building)
        return min((lot.house_price for lot in lots), default=0)
    return game.board.deeds[auction.deed].price if auction.deed else 0


def pass_(draft: Draft, move: Pass) -> None:
    """Stop bidding for good (FLOW-5)."""
    _check_bidder(draft.game, move.player)
    draft.emit(BidderPassed(move.player))
    close_when_all_others_passed(draft)


def close_auction(draft: Draft, move: CloseAuction) -> None:
    """End the auction by the banker's decision (FLOW-5)."""
    _current_auction(draft.game)
    settle(draft)


def still_bidding(game: Game, auction: Auction) -> list[str]:
    """List the players who can still bid, in seating order.

    Players who have passed cannot bid, nor can debtors (FLOW-2).
    """
    silent = (auction.seller, *auction.passed, *_barred_debtors(game))
    left = [name for name in game.in_play() if name not in silent]
    return [name for name in left if name in auction.among] if auction.among else left


def _barred_debtors(game: Game) -> list[str]:
    return [] if game.edition.superseded > 1 else [debt.debtor for debt in game.debts]


def close_when_all_others_passed(draft: Draft) -> None:
    """Settle the auction if nobody is left to bid higher (FLOW-5)."""
    auction = _current_auction(draft.game)
    left = still_bidding(draft.game, auction)
    if not left or left == [auction.bidder]:
        settle(draft)


def _current_auction(game: Game) -> Auction:
    phase = game.phase
    if not isinstance(phase, Auction):
        raise IllegalMove(Reason.NO_AUCTION)
    return phase


def _check_bidder(game: Game, player: str) -> Auction:
    auction = _current_auction(game)
    # FLOW-2 comes first (FLOW-12). A seller whose creditor has left owes nothing any more.
    if player in _barred_debtors(game):
        guards.owes_nothing(game, player)
    if player == auction.seller:
        raise IllegalMove(Reason.SELLER_DOES_NOT_BID, player=player)
    if auction.among and player not in auction.among:
        raise IllegalMove(Reason.NOT_AMONG_BIDDERS, player=player)
    if player in auction.passed:
        raise IllegalMove(Reason.HAS_PASSED, player=player)
    if player == auction.bidder:
        raise IllegalMove(Reason.LEADS_AUCTION, player=player, bid=Money(auction.bid))
    return auction


def settle(draft: Draft) -> None:
    """Sell to the high bidder; without a bid the bank keeps the deed (FLOW-5)."""
    auction = _current_auction(draft.game)
    draft.emit(Answered())
    if not auction.bidder:
        return
    if auction.seller:
        rent_in_deeds.pay_proceeds(draft, auction)
        draft.emit(DeedPassed(auction.deed, auction.seller, auction.bidder))
        return
    draft.emit(Paid(auction.bidder, BANK, auction.bid, "bid", auction.deed))
    if auction.building:
        draft.emit(Asked(Placing(auction.bidder, auction.building)))
    elif auction.jail_card:
        draft.emit(JailCardPassed(auction.jail_card, BANK, auction.bidder))
    else:
        draft.emit(DeedPassed(auction.deed, BANK, auction.bidder))
