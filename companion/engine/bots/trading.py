"""The deals of scripted players: a lot that completes a group, for cash or another lot."""

from companion.engine import moves
from companion.engine.board import Deed
from companion.engine.bots.styles import TEN_TIMES, Choose, Styles, first_legal, spare
from companion.engine.memo import cached_per_player
from companion.engine.moves import Goods, Move
from companion.engine.obligations import Offer
from companion.engine.phases import ToThrow
from companion.engine.state import Game

PAYS = (100, 150, 200, 250)
"""Percent of the printed price that are offered for somebody's lot."""


def answering(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """A deal is accepted when it brings enough more than it takes (DEAL-1)."""
    offer = game.offer
    if offer is None:
        return None
    gain = _gets(game, offer) * 100 >= _gives(game, offer) * styles[offer.other].asks
    refuses = moves.RefuseTrade(offer.other)
    return first_legal(game, (moves.AcceptTrade(offer.other), refuses) if gain else (refuses,))


def offering(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Before throwing: for a lot that somebody else has of a group of one's own."""
    phase = game.phase
    if not isinstance(phase, ToThrow) or game.offer:
        return None
    name, style = phase.player, styles[phase.player]
    lacking = _lacking(game, name)
    if not lacking or choose(TEN_TIMES) >= style.deals:
        return None
    wanted = choose(lacking)
    wants, other = Goods((wanted.key,)), game.owner(wanted.key)
    cash = max(min(wanted.price * choose(PAYS) // 100, spare(game, name, style)), 0)
    swaps = [deed.key for deed in _lacking(game, other) if game.owner(deed.key) == name]
    offers = [Goods((), cash), *(Goods((key,), cash // 2) for key in swaps)]
    return first_legal(game, (moves.OfferTrade(name, other, choose(offers), wants),))


@cached_per_player
def _lacking(game: Game, name: str) -> list[Deed]:
    """What belongs with the deeds of ``name`` and is another player's, in board order."""
    groups, held = {deed.group for deed in game.deeds_of(name)}, game.holdings
    lots = [lot for lot in game.board.deeds.values() if lot.group in groups and lot.key in held]
    return [lot for lot in lots if held[lot.key].owner != name]


def _gets(game: Game, offer: Offer) -> int:
    return offer.gives.cash + sum(_worth(game, offer.other, key) for key in offer.gives.deeds)


def _gives(game: Game, offer: Offer) -> int:
    return offer.wants.cash + sum(_worth(game, offer.other, key) for key in offer.wants.deeds)


def _worth(game: Game, name: str, key: str) -> int:
    """The price once more for every other lot of the group that ``name`` has."""
    deed = game.board.deeds[key]
    others = game.owned_in_group(name, deed.group) - (game.owner(key) == name)
    return deed.price * (1 + others)
