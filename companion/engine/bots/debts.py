"""What scripted players do when they owe more than they have: raise it, or go bankrupt."""

from collections.abc import Iterator
from itertools import chain

from companion.engine import moves
from companion.engine.bots.styles import TEN_TIMES, Choose, first_legal
from companion.engine.moves import Move
from companion.engine.rules.building import top_lots
from companion.engine.rules.mortgage import mortgageable
from companion.engine.state import Game

HOLDS_ON = 5
"""How often, of ten times, a debtor would rather raise money than part with lots (RENT-10)."""


def settling(game: Game, choose: Choose) -> Move | None:
    """Pays, raises the cash to pay, or is bankrupt: whoever's debt is the oldest (FLOW-3)."""
    for name in dict.fromkeys(debt.debtor for debt in game.debts):
        ways = (moves.PayDebt(name), *_in_lots(game, name, choose), moves.DeclareBankruptcy(name))
        if move := first_legal(game, chain(ways, _raising(game, name))):
            return move
    return None


def _in_lots(game: Game, name: str, choose: Choose) -> list[Move]:
    """Rent in lots instead of money, now and then, where the sheet allows it (RENT-10)."""
    lots = [deed.key for deed in game.deeds_of(name)]
    if not lots or not game.edition.part_in_lots or choose(TEN_TIMES) < HOLDS_ON:
        return []
    kinds = (moves.HandOverDeed, moves.PutUpDeed)
    return [choose(kinds)(name, lot) for lot in lots]


def _raising(game: Game, name: str) -> Iterator[Move]:
    """Ways to come by cash: bare lots first, then buildings (SELL-1, MORT-1)."""
    for deed in mortgageable(game, name):
        yield moves.Mortgage(name, deed.key)
    for deed in top_lots(game, name):
        yield moves.Sell(name, deed.key)
    for group in dict.fromkeys(deed.group for deed in game.deeds_of(name)):
        yield moves.SellHotels(name, group)
        yield moves.SellDown(name, group, (0,) * len(game.board.groups[group]))
