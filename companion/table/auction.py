"""Bid of any amount that is keyed in during an auction, and the answer that books it."""

from dataclasses import dataclass, replace

from companion.engine.moves import Bid
from companion.engine.phases import Auction
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game
from companion.table.keyed_amount import keyed
from companion.table.prompts.answers import Answer, answer
from companion.text import sum_of
from companion.text.screens.auction import AUCTION, text_of


@dataclass(frozen=True, slots=True)
class KeyedBid:
    """Player whose bid is keyed in, or empty, and its amount in dollars.

    ``item`` tells the current auction from the next one.
    """

    bidder: str = ""
    amount: int = 0
    item: tuple[str, ...] = ()


def tapped(value: KeyedBid, do: tuple[object, ...], game: Game) -> KeyedBid:
    """Return the bid after a tap; a quick amount adds to the high bid at first."""
    match do:
        case ("back", _):
            return KeyedBid()
        case ("other bid", str(bidder)) if can_bid(game, bidder):
            return KeyedBid(bidder, 0, _item(game))
        case ("digit" | "quick" as kind, _) if value.bidder:
            before = value.amount or (high_bid(game) if kind == "quick" else 0)
            return replace(value, amount=keyed(before, do, game.players[value.bidder].cash))
    return value


def followed(value: KeyedBid, game: Game) -> KeyedBid:
    """Return the bid in another position; one that cannot be made any more is given up."""
    is_open = can_bid(game, value.bidder) and value.item == _item(game)
    return value if is_open else KeyedBid()


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


def _item(game: Game) -> tuple[str, ...]:
    phase = game.phase
    return (phase.deed, phase.building, phase.jail_card) if isinstance(phase, Auction) else ()


def keyed_answer(game: Game, value: KeyedBid) -> Answer:
    """Return a bid of any amount as an answer, refused unless it tops the high bid."""
    bid, amount = high_bid(game), value.amount
    text = text_of("bid", amount=sum_of(game, amount)) if amount else AUCTION["no bid"]
    made = answer(game, text, Bid(value.bidder, amount), tone="plain")
    if not amount:
        return replace(made, reason=AUCTION["no amount"])
    if amount <= bid:
        return replace(made, brief=text_of("too low", amount=sum_of(game, bid)))
    return made
