"""The auction as a screen of its own: a block for each bidder, usable by several hands at once."""

from dataclasses import dataclass

from companion.app.now.answers import Answer, answer
from companion.app.wording import deed_name, money, prompt
from companion.engine.moves import Bids, Passes, Sold
from companion.engine.phases import Auction
from companion.engine.state import Game

STEPS = (1, 10, 50, 100)
"""By how many dollars a touch raises the high bid."""


@dataclass(frozen=True, slots=True)
class Bidder:
    """One player's block. ``bids`` raise the high bid by each of ``STEPS``; what the rules refuse
    is there, dimmed, with the reason."""

    name: str
    cash: int
    passed: bool
    leads: bool
    bids: tuple[Answer, ...]
    passes: Answer


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The lot and everybody around it. ``bidder`` is "" and ``bid`` 0 before the first bid."""

    deed: str
    lot: str
    price: int
    bidder: str
    bid: int
    bidders: tuple[Bidder, ...]
    hammer: Answer


def auction_view(game: Game) -> AuctionView | None:
    """The auction that is on; None when there is none."""
    auction = game.phase
    if not isinstance(auction, Auction):
        return None
    return AuctionView(
        auction.deed,
        deed_name(game.board, auction.deed),
        game.board.deeds[auction.deed].price,
        auction.bidder,
        auction.bid,
        tuple(_bidder(game, auction, name) for name in game.in_play()),
        hammer(game, auction),
    )


def hammer(game: Game, auction: Auction) -> Answer:
    """The banker's: it names who pays what (FLOW-5)."""
    text = prompt("auction.unsold")
    if auction.bidder:
        amount = money(auction.bid, game.board.currency)
        text = prompt("auction.sold", player=auction.bidder, amount=amount)
    return answer(game, text, Sold(), auction.bidder, deed=auction.deed)


def _bidder(game: Game, auction: Auction, name: str) -> Bidder:
    bids = tuple(_bid(game, auction, name, step) for step in STEPS)
    passes = answer(game, prompt("auction.pass"), Passes(name), name, tone="plain")
    passed, leads = name in auction.passed, name == auction.bidder
    return Bidder(name, game.players[name].cash, passed, leads, bids, passes)


def _bid(game: Game, auction: Auction, name: str, step: int) -> Answer:
    text = prompt("auction.bid", step=step)
    return answer(game, text, Bids(name, auction.bid + step), name, tone="plain")
