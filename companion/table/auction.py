"""Auction as the screen shows it: the item, a block for each bidder, and a bid of any amount."""

from dataclasses import dataclass, replace

from companion.engine.moves import Bid
from companion.engine.phases import Auction
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game
from companion.table.markers import markers_of
from companion.table.prompts import Answer, AuctionView, Bidder
from companion.table.prompts.answers import answer, sum_of
from companion.text import money
from companion.text.names import short_names
from companion.text.prompts import prompt
from companion.text.screens.auction import AUCTION, text_of

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Block:
    """Bidder in an auction.

    ``status`` is ``leads``, ``passed``, ``cannot`` if the bidder has too little to top the bid, or
    empty. ``notes`` says so in words, ``short`` why the bidder cannot.
    """

    name: str
    marker: int
    cash: str
    status: str
    note: str
    short: str
    raises: tuple[Answer, ...]
    passes: Answer


@dataclass(frozen=True, slots=True)
class Item:
    """Item under auction, with the high bid.

    ``picture`` is the figure of an item that is no deed: ``house``, ``hotel`` or an icon.
    """

    names: tuple[str, ...]
    group: str
    picture: str
    leads: tuple[str, ...]
    bid: str
    nothing: str
    """Words in the place of the bid while there is none."""


def auction_item(game: Game, view: AuctionView) -> Item:
    """Return the item under auction."""
    phase = game.phase
    assert isinstance(phase, Auction), "no auction"
    leads: tuple[str, ...] = (view.lead,)
    if view.deed:
        leads += (prompt("auction.list", price=sum_of(game, view.price)),)
    return Item(
        names=short_names(game.board, view.deed) if view.deed else (view.item,),
        group=game.board.deeds[view.deed].group if view.deed else "",
        picture=phase.building or ("key" if phase.jail_card else ""),
        leads=leads,
        bid=sum_of(game, view.bid) if view.bidder else "",
        nothing="" if view.bidder else AUCTION["none"],
    )


def blocks(game: Game, view: AuctionView) -> list[Block]:
    """Return a block for each bidder, in seating order."""
    markers = markers_of(game.players)
    return [_block(game, bidder, markers[bidder.name]) for bidder in view.bidders]


def _block(game: Game, bidder: Bidder, marker: int) -> Block:
    can_bid = any(bid.open for bid in bidder.bids)
    status = "leads" if bidder.leads else "passed" if bidder.passed else "" if can_bid else "cannot"
    return Block(
        name=bidder.name,
        marker=marker,
        cash=money(bidder.cash, game.board.currency),
        status=status,
        note=AUCTION[status] if status else "",
        short=bidder.bids[0].brief if status == "cannot" else "",
        raises=bidder.bids,
        passes=bidder.passes,
    )


def can_bid(game: Game, player: str) -> bool:
    """Return True if a player takes part in an auction and does not lead it."""
    phase = game.phase
    return (
        isinstance(phase, Auction)
        and player != phase.bidder
        and player in still_bidding(game, phase)
    )


def high_bid(game: Game) -> int:
    """Return the high bid of the current auction, 0 without any."""
    return game.phase.bid if isinstance(game.phase, Auction) else 0


def identity(game: Game) -> tuple[str, ...]:
    """Return values that tell the current auction from the next one."""
    phase = game.phase
    return (phase.deed, phase.building, phase.jail_card) if isinstance(phase, Auction) else ()


def keyed_bid(game: Game, player: str, amount: int) -> Answer:
    """Return a bid of any amount as an answer, refused unless it tops the high bid."""
    bid = high_bid(game)
    text = text_of("bid", amount=sum_of(game, amount)) if amount else AUCTION["no bid"]
    made = answer(game, text, Bid(player, amount), player, tone="plain")
    if not amount:
        return replace(made, reason=AUCTION["no amount"])
    if amount <= bid:
        return replace(made, brief=text_of("too low", amount=sum_of(game, bid)))
    return made
