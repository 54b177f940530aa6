"""Auctions: rising bids in any order, until the banker closes (BUY-3, FLOW-5).

By a house rule each bidder keys in one bid, in secret, and all are opened together (HOUSE-17).

Ann declines to buy for $60, and gets the deed for $30:

    >>> from companion.engine.notation import check, parse_record
    >>> check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ...     Ann declines
    ...     Bob bids $25
    ...     refused BUY-3: Ann bids $25
    ...     Ann bids $30
    ...     Bob passes
    ...     expect Ann owns Baltic Avenue
    ...     expect Ann $1470
    ... ''')).faults
    ()
"""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import (
    Answered,
    Asked,
    BidderPassed,
    BidMade,
    BidSealed,
    BidsOpened,
    BidsTied,
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
    is_sealed = draft.game.edition.sealed_bids
    draft.emit((BidSealed if is_sealed else BidMade)(move.player, move.amount))
    close_when_all_others_passed(draft)


def least_bid(game: Game, auction: Auction, player: str) -> int:
    """Return the least bid of ``player``: a dollar more than the last (BUY-3).

    House rules begin at another sum or at half the price, and raise by more (HOUSE-16), or sell no
    building below its price. After a tie, sealed bids begin at that sum (HOUSE-17). The price of a
    building is that of the player's cheapest lot.
    """
    rules = game.edition
    least = auction.bid + rules.bid_step if auction.bidder else max(rules.least_bid, auction.tied)
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
    is_sealed = draft.game.edition.sealed_bids
    draft.emit(BidSealed(move.player, 0) if is_sealed else BidderPassed(move.player))
    close_when_all_others_passed(draft)


def close_auction(draft: Draft, move: CloseAuction) -> None:
    """End the auction by the banker's decision (FLOW-5)."""
    _current_auction(draft.game)
    settle(draft)


def still_bidding(game: Game, auction: Auction) -> list[str]:
    """List the players who can still bid, in seating order.

    Players who have passed or keyed in cannot bid, nor can debtors (FLOW-2, HOUSE-17).
    """
    done = (*auction.passed, *keyed_in(game, auction))
    silent = (auction.seller, *done, *_barred_debtors(game))
    left = [name for name in game.in_play() if name not in silent]
    return [name for name in left if name in auction.among] if auction.among else left


def keyed_in(game: Game, auction: Auction) -> list[str]:
    """List who has keyed in a sealed bid or a pass, by seats (HOUSE-17)."""
    keyed = {name for name, _ in auction.sealed}
    return [name for name in game.in_play() if name in keyed]


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
    if player in keyed_in(game, auction):
        raise IllegalMove(Reason.HAS_SEALED_BID, player=player)
    if player == auction.bidder:
        raise IllegalMove(Reason.LEADS_AUCTION, player=player, bid=Money(auction.bid))
    return auction


def settle(draft: Draft) -> None:
    """Sell to the high bidder; without a bid the bank keeps the deed (FLOW-5).

    Sealed bids are opened first: a tie goes on (HOUSE-17).
    """
    auction = _current_auction(draft.game)
    if auction.sealed or auction.tied:
        tied_before = auction.tied
        _open(draft, auction)
        auction = _current_auction(draft.game)
        if auction.tied != tied_before:
            return
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


def _open(draft: Draft, auction: Auction) -> None:
    """Open the sealed bids: the highest wins, and a tie is bid out once (HOUSE-17).

    The tied bids stand if nobody repeats them. A bid is void if the bidder has left, or has no
    longer the cash for it, as a ruling may bring about.
    """
    game = draft.game
    if auction.sealed:
        draft.emit(BidsOpened(auction.sealed))
    keyed = [(name, bid) for name, bid in auction.sealed if _is_good(game, name, bid)]
    tied = [(name, auction.tied) for name in auction.among]
    bids = dict(keyed or [(name, bid) for name, bid in tied if _is_good(game, name, bid)])
    highest = max(bids.values(), default=0)
    first = [name for name in _from_the_dice(game) if bids.get(name) == highest]
    if len(first) > 1 and not auction.tied:
        draft.emit(BidsTied(tuple(name for name in game.in_play() if name in first), highest))
    elif first:
        draft.emit(BidMade(first[0], highest))


def _is_good(game: Game, player: str, bid: int) -> bool:
    return 0 < bid <= game.players[player].cash and not game.players[player].out


def _from_the_dice(game: Game) -> list[str]:
    """List the players from the one who has the dice, to the left."""
    others = game.left_of(game.turn.player)
    return [*others[-1:], *others[:-1]] if others[-1:] == [game.turn.player] else others
