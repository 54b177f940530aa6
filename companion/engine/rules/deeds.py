"""Buying the deed of the space reached, declining it, and selling one back."""

from companion.engine import guards, valuation
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked, DeedPassed, Paid
from companion.engine.moves import Buy, Decline, SellDeed
from companion.engine.phases import Auction, ToBuy
from companion.engine.refusals import IllegalMove, Reason
from companion.engine.state import BANK


def buy(draft: Draft, move: Buy) -> None:
    """Buy the deed from the bank at the printed price (BUY-1)."""
    offer = guards.asked(draft.game, move.player, ToBuy, Reason.NOTHING_TO_BUY)
    price = draft.game.board.deeds[offer.deed].price
    guards.can_pay(draft.game, move.player, price, Reason.CANNOT_AFFORD_DEED, deed=offer.deed)
    draft.emit(
        Answered(),
        Paid(move.player, BANK, price, "price", offer.deed),
        DeedPassed(offer.deed, BANK, move.player),
    )


def sell_deed(draft: Draft, move: SellDeed) -> None:
    """Sell a deed back to the bank, which has it for sale again (HOUSE-22)."""
    game, key = draft.game, move.deed
    if game.edition.sell_back == "no":
        raise IllegalMove(Reason.NO_SELLING_BACK, player=move.player)
    guards.owns(game, move.player, key, Reason.NOT_YOURS_TO_SELL)
    guards.secures_nothing(game, key)
    if game.holdings[key].mortgaged:
        raise IllegalMove(Reason.DEED_NOT_FREE, deed=key)
    guards.group_carries_nothing(game, key, Reason.DEED_NOT_FREE)
    if key in game.bought:
        raise IllegalMove(Reason.BOUGHT_THIS_TURN, deed=key)
    price = valuation.buyback(game, game.board.deeds[key])
    draft.emit(Paid(BANK, move.player, price, "buyback", key), DeedPassed(key, move.player, BANK))


def decline(draft: Draft, move: Decline) -> None:
    """Decline the deed, which the bank then auctions at once (BUY-2)."""
    offer = guards.asked(draft.game, move.player, ToBuy, Reason.NOTHING_TO_DECLINE)
    draft.emit(Answered())
    if draft.game.edition.auctions:
        draft.emit(Asked(Auction(deed=offer.deed)))
