"""Buying the deed one stands on, or leaving it to the auction."""

from companion.engine import guards
from companion.engine.draft import Draft
from companion.engine.events import Answered, Asked, DeedPassed, Paid
from companion.engine.moves import Buy, Decline
from companion.engine.phases import Auction, ToBuy
from companion.engine.refusals import Reason
from companion.engine.state import BANK


def buy(draft: Draft, move: Buy) -> None:
    """BUY-1: at the printed price, from the bank."""
    offer = guards.asked(draft.game, move.player, ToBuy, Reason.NOTHING_TO_BUY)
    price = draft.game.board.deeds[offer.deed].price
    guards.can_pay(draft.game, move.player, price, Reason.CANNOT_AFFORD_DEED, deed=offer.deed)
    draft.emit(
        Answered(),
        Paid(move.player, BANK, price, "price", offer.deed),
        DeedPassed(offer.deed, BANK, move.player),
    )


def decline(draft: Draft, move: Decline) -> None:
    """BUY-2: not bought, so the bank auctions it at once."""
    offer = guards.asked(draft.game, move.player, ToBuy, Reason.NOTHING_TO_DECLINE)
    draft.emit(Answered())
    if draft.game.edition.auctions:
        draft.emit(Asked(Auction(deed=offer.deed)))
