"""Buying the deed of the space reached, or declining it."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked, DeedPassed, Paid
from companion.engine.moves import Buy, Decline
from companion.engine.phases import Auction, ToBuy
from companion.engine.refusals import Reason
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


def decline(draft: Draft, move: Decline) -> None:
    """Decline the deed, which the bank then auctions at once (BUY-2)."""
    offer = guards.asked(draft.game, move.player, ToBuy, Reason.NOTHING_TO_DECLINE)
    draft.emit(Answered())
    if draft.game.edition.auctions:
        draft.emit(Asked(Auction(deed=offer.deed)))
