"""Plans to build or sell, and the one move that carries out a plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine import moves
from companion.engine.board import BARE_LOT
from companion.engine.moves import Move
from companion.engine.rules.lots import even_out
from companion.engine.state import Game
from companion.table.prompts.answers import Answer, answer
from companion.text import counted, listed, signed_sum
from companion.text.screens.properties import text_of
from companion.text.told import Told

Ranks: TypeAlias = tuple[int, ...]
"""Buildings on the lots of a group: 0 for none, then houses, a hotel."""


@dataclass(frozen=True, slots=True)
class Building:
    """Plan for one building on each lot of ``line``, in that order, in any groups."""

    line: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Selling:
    """Plan to sell buildings of one group down to ``ranks``."""

    group: str
    ranks: Ranks


Plan: TypeAlias = Building | Selling
NOTHING = Building()


def current_ranks(game: Game, group: str) -> Ranks:
    """Return the buildings that are on the lots of a group."""
    return tuple(game.rank(lot.key) for lot in game.board.groups[group])


def planned_ranks(game: Game, plan: Plan, group: str) -> Ranks:
    """Return the buildings that the plan leaves on the lots of a group."""
    if isinstance(plan, Selling):
        return plan.ranks if plan.group == group else current_ranks(game, group)
    lots = game.board.groups[group]
    return tuple(game.rank(lot.key) + plan.line.count(lot.key) for lot in lots)


def tap_slot(game: Game, plan: Plan, key: str, rank: int) -> Plan:
    """Plan after a tap on slot ``rank`` of a lot.

    The tap sets the number of buildings on the lot; a tap on the top building removes it. The other
    lots of the group follow as far as the rules require.
    """
    group = game.board.deeds[key].group
    lot = [deed.key for deed in game.board.groups[group]].index(key)
    now, then = current_ranks(game, group), planned_ranks(game, plan, group)
    wanted = rank - 1 if then[lot] == rank else rank
    sells = sum(then) < sum(now)
    # After a ruling the lots may be uneven: never build in order to sell, or sell to build.
    if wanted < now[lot] or (sells and wanted == now[lot]):
        ranks = tuple(map(min, now, even_out(game, then if sells else now, lot, wanted)))
        return Selling(group, ranks) if ranks != now else NOTHING
    line = plan.line if isinstance(plan, Building) else ()
    then = planned_ranks(game, Building(line), group)
    ranks = tuple(map(max, now, even_out(game, then, lot, wanted)))
    return Building(_extend(game, line, key, then, ranks))


def all_hotels(game: Game, key: str) -> Plan:
    """Plan a hotel on each lot of the group of ``key``: no house is left standing (HOUSE-21)."""
    plan: Plan = NOTHING
    for lot in game.board.groups[game.board.deeds[key].group]:
        if game.rank(lot.key) <= game.setup.top_houses:
            plan = tap_slot(game, plan, lot.key, game.setup.top_houses + 1)
    return plan


def _extend(
    game: Game, line: tuple[str, ...], key: str, before: Ranks, after: Ranks
) -> tuple[str, ...]:
    """Extend or shorten the line of buildings so that it leads to ``after``.

    New buildings are added level by level; in each level the tapped lot is the first.
    """
    lots = [deed.key for deed in game.board.groups[game.board.deeds[key].group]]
    steps = sorted(zip(lots, before, after, strict=True), key=lambda step: step[0] != key)
    kept = list(line)
    for lot, was, shall_be in steps:
        for _ in range(was - shall_be):
            del kept[len(kept) - 1 - kept[::-1].index(lot)]
    storeys = range(1, game.setup.top_houses + 2)
    return (*kept, *(lot for rank in storeys for lot, was, to in steps if was < rank <= to))


def plan_answer(game: Game, player: str, plan: Plan) -> Answer:
    """Answer with the move that carries out the plan, and its total."""
    return _sold(game, player, plan) if isinstance(plan, Selling) else _built(game, player, plan)


def _built(game: Game, player: str, plan: Building) -> Answer:
    groups = dict.fromkeys(game.board.deeds[key].group for key in plan.line)
    loss = signed_sum(game, -sum(game.board.deeds[key].house_price for key in plan.line))
    text = text_of("build", buildings=describe_changes(game, plan, *groups), loss=loss)
    move = moves.Build(player, plan.line)
    return answer(game, text, move, tone="out")


def _sold(game: Game, player: str, plan: Selling) -> Answer:
    lots = zip(
        game.board.groups[plan.group], current_ranks(game, plan.group), plan.ranks, strict=True
    )
    halves = {deed.key: (was - to) * deed.house_price // 2 for deed, was, to in lots}
    first = max(halves, key=lambda key: halves[key])
    gain = signed_sum(game, sum(halves.values()))
    text = text_of("sell", buildings=describe_changes(game, plan, plan.group), gain=gain)
    return answer(game, text, _sale(game, player, plan, first), tone="in")


def _sale(game: Game, player: str, plan: Selling, first: str) -> Move:
    before = current_ranks(game, plan.group)
    if sum(before) - sum(plan.ranks) == 1:
        return moves.Sell(player, first)
    if min(before) > game.setup.top_houses and max(plan.ranks) == BARE_LOT:
        return moves.SellHotels(player, plan.group)
    return moves.SellDown(player, plan.group, plan.ranks)


def describe_changes(game: Game, plan: Plan, *groups: str) -> Told:
    """Describe what a plan builds or sells in some groups: ``2 houses and 1 hotel``."""
    steps = [step for group in groups for step in _steps(game, plan, group)]
    hotels = sum(rank > game.setup.top_houses for rank in steps)
    kinds = ((len(steps) - hotels, "house"), (hotels, "hotel"))
    return listed([counted(n, kind) for n, kind in kinds if n])


def _steps(game: Game, plan: Plan, group: str) -> Iterator[int]:
    """Yield the rank of every building that is added or removed."""
    for was, to in zip(current_ranks(game, group), planned_ranks(game, plan, group), strict=True):
        yield from range(min(was, to) + 1, max(was, to) + 1)
