"""``legal_moves``: everyone who may act now, and how.

A container: ``move in legal_moves(game)`` asks the rules; iterating lists what can be listed.
Bids have amounts: they are checkable, and offered as bounds.
"""

from collections.abc import Iterator

from companion.engine import listing, moves
from companion.engine.decide import refusal
from companion.engine.moves import Move
from companion.engine.phases import Auction
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game


class LegalMoves:
    """What may be done in one position."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refusal(self._game, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Every legal move but those with amounts or choices of one's own: bids, offers, rulings,
        several lots at once, a group sold down part of the way, longer undos."""
        return iter(listing.listed(self._game))

    def bids(self) -> dict[str, range]:
        """Who may bid in the auction now, and from how many dollars to how many."""
        auction = self._game.phase
        if not isinstance(auction, Auction):
            return {}
        players = self._game.players
        ranges = {
            name: range(auction.bid + 1, players[name].cash + 1)
            for name in still_bidding(self._game, auction)
            if name != auction.bidder
        }
        return {
            name: amounts
            for name, amounts in ranges.items()
            if amounts and moves.Bids(name, amounts[0]) in self
        }


def legal_moves(game: Game) -> LegalMoves:
    """Everyone who may act now, and how."""
    return LegalMoves(game)
