"""View-model of the auction screen."""

from collections.abc import Callable
from typing import Any

from kivy.event import EventDispatcher
from kivy.properties import (
    AliasProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.table.auction import (
    NOBODY,
    auction_item,
    blocks,
    can_bid,
    high_bid,
    identity,
    keyed_bid,
)
from companion.table.keyed_amount import STEPS, QuickAmount, add, press
from companion.table.markers import markers_of
from companion.table.prompts import Change, auction_view
from companion.table.session import Session
from companion.text import money
from companion.text.screens.auction import AUCTION, text_of


class AuctionState(EventDispatcher):
    """State of the auction screen: item and bidders, and a bid that is keyed in.

    ``session`` returns the current session.
    """

    words = ObjectProperty(AUCTION)
    items = ListProperty()
    """Item under auction: one or none."""
    hammers = ListProperty()
    """Answer that closes the auction: one or none."""
    blocks = ListProperty()
    """Block of each bidder."""
    bidder = StringProperty()
    """Player whose bid is keyed in; empty for nobody."""
    marker = NumericProperty(NOBODY)
    amount = NumericProperty(0)
    shown_amount = StringProperty()
    high_bid = StringProperty()
    is_planned = AliasProperty(lambda self: self.amount > 0, bind=["amount"])
    """True while an amount is keyed in."""
    quick = ListProperty()
    """Quick amounts."""
    answers = ListProperty()
    """Bid that is keyed in, as an answer: one or none."""
    changes = ListProperty()
    """Balance of the bidder after paying the bid: one or none."""

    def __init__(self, session: Callable[[], Session | None]) -> None:
        super().__init__()
        self._session = session
        self._auction: tuple[object, ...] = ()

    def open(self, bidder: str) -> None:
        """Ask for the amount of a bid."""
        if can_bid(self._game(), bidder):
            self.amount, self.bidder = 0, bidder
            self.show()

    def close(self) -> None:
        """Ask for no amount any more."""
        self.bidder = ""

    def press(self, key: str) -> None:
        """Take a key of the keypad."""
        self._set(press(int(self.amount), key))

    def add(self, step: int | None) -> None:
        """Add a quick amount to the bid, at first to the high bid; None bids all the cash."""
        game = self._game()
        if step is None:
            self._set(game.players[self.bidder].cash)
        else:
            self._set(add(int(self.amount) or high_bid(game), step))

    def _set(self, amount: int) -> None:
        self.amount = amount
        self.show()

    def update_language(self) -> None:
        """Show everything in the language of this moment."""
        self.property("words").dispatch(self)
        self.show()

    def show(self) -> None:
        """Show the current position; a bid that cannot be made any more is given up."""
        if not (session := self._session()):
            return
        game = session.game
        view = auction_view(game)
        self.items = [auction_item(game, view)] if view else []
        self.hammers = [view.hammer] if view else []
        self.blocks = blocks(game, view) if view else []
        before, self._auction = self._auction, (session, identity(game))
        if self._auction != before or not can_bid(game, self.bidder):
            self.close()
        if self.bidder:
            self._weigh(game)

    def _weigh(self, game: Any) -> None:
        """Show the bid that is keyed in, and what it leaves."""
        currency, cash = game.board.currency, game.players[self.bidder].cash
        bid, amount = high_bid(game), int(self.amount)
        self.marker = markers_of(game.players)[self.bidder]
        self.shown_amount = money(amount, currency)
        self.high_bid = text_of("high", amount=money(bid, currency)) if bid else AUCTION["first"]
        everything = QuickAmount(AUCTION["all"], None)
        self.quick = [*(QuickAmount(f"+{step}", step) for step in STEPS), everything]
        made = keyed_bid(game, self.bidder, amount)
        self.answers = [made]
        self.changes = [Change(self.bidder, cash, cash - amount, currency)] if made.open else []

    def _game(self) -> Any:
        session = self._session()
        assert session, "no game has begun"
        return session.game
