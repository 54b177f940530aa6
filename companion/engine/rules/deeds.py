"""Buying the deed one stands on, or leaving it to the auction."""

from companion.engine import guards
from companion.engine.draft import Story
from companion.engine.events import Answered, Asked, DeedPassed, Paid
from companion.engine.moves import Buy, Decline
from companion.engine.phases import Auction, ToBuy
from companion.engine.refusals import Reason
from companion.engine.state import BANK


def buys(story: Story, move: Buy) -> None:
    """BUY-1: at the printed price, from the bank."""
    offer = guards.asked(story.game, move.player, ToBuy, Reason.NOTHING_TO_BUY)
    price = story.game.board.deeds[offer.deed].price
    guards.can_pay(story.game, move.player, price, Reason.CANNOT_AFFORD_DEED, deed=offer.deed)
    story.tell(
        Answered(),
        Paid(move.player, BANK, price, "price", offer.deed),
        DeedPassed(offer.deed, BANK, move.player),
    )


def declines(story: Story, move: Decline) -> None:
    """BUY-2: not bought, so the bank auctions it at once."""
    offer = guards.asked(story.game, move.player, ToBuy, Reason.NOTHING_TO_DECLINE)
    story.tell(Answered())
    if story.game.edition.auctions:
        story.tell(Asked(Auction(deed=offer.deed)))
