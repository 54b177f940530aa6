"""``legal_moves``: everyone who may act now, and how.

A container: ``move in legal_moves(game)`` asks the rules; iterating lists what can be listed.
Bids have amounts: they are checkable, and offered as bounds.
"""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.board import BARE_LOT
from companion.engine.decide import refusal
from companion.engine.moves import Move
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToThrow,
)
from companion.engine.rules import cards
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game

ALL_THROWS = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


class LegalMoves:
    """What may be done in one position."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refusal(self._game, move) is None

    def __iter__(self) -> Iterator[Move]:
        """Every legal move but those with amounts or choices of one's own: bids, offers, rulings,
        several lots at once, a group sold down part of the way, longer undos."""
        return (move for move in self._candidates() if move in self)

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

    def _candidates(self) -> Iterator[Move]:
        game = self._game
        yield from self._answers()
        for owner in dict.fromkeys(claim.owner for claim in game.claims):
            yield moves.Collects(owner)
        for owner, payer in dict.fromkeys((claim.owner, claim.payer) for claim in game.claims):
            yield moves.Collects(owner, payer)
        for name in game.in_play():
            yield from self._with_deeds(name)
            yield moves.Leaves(name)
        if game.offer:
            yield moves.Accepts(game.offer.other)
            yield moves.Refuses(game.offer.other)
            yield moves.Withdraws(game.offer.player)
        for debtor in dict.fromkeys(debt.debtor for debt in game.debts):
            yield moves.Pays(debtor)
            yield moves.GoesBankrupt(debtor)
        yield moves.TimeIsUp()
        yield moves.Undo(1)

    def _with_deeds(self, name: str) -> Iterator[Move]:
        """What a player may do with each deed, one building at a time."""
        game = self._game
        for deed in game.deeds_of(name):
            if game.holdings[deed.key].mortgaged:
                yield moves.Lifts(name, deed.key)
                yield moves.KeepsMortgage(name, deed.key)
                continue
            yield moves.Mortgages(name, deed.key)
            yield moves.HandsOver(name, deed.key)
            yield moves.PutsUp(name, deed.key)
            if game.has_whole_group(deed):
                yield moves.Builds(name, (deed.key,))
                yield moves.Places(name, deed.key)
            if game.rank(deed.key):
                yield moves.Sells(name, deed.key)
        built = (deed.group for deed in game.deeds_of(name) if game.rank(deed.key))
        for group in dict.fromkeys(built):
            yield moves.SellsHotels(name, group)
            yield moves.SellsDown(name, group, (BARE_LOT,) * len(game.board.groups[group]))

    def _answers(self) -> Iterator[Move]:
        match self._game.phase:
            case Opening(waiting=waiting):
                yield from (moves.Opens(waiting[0], dice) for dice in ALL_THROWS)
            case ToThrow(player=player):
                yield from (moves.Throws(player, dice) for dice in ALL_THROWS)
                yield moves.PaysFine(player)
                yield moves.PlaysJailCard(player)
            case CardThrow(player=player):
                yield from (moves.Throws(player, dice) for dice in ALL_THROWS)
            case ToBuy(player=player):
                yield moves.Buys(player)
                yield moves.Declines(player)
            case Auction() as auction:
                yield from (moves.Passes(name) for name in still_bidding(self._game, auction))
                yield moves.Sold()
            case ToDraw(player=player, pack=pack):
                yield from (moves.Draws(player, card) for card in cards.drawable(self._game, pack))
            case Shortage(waiting=waiting):
                yield from (moves.Claims(name) for name in waiting)
                yield from (moves.Waives(name) for name in waiting)
            case FineOrChance(player=player):
                yield moves.PaysFine(player)
                yield moves.TakesChance(player)
            case TaxChoice(player=player):
                yield moves.PaysFlatTax(player)
                yield moves.PaysTenPercent(player)


def legal_moves(game: Game) -> LegalMoves:
    """Everyone who may act now, and how."""
    return LegalMoves(game)
