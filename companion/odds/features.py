"""Features of a position: numbers from which the chances of winning are estimated.

Begin with ``features``. Everything is seen by everybody at the table. What belongs to one player's
deeds or to one group is kept until they change.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import asinh, log1p, sqrt

from companion.engine.board import HOTEL, SPACES, Board, Deed, Kind
from companion.engine.holdings import Holding
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.phases import Auction, ToBuy
from companion.engine.state import BANK, Game
from companion.engine.valuation import can_raise
from companion.odds.model import model

_DICE = tuple((total, (6 - abs(7 - total)) / 36) for total in range(2, 13))
"""Sum of two dice, with its probability."""
_MEAN_ROLL = 7
_SALARY = 35
"""Mean salary for each roll, in dollars."""
_LATER = 600
"""Dollars that players may have for buildings after some rounds."""
_DEALS = 300
"""Dollars that players may have for a deed and buildings after a few rounds."""


@dataclass(frozen=True, slots=True)
class _Assets:
    """Answers that depend on one player's deeds alone. Rents are means per opponent's roll."""

    value: int
    """Deeds at price, mortgaged ones at half, and buildings at cost."""
    raises: int
    """Cash from selling all buildings and mortgaging all deeds."""
    rent: float
    ahead: tuple[float, ...]
    """Mean rent of the next roll of an opponent, by the space of the opponent."""
    steps: tuple[tuple[int, float], ...]
    """Next buildings on whole groups, best first: the cost and the rent that it adds."""
    cost: int
    """Cost of all these buildings."""
    full: float
    """Rent with hotels on the whole groups."""
    whole: int
    shares: tuple[float, ...]
    """Share of each group of streets, in board order: some colors do better than their rents."""
    powers: tuple[float, ...]
    """Power of the groups that are not whole, by ``_state``."""
    near: tuple["_Near", ...]
    deeds: int
    mortgages: int
    buildings: int
    railroads: int
    utilities: int


@dataclass(frozen=True, slots=True)
class _Near:
    """Group in which one deed is missing, as if it were whole."""

    price: int
    """Dollars that the missing deed costs, with the mortgages of the group."""
    steps: tuple[tuple[int, float], ...]
    of_bank: bool
    """True if nobody owns the missing deed."""


def features(game: Game) -> tuple[dict[str, list[float]], list[float]]:
    """Return the features of every player in the game, and those that all players share."""
    game, cash = _foreseen(game)
    names = game.in_play()
    count = len(names)
    others = count - 1
    assets = {name: _assets(game, name) for name in names}
    reach = {name: _reach(assets[name], cash[name]) for name in names}
    later = {name: _reach(assets[name], cash[name] + _LATER) for name in names}
    rents, reaches, laters = (
        sum([one.rent for one in assets.values()]),
        sum(reach.values()),
        sum(later.values()),
    )
    on_turn = game.turn.player if game.turn.number else ""
    own = {}
    for name in names:
        one, player, money = assets[name], game.players[name], cash[name]
        due = sum([a.ahead[player.space] for other, a in assets.items() if other != name])
        liquid = money + one.raises
        pays, paid_soon = rents - one.rent, reaches - reach[name]
        pay = 10 * (pays + 0.5 * paid_soon) + 50
        has = money if money > 0 else 0
        left = liquid if liquid > 0 else 0
        spare = money - one.cost if money > one.cost else 0
        income = _SALARY + others * one.rent - pays
        income_later = _SALARY + others * later[name] - (laters - later[name])
        in_jail = bool(player.jail_turn)
        deals = [
            (_spent(near.steps, 0.0, money - near.price + _DEALS), near.of_bank)
            for near in one.near
        ]
        own[name] = [
            money / 1000,
            log1p(has / 100),
            log1p((left + one.value) / 500),
            left / 1000,
            log1p(left / 100),
            one.rent / 20,
            sqrt(one.rent),
            reach[name] / 20,
            sqrt(reach[name]),
            sqrt(_reach(one, 0.7 * liquid)),
            sqrt(later[name]),
            sqrt(one.full),
            one.whole,
            *[power / 20 for power in one.powers],
            sqrt(sum([rent for rent, of_bank in deals if of_bank])),
            sqrt(sum([rent for rent, of_bank in deals if not of_bank])),
            sqrt(max([rent for rent, _ in deals], default=0.0)),
            one.railroads,
            one.utilities,
            one.deeds / 5,
            one.mortgages / 5,
            one.buildings / 5,
            in_jail,
            in_jail * sqrt(pays),
            due / 100,
            log1p(due / (has + 50)),
            log1p(left / pay),
            log1p(has / pay),
            log1p(left / (10 * paid_soon + 50)),
            (liquid < 0) + (money < 0),
            name == on_turn,
            others * one.rent / 40,
            others * reach[name] / 40,
            asinh(income / 40),
            asinh(income_later / 40),
            asinh((money + 8 * income) / 300),
            asinh((left + one.value / 2 + 8 * income_later) / 500),
            log1p(spare / 100),
            log1p(spare / (10 * pays + 50)),
            log1p(one.cost / 500),
            sqrt(pays),
            *one.shares,
        ]
    columns = list(zip(*own.values(), strict=True))
    sheet, owned = game.edition, len(game.holdings) / len(game.board.deeds)
    shared = [
        count / 4,
        1 / count,
        owned,
        owned * owned,
        game.houses_in_bank() / game.board.houses,
        sqrt(rents),
        sqrt(reaches),
        sheet.go_pays_double,
        sheet.pot,
        sheet.auctions,
        sheet.rent_while_in_jail,
        sheet.unlimited_buildings,
        game.setup.rent != "automatic",
        *(sum(columns[i]) / count for i in _SHARED),
        *(max(columns[i]) for i in _SHARED),
    ]
    return own, shared


_SHARED = (1, 2, 4, 8, 9, 10, 11, 22, 32, 34)
"""Features of which the shared ones have the mean, and the greatest value."""


def _foreseen(game: Game) -> tuple[Game, dict[str, int]]:
    """Return the position with what is about to happen, and the cash of the players then.

    Debts and claims are paid, the deed reached is bought, and the high bidder gets the deed.
    """
    cash = {name: player.cash for name, player in game.players.items()}
    for debt in game.debts:
        cash[debt.debtor] -= debt.amount
        if debt.creditor in cash:
            cash[debt.creditor] += min(debt.amount, max(0, can_raise(game, debt.debtor)))
    for claim in game.claims:
        cash[claim.payer] -= claim.amount
        cash[claim.owner] += claim.amount
    match game.phase:
        case ToBuy(player, key) if cash[player] >= (price := game.board.deeds[key].price):
            cash[player] -= price
            return _given(game, key, player), cash
        case Auction(deed=key, bidder=bidder, bid=bid, seller=seller) if key and bidder:
            cash[bidder] -= bid
            if seller in cash:
                cash[seller] += bid
            return _given(game, key, bidder), cash
    return game, cash


def _given(game: Game, key: str, owner: str) -> Game:
    return replace(game, holdings=game.holdings.with_deed(key, Holding(owner)))


def _reach(one: _Assets, cash: float) -> float:
    """Return the rent after ``cash`` has been spent on buildings."""
    return _spent(one.steps, one.rent, cash)


def _spent(steps: tuple[tuple[int, float], ...], rent: float, cash: float) -> float:
    for cost, more in steps:
        if cost > cash:
            return rent + more * max(cash, 0) / cost
        cash -= cost
        rent += more
    return rent


@cached_per_player
def _assets(game: Game, name: str) -> _Assets:
    deeds = game.deeds_of(name)
    value = sum(
        (deed.price // 2 if game.holdings[deed.key].mortgaged else deed.price)
        + game.rank(deed.key) * deed.house_price
        for deed in deeds
    )
    ahead = [0.0] * SPACES
    rent = 0.0
    for deed in deeds:
        if amount := _rent(game, deed):
            rent += amount * _landing(deed)
            for total, probability in _DICE:
                ahead[deed.position - total] += probability * amount
    groups = [_group(game, name, group) for group in dict.fromkeys(deed.group for deed in deeds)]
    steps = sorted(
        (step for one in groups for step in one.steps), key=lambda step: -step[1] / step[0]
    )
    kinds = [deed.kind for deed in deeds]
    return _Assets(
        value=value,
        raises=can_raise(game, name) - game.players[name].cash,
        rent=rent,
        ahead=tuple(ahead),
        steps=tuple(steps),
        cost=sum(cost for cost, _ in steps),
        full=sum(one.full for one in groups),
        whole=sum(bool(one.full) for one in groups),
        shares=tuple(game.owned_in_group(name, group) / size for group, size in _sizes(game.board)),
        powers=tuple(sum(one.power for one in groups if one.state == n) for n in range(_STATES)),
        near=tuple(one.near for one in groups if one.near),
        deeds=len(deeds),
        mortgages=sum(game.holdings[deed.key].mortgaged for deed in deeds),
        buildings=sum(game.rank(deed.key) for deed in deeds),
        railroads=kinds.count(Kind.RAILROAD),
        utilities=kinds.count(Kind.UTILITY),
    )


@dataclass(frozen=True, slots=True)
class _Group:
    """Value of one group to a player with a deed in it."""

    steps: tuple[tuple[int, float], ...] = ()
    full: float = 0.0
    power: float = 0.0
    state: int = -1
    near: _Near | None = None


_STATES = 7
"""Number of states of a group that is not whole."""


@cached_per_group
def _group(game: Game, name: str, group: str) -> _Group:
    deeds = game.board.groups[group]
    if deeds[0].kind is not Kind.STREET:
        return _Group()
    power, size = _power(game.board, group), len(deeds)
    owners = [game.owner(deed.key) for deed in deeds]
    mine = owners.count(name)
    if mine == size:
        full = sum(_landing(deed) * deed.rent[HOTEL] for deed in deeds)
        rent = sum(_landing(deed) * _rent(game, deed) for deed in deeds)
        due = sum(deed.price // 2 for deed in deeds if game.holdings[deed.key].mortgaged)
        return _Group(steps=tuple(_building_steps(game, deeds, rent, due)), full=full)
    state = _state(mine, size, [owner for owner in owners if owner not in (name, BANK)])
    near = _near(game, deeds, name, owners) if mine == size - 1 else None
    return _Group(power=power, state=state, near=near)


def _state(mine: int, size: int, others: list[str]) -> int:
    """Return who owns the rest of a group: a number from 0 to 6."""
    if not others:
        return 0 if mine == size - 1 else 1
    if mine == size - 1:
        return 2 if size > 2 else 3
    if mine + len(others) < size:
        return 4
    return 5 if len({*others}) == 1 else 6


def _near(game: Game, deeds: tuple[Deed, ...], name: str, owners: list[str]) -> _Near:
    """Return a group in which one deed is missing. Its owner wants twice the price."""
    (missing,) = (i for i, owner in enumerate(owners) if owner != name)
    of_bank = owners[missing] == BANK
    held = (game.holdings.get(deed.key) for deed in deeds)
    due = sum(
        deed.price // 2 for deed, one in zip(deeds, held, strict=True) if one and one.mortgaged
    )
    bare = sum(2 * _landing(deed) * deed.rent[0] for deed in deeds)
    price = deeds[missing].price * (1 if of_bank else 2)
    return _Near(price, tuple(_building_steps(game, deeds, bare, due)), of_bank)


def _building_steps(
    game: Game, deeds: tuple[Deed, ...], now: float, due: int
) -> Iterator[tuple[int, float]]:
    """Yield the cost of each round of buildings on a group, and the rent it adds to ``now``.

    ``due`` is what repaying its mortgages takes first. Rounds are joined until each adds less rent
    a dollar than the one before it.
    """
    levels, top = [game.rank(deed.key) for deed in deeds], game.setup.top_houses + 1
    found: list[tuple[int, float]] = []
    for level in range(min(levels) + 1, top + 1):
        cost = due + sum(deeds[0].house_price * max(0, level - has) for has in levels)
        levels, due = [max(level, has) for has in levels], 0
        built = (HOTEL if has == top else has for has in levels)
        rent = sum(_landing(deed) * deed.rent[n] for deed, n in zip(deeds, built, strict=True))
        step = (cost, rent - now)
        now = rent
        while found and step[1] * found[-1][0] > found[-1][1] * step[0]:
            before = found.pop()
            step = (step[0] + before[0], step[1] + before[1])
        found.append(step)
    yield from found


@cache
def _sizes(board: Board) -> list[tuple[str, int]]:
    """Return the groups of streets with their sizes, in board order."""
    groups = board.groups.items()
    return [(name, len(deeds)) for name, deeds in groups if deeds[0].kind is Kind.STREET]


@cache
def _power(board: Board, group: str) -> float:
    """Return the mean rent per roll of a group with three houses on each lot."""
    return sum(_landing(deed) * deed.rent[3] for deed in board.groups[group])


def _rent(game: Game, deed: Deed) -> float:
    """Return the rent of an owned deed, for a mean roll."""
    holding = game.holdings[deed.key]
    if holding.mortgaged:
        return 0
    if deed.kind is Kind.STREET:
        bare = not holding.buildings and game.has_whole_group(deed)
        return deed.rent[holding.buildings] * (2 if bare else 1)
    printed = deed.rent[game.owned_in_group(holding.owner, deed.group) - 1]
    return printed * _MEAN_ROLL if deed.kind is Kind.UTILITY else printed


def _landing(deed: Deed) -> float:
    return model().landing[deed.position]
