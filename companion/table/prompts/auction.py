"""Auction as the screen shows it: the item, the high bid and the bidders."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine import legal_moves
from companion.engine.moves import Bid, CloseAuction, Pass
from companion.engine.phases import Auction
from companion.engine.rules.auction import keyed_in, least_bid, still_bidding
from companion.engine.state import Game
from companion.table.promises import binding, bound_names
from companion.table.prompts.answers import Answer, answer
from companion.text import prompt, sum_of
from companion.text.names import item_name
from companion.text.screens.auction import AUCTION
from companion.text.screens.trade import text_of as trade_text
from companion.text.told import Told, Wording, capital, joined

STEPS = (1, 10, 50, 100)
"""Dollars that each raise key adds to the high bid."""
FROM_LEAST = (0, *STEPS[1:])
"""Dollars that each key adds to the least bid where that is more than a dollar above the last."""


@dataclass(frozen=True, slots=True)
class Bidder:
    """Block of one bidder.

    ``bids`` raise the high bid by each of ``STEPS``. Illegal bids are dimmed and have the reason.
    Of sealed bids there is one, the least.
    """

    name: str
    cash: int
    passed: bool
    leads: bool
    bids: tuple[Answer, ...]
    passes: Answer
    keyed: bool = False
    """True once a sealed bid, or a pass, is keyed in (HOUSE-17)."""

    @property
    def can_bid(self) -> bool:
        """True if there is a raise that the bidder can make."""
        return any(bid.open for bid in self.bids)


@dataclass(frozen=True, slots=True)
class AuctionView:
    """Item, high bid and bidders.

    Before the first bid, ``bidder`` is "" and ``bid`` is 0. For a building or a jail card, ``deed``
    is "" and ``price`` is 0.
    """

    deed: str
    item: Wording
    price: int
    bidder: str
    bid: int
    bidders: tuple[Bidder, ...]
    hammer: Answer
    lead: Wording
    """Kind of item; for a deed, its printed price."""
    least: int = 1
    """Least bid that anybody may make."""
    sealed: bool = False
    """True if the bids are sealed (HOUSE-17)."""
    tied: int = 0
    """Sum of a tie of sealed bids that is bid out; 0 for none."""
    promises: tuple[Wording, ...] = ()
    """Promises that come with the deed, in longer and shorter texts; empty if there are none."""

    @property
    def begun(self) -> bool:
        """True if sealed bids can be opened: somebody has keyed in, or the highest tie."""
        return bool(self.tied) or any(one.keyed for one in self.bidders)


def auction_view(game: Game) -> AuctionView | None:
    """Return the current auction, or None if there is none."""
    auction = game.phase
    if not isinstance(auction, Auction):
        return None
    return AuctionView(
        auction.deed,
        item_title(game, auction),
        game.board.deeds[auction.deed].price if auction.deed else 0,
        auction.bidder,
        auction.bid,
        tuple(_bidder(game, auction, name) for name in _taking_part(game, auction)),
        hammer(game, auction),
        auction_lead(game, auction),
        min((least_bid(game, auction, name) for name in game.in_play()), default=1),
        game.edition.sealed_bids,
        auction.tied,
        _promises(game, auction.deed),
    )


def _promises(game: Game, deed: str) -> tuple[Wording, ...]:
    bound = [bound_names(game, one) for one in binding(game, [deed])]
    if not bound:
        return ()
    forms = zip(*bound, strict=True)
    told = *(joined(", ", form) for form in forms), trade_text("promises")
    return *told, AUCTION["promises"]


def auction_lead(game: Game, auction: Auction) -> Told:
    """Describe the kind of item; for a deed, its printed price."""
    if not auction.deed:
        return prompt("auction.plain")
    return prompt("auction.lead", price=sum_of(game, game.board.deeds[auction.deed].price))


def item_title(game: Game, auction: Auction) -> Told:
    """Name of the auctioned item as a heading."""
    return capital(item_name(game.board, auction))


def button_bid(game: Game, seat: int) -> Bid | None:
    """Bid for a press of the button on ``seat`` (from 1), or None: a sealed one needs a sum."""
    names = list(game.players)
    if not isinstance(game.phase, Auction) or not 1 <= seat <= len(names):
        return None
    if game.edition.sealed_bids:
        return None
    least, more, *_ = raises(game, game.phase, names[seat - 1])
    bids = [Bid(names[seat - 1], amount) for amount in (more, least)]
    legal = legal_moves(game)
    # The button adds ten dollars, or the least where ten are too many.
    return next((bid for bid in bids if bid in legal), bids[-1])


def _taking_part(game: Game, auction: Auction) -> list[str]:
    part = {*still_bidding(game, auction), *auction.passed, *keyed_in(game, auction)}
    return [name for name in game.in_play() if name in part]


def hammer(game: Game, auction: Auction) -> Answer:
    """Banker's answer that closes the auction and names the buyer (FLOW-5)."""
    if game.edition.sealed_bids:
        is_begun = auction.sealed or auction.tied
        text = prompt("auction.open" if is_begun else "auction.unsold")
        return secretly(answer(game, text, CloseAuction(), tone="plain"))
    text = prompt("auction.unsold")
    if auction.bidder:
        text = prompt("auction.sold", player=auction.bidder)
    return answer(game, text, CloseAuction(), player=auction.bidder)


def secretly(one: Answer) -> Answer:
    """Return an answer about sealed bids without what it would change: that may open them."""
    return replace(one, changes=())


def _bidder(game: Game, auction: Auction, name: str) -> Bidder:
    if game.edition.sealed_bids:
        return _sealed_bidder(game, auction, name)
    bids = tuple(_bid(game, auction, name, amount) for amount in raises(game, auction, name))
    passes = answer(game, prompt("auction.pass"), Pass(name), tone="plain")
    passed, leads = name in auction.passed, name == auction.bidder
    return Bidder(name, game.players[name].cash, passed, leads, bids, passes)


def _sealed_bidder(game: Game, auction: Auction, name: str) -> Bidder:
    """Return a bidder who keys in one bid, in secret (HOUSE-17)."""
    least = Bid(name, least_bid(game, auction, name))
    bids = (secretly(answer(game, prompt("auction.key in"), least, tone="plain")),)
    passes = secretly(answer(game, prompt("auction.pass"), Pass(name), tone="plain"))
    keyed = name in keyed_in(game, auction)
    return Bidder(name, game.players[name].cash, False, False, bids, passes, keyed)


def raises(
    game: Game, auction: Auction, name: str, steps: Sequence[int] = STEPS
) -> tuple[int, ...]:
    """Return the bids that keys offer: raises by ``steps``.

    They begin at the least bid if a house rule makes it more than a dollar above the last
    (HOUSE-16).
    """
    least = least_bid(game, auction, name)
    if least == auction.bid + 1:
        return tuple(auction.bid + step for step in steps)
    return tuple(least + step for step in FROM_LEAST)


def _bid(game: Game, auction: Auction, name: str, amount: int) -> Answer:
    text = prompt("auction.bid", step=amount - auction.bid)
    return answer(game, text, Bid(name, amount), tone="plain")
