"""Decisions of bots in debt: pay, raise cash, or go bankrupt."""

from collections.abc import Iterator

from companion.engine import moves
from companion.engine.bots import lending, trading
from companion.engine.bots.styles import PERCENTAGES, Choose
from companion.engine.moves import Move
from companion.engine.rules.building import top_lots
from companion.engine.rules.mortgage import mortgageable
from companion.engine.state import Game
from companion.engine.valuation import can_raise

RELEASE_PERCENT = 30
"""Probability that a debtor who cannot pay offers a deed for the debt (FLOW-8)."""
KEEP_LOTS_PERCENT = 50
"""Probability that a debtor raises cash instead of paying in lots (RENT-10)."""


def settle_debt(game: Game, choose: Choose) -> Iterator[Move]:
    """Pay, go bankrupt or raise cash, for the oldest debt of each debtor (FLOW-3)."""
    for name in dict.fromkeys(debt.debtor for debt in game.debts):
        debt = game.debt_of(name)
        assert debt is not None
        in_lots = _pay_in_lots(game, name, choose)
        if debt.amount <= game.players[name].cash:
            yield moves.PayDebt(name)
        yield from in_lots
        if debt.amount > (could := can_raise(game, name)):
            if game.edition.loans:
                yield from lending.ask_for_help(game, name, debt.amount - could, choose)
            if choose(PERCENTAGES) < RELEASE_PERCENT:
                yield from trading.release(game, name, debt.creditor)
            yield moves.DeclareBankruptcy(name)
        yield from _raise_cash(game, name)


def _pay_in_lots(game: Game, name: str, choose: Choose) -> list[Move]:
    """Return moves that pay rent in lots, in some of the cases (RENT-10).

    Only some editions allow such a payment.
    """
    if not game.edition.part_in_lots or not game.deeds_of(name):
        return []
    if choose(PERCENTAGES) < KEEP_LOTS_PERCENT:
        return []
    lots = [deed.key for deed in game.deeds_of(name)]
    kinds = (moves.HandOverDeed, moves.PutUpDeed)
    return [choose(kinds)(name, lot) for lot in lots]


def _raise_cash(game: Game, name: str) -> Iterator[Move]:
    """Yield moves that raise cash: mortgages first, then sales (MORT-1, SELL-1)."""
    loans = [deed for deed in mortgageable(game, name) if not game.lender_on(deed.key)]
    debt = game.debt_of(name)
    short = debt.amount - game.players[name].cash if debt else 0
    if game.edition.sell_back == "price" and sum(deed.mortgage for deed in loans) < short:
        for deed in loans:  # Mortgages would bring too little (HOUSE-22).
            yield moves.SellDeed(name, deed.key)
    for deed in loans:
        yield moves.Mortgage(name, deed.key)
    for deed in top_lots(game, name):
        yield moves.Sell(name, deed.key)
    for group in dict.fromkeys(deed.group for deed in game.deeds_of(name)):
        yield moves.SellHotels(name, group)
        yield moves.SellDown(name, group, (0,) * len(game.board.groups[group]))
