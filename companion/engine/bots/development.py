"""Decisions of bots about their groups: repay mortgages, then build."""

from collections.abc import Iterator
from operator import itemgetter
from typing import TypeAlias

from companion.engine import moves
from companion.engine.bots.styles import Styles, spare
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.moves import Move
from companion.engine.rules.lots import bank_has, next_building, open_in_group
from companion.engine.state import Game


def develop(game: Game, styles: Styles) -> Iterator[Move]:
    """Improve a group before a roll, the player with the dice first (FLOW-2).

    Every player may spend cash before a roll.
    """
    developers = {*game.holdings.ownership.whole_groups.values()}
    if not developers:
        return
    for name in (game.turn.player, *game.left_of(game.turn.player)[:-1]):
        if name in developers:
            money = spare(game, name, styles[name])
            waits = game.edition.build_on_turn and name != game.turn.player
            if not game.edition.hotels_need_houses:
                yield from _hotels_at_once(game, name, money)
            for _, price, building, move in _improvements(game, name):
                if price <= money and (not building or (bank_has(game, building) and not waits)):
                    yield move


def _hotels_at_once(game: Game, name: str, money: int) -> Iterator[Move]:
    """Yield the whole way to hotels in a group, where the bank has too few houses (HOUSE-21)."""
    for group, owner in game.holdings.ownership.whole_groups.items():
        lots, top = game.board.groups[group], game.setup.top_houses
        steps = [lot.key for rank in range(top + 1) for lot in lots if game.rank(lot.key) <= rank]
        missing = len(lots) * top - sum(min(game.rank(lot.key), top) for lot in lots)
        is_short = owner == name and missing > game.houses_in_bank()
        if is_short and steps and 0 < len(steps) * lots[0].house_price <= money:
            yield moves.Build(name, (*steps,))


Improvement: TypeAlias = tuple[int, int, str, Move]
"""The position of a deed, the money wanted, the building if it is one, and the move."""


@cached_per_player
def _improvements(game: Game, name: str) -> list[Improvement]:
    """List the improvements of all whole groups of ``name``, in board order."""
    found: list[Improvement] = []
    for group, owner in game.holdings.ownership.whole_groups.items():
        if owner == name:
            found += _of_group(game, name, group)
    found.sort(key=itemgetter(0))
    return found


@cached_per_group
def _of_group(game: Game, name: str, group: str) -> list[Improvement]:
    """List the improvements of one whole group (MORT-3, BLD-1).

    A mortgage is repaid if more than the price of the deed is to spare.
    """
    lifting: list[Improvement] = [
        (deed.position, deed.price + 1, "", moves.Unmortgage(name, deed.key))
        for deed in game.board.groups[group]
        if game.holdings[deed.key].mortgaged
    ]
    return lifting or [
        (lot.position, lot.house_price, next_building(game, lot), moves.Build(name, (lot.key,)))
        for lot in open_in_group(game, name, group)
    ]
