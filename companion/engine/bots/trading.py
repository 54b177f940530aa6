"""Trades of bots: a lot that completes a group, for cash or another lot."""

from collections.abc import Iterator
from dataclasses import replace

from companion.engine import moves
from companion.engine.board import Deed
from companion.engine.bots import lending
from companion.engine.bots.lending import on_credit
from companion.engine.bots.styles import PERCENTAGES, Choose, Styles, spare
from companion.engine.memo import cached_per_player
from companion.engine.moves import Goods, Move
from companion.engine.obligations import Offer
from companion.engine.rules.trades import owed
from companion.engine.state import Game
from companion.engine.valuation import can_raise

PRICE_PERCENTAGES = (100, 150, 200, 250)
"""Offers for a lot, in percent of its printed price."""
PROMISED, LANDINGS = 50, (1, 2, 3)
"""Percentage of the offers with free landings in them, where the table has these, and how many."""
LANDING = 10
"""Price of a deed, divided by what a free landing on it is worth."""


def answer_offer(game: Game, offer: Offer, styles: Styles) -> Iterator[Move]:
    """Accept an offer that brings enough in return; refuse others (DEAL-1)."""
    style = styles[offer.other]
    lends = bool(offer.gives.instalments and offer.wants.cash)
    is_spare = not lends or offer.wants.cash <= spare(game, offer.other, style)
    given = _value_given(game, offer) * style.return_percent
    if is_spare and _value_received(game, offer) * 100 >= given:
        yield moves.AcceptTrade(offer.other)
    yield moves.RefuseTrade(offer.other)


def accepting(game: Game, offer: Offer) -> float:
    """Return the share of players that accept an offer, if they want 90 to 190 % in return."""
    given, received = _value_given(game, offer), _value_received(game, offer)
    return 1.0 if not given else min(1.0, max(0.0, received / given - 0.9))


def offer_trade(game: Game, name: str, styles: Styles, choose: Choose) -> Iterator[Move]:
    """Offer cash or a lot for a lot that is missing in one's own groups (DEAL-1)."""
    style = styles[name]
    missing = _missing_lots(game, name)
    if not missing or choose(PERCENTAGES) >= style.trade_percent:
        return
    wanted = choose(missing)
    wants, other = Goods((wanted.key,)), game.owner(wanted.key)
    cash = max(min(wanted.price * choose(PRICE_PERCENTAGES) // 100, spare(game, name, style)), 0)
    swaps = [deed.key for deed in _missing_lots(game, other) if game.owner(deed.key) == name]
    offers = [Goods((), cash), *(Goods((key,), cash // 2) for key in swaps)]
    gives = choose(offers)
    if game.edition.promises and choose(PERCENTAGES) < PROMISED:
        deed = choose([*game.deeds_of(name), wanted])
        if deed.key not in gives.deeds:
            gives = Goods(gives.deeds, gives.cash, landings=((deed.key, choose(LANDINGS)),))
    if game.edition.loans and (later := on_credit(game, name, wanted, choose)):
        gives = replace(gives, instalments=later)
    yield moves.OfferTrade(name, other, gives, wants)


@cached_per_player
def _missing_lots(game: Game, name: str) -> list[Deed]:
    """List the lots of other players in the groups of ``name``, in board order."""
    groups, holdings = {deed.group for deed in game.deeds_of(name)}, game.holdings
    return [
        lot
        for lot in game.board.deeds.values()
        if lot.group in groups and (held := holdings.get(lot.key)) and held.owner != name
    ]


def release(game: Game, name: str, creditor: str) -> Iterator[Move]:
    """Offer the creditor all the cash and a deed for the debt, if it cannot be raised (FLOW-8)."""
    if creditor not in game.players or game.offer:
        return
    cash = game.players[name].cash
    for deed in reversed(game.deeds_of(name)):
        yield moves.OfferTrade(name, creditor, Goods((deed.key,), cash), Goods(debt=True))


def _value_received(game: Game, offer: Offer) -> int:
    return _value(game, offer.other, offer.gives, offer.player, offer.player)


def _value_given(game: Game, offer: Offer) -> int:
    return _value(game, offer.other, offer.wants, offer.player, offer.other)


def _value(game: Game, judge: str, goods: Goods, other: str, giver: str) -> int:
    """Return what goods are worth to ``judge``; a debt no more than its debtor could raise."""
    debtor, creditor = (other, judge) if goods.debt else ("", "")
    due = sum(one.amount for one in owed(game, debtor, creditor)) if debtor else 0
    could = can_raise(game, debtor) if debtor else 0
    # Landings for good are worth the whole price.
    landings = ((key, LANDING if times is None else times) for key, times in goods.landings)
    free = sum(times * game.board.deeds[key].price // LANDING for key, times in landings)
    deeds = sum(_worth(game, judge, key) for key in goods.deeds)
    given = goods.cash + deeds + free + min(due, could)
    return given + lending.value(game, goods, giver, other if giver == judge else judge, judge)


def _worth(game: Game, name: str, key: str) -> int:
    """Return the price of a deed, once more for every other deed of its group.

    Only the deeds that ``name`` owns are counted.
    """
    deed = game.board.deeds[key]
    others = game.owned_in_group(name, deed.group) - (game.owner(key) == name)
    return deed.price * (1 + others)
