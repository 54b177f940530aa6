"""The auction as a screen of its own: a block for each bidder, usable by several hands at once."""

from dataclasses import dataclass

from companion.engine import legal_moves
from companion.engine.moves import Bid, CloseAuction, Pass
from companion.engine.phases import Auction
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game
from companion.text import money, prompt
from companion.text.names import lot_name
from companion.ui.play.prompts.answers import Answer, answer, sum_of

STEPS = (1, 10, 50, 100)
"""By how many dollars a touch raises the high bid."""

BUTTON_STEPS = (10, 1)
"""By how many a player's own button does: the first that the rules and the purse allow."""


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
    """The lot and everybody who takes part. ``bidder`` is "" and ``bid`` 0 before the first bid;
    ``deed`` is "" and ``price`` 0 when a building or a jail card is the lot."""

    deed: str
    lot: str
    price: int
    bidder: str
    bid: int
    bidders: tuple[Bidder, ...]
    hammer: Answer
    lead: str
    """What kind of lot it is; of a deed, the printed price."""


def auction_view(game: Game) -> AuctionView | None:
    """The auction that is on; None when there is none."""
    auction = game.phase
    if not isinstance(auction, Auction):
        return None
    return AuctionView(
        auction.deed,
        lot_title(game, auction),
        game.board.deeds[auction.deed].price if auction.deed else 0,
        auction.bidder,
        auction.bid,
        tuple(_bidder(game, auction, name) for name in _taking_part(game, auction)),
        hammer(game, auction),
        auction_lead(game, auction),
    )


def auction_lead(game: Game, auction: Auction) -> str:
    """What kind of lot it is; of a deed, the printed price."""
    if not auction.deed:
        return prompt("auction.plain")
    return prompt("auction.lead", price=sum_of(game, game.board.deeds[auction.deed].price))


def lot_title(game: Game, auction: Auction) -> str:
    """The lot's name, as a heading."""
    name = lot_name(game.board, auction)
    return name[0].upper() + name[1:]


def buzzed(game: Game, seat: int) -> Bid | None:
    """What the button of the player on ``seat`` (from 1) means: the next bid, in an auction."""
    names = list(game.players)
    if not isinstance(game.phase, Auction) or not 1 <= seat <= len(names):
        return None
    bids = [Bid(names[seat - 1], game.phase.bid + step) for step in BUTTON_STEPS]
    legal = legal_moves(game)
    return next((bid for bid in bids if bid in legal), bids[-1])


def _taking_part(game: Game, auction: Auction) -> list[str]:
    bidding = still_bidding(game, auction)
    return [name for name in game.in_play() if name in (*bidding, *auction.passed)]


def hammer(game: Game, auction: Auction) -> Answer:
    """The banker's: it names who pays what (FLOW-5)."""
    text = prompt("auction.unsold")
    if auction.bidder:
        amount = money(auction.bid, game.board.currency)
        text = prompt("auction.sold", player=auction.bidder, amount=amount)
    return answer(game, text, CloseAuction(), auction.bidder, deed=auction.deed)


def _bidder(game: Game, auction: Auction, name: str) -> Bidder:
    bids = tuple(_bid(game, auction, name, step) for step in STEPS)
    passes = answer(game, prompt("auction.pass"), Pass(name), name, tone="plain")
    passed, leads = name in auction.passed, name == auction.bidder
    return Bidder(name, game.players[name].cash, passed, leads, bids, passes)


def _bid(game: Game, auction: Auction, name: str, step: int) -> Answer:
    text = prompt("auction.bid", step=step)
    return answer(game, text, Bid(name, auction.bid + step), name, tone="plain")
