"""Chances of winning: a static estimate for every player, and the luck of a roll or a card.

The estimate answers one question: how often would each player win from here if everybody played on
like an average scripted player? Every player gets a score from what everybody at the table sees,
and the softmax of the scores is the chance, so that players who change seats change chances. The
weights are data, ``chances.toml``: the file says how they were fitted and for which games.

Luck is measured after Douglas Zare: the chance after a roll less its mean over the 36 rolls that
could have come. A card is measured against the other cards of its pack.

Odds belong to the evening after: nothing that is shown during a game may call this module.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from math import asinh, exp, log1p, sqrt, tanh
from operator import mul
from typing import Any, TypeAlias

from companion.engine import board, edition
from companion.engine.board import HOTEL, SPACES, Board, Deed, Kind
from companion.engine.bots.trading import accepting
from companion.engine.decide import play
from companion.engine.holdings import Holding
from companion.engine.memo import cached_per_group, cached_per_player
from companion.engine.moves import AcceptTrade, DrawCard, Roll, RollForStart
from companion.engine.phases import Auction, Over, ToBuy, ToDraw
from companion.engine.refusals import IllegalMove
from companion.engine.state import BANK, Game, Setup
from companion.engine.valuation import can_raise

Chance: TypeAlias = Roll | RollForStart | DrawCard
"""A move whose result nobody chooses: a roll, or a card."""


class Unrated(StrEnum):
    """Reason why the chances of a game cannot be estimated."""

    ENDING = "ending"
    """The game ends by the clock, at the second bankruptcy, or is the Short Game."""
    PLAYERS = "players"
    """More players than the weights were fitted for."""
    RULES = "rules"
    """House rules, or an edition of the table's own, that the weights do not know."""
    BOARD = "board"
    """A board of the table's own."""


class NotRated(Exception):
    """Raised if the weights do not apply to a game; ``reason`` says why."""

    def __init__(self, reason: Unrated) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the estimate: a hidden layer of tanh units over the scaled features."""

    own: tuple[tuple[float, ...], ...]
    """For each hidden unit, the weights of one player's features."""
    table: tuple[tuple[float, ...], ...]
    """For each hidden unit, the weights of the features that all players share."""
    bias: tuple[float, ...]
    score: tuple[float, ...]
    """Weights of the hidden units in a player's score."""
    direct: tuple[float, ...]
    """Weights of one player's features in the score."""


@dataclass(frozen=True, slots=True)
class _Model:
    weights: Weights
    landing: tuple[float, ...]
    """Share of all landings, by space."""
    house_rules: frozenset[str]
    players: tuple[int, int]


def unrated(setup: Setup) -> Unrated | None:
    """Return the reason why games of ``setup`` are not rated, or None if they are."""
    model = _model()
    if setup.game != "full":
        return Unrated.ENDING
    fewest, most = model.players
    if not fewest <= len(setup.players) <= most:
        return Unrated.PLAYERS
    boards, editions = _packaged()
    if setup.board.source not in boards:
        return Unrated.BOARD
    if setup.edition.source not in editions or not model.house_rules.issuperset(setup.house_rules):
        return Unrated.RULES
    return None


@cache
def _packaged() -> tuple[list[str], list[str]]:
    """Return the names of the packaged boards and editions."""
    return board.names(), edition.names()


def chances(game: Game) -> Mapping[str, float]:
    """Return the chance of winning of every player, from 0 to 1; they sum to 1.

    Raises NotRated if the weights do not apply to the rules of the game.
    """
    if isinstance(game.phase, Over):
        won = game.phase.winners
        return {name: (name in won) / len(won) for name in game.players}
    if reason := unrated(game.setup):
        raise NotRated(reason)
    return estimate(game, packaged_weights())


def luck(game: Game, move: Chance) -> Mapping[str, float]:
    """Return what ``move`` changed for every player, against the mean of what could have come.

    ``game`` is the position before the move. The changes of all players sum to 0. Raises NotRated.
    """
    came = chances(play(game, move))
    mean = expected(game, move)
    return {name: came[name] - mean[name] for name in came}


def expected(game: Game, move: Chance) -> Mapping[str, float]:
    """Return the mean chances over all rolls, or all cards, that could come instead of ``move``."""
    total, mean = 0.0, dict.fromkeys(game.players, 0.0)
    for share, other in _others(game, move):
        total += share
        for name, chance in chances(play(game, other)).items():
            mean[name] += share * chance
    return {name: sum_ / total for name, sum_ in mean.items()}


def _others(game: Game, move: Chance) -> Iterator[tuple[int, Chance]]:
    """Yield every result with its weight, ``move`` included.

    Rolls of the same sum lead to the same position unless one of them is doubles.
    """
    if isinstance(move, DrawCard):
        assert isinstance(game.phase, ToDraw)
        pack = game.phase.pack
        held = game.jail_card_holder(pack) != BANK
        for card in game.board.pack(game.edition.pack, Kind(pack)).values():
            if card.effect != "jail_card" or not held:
                yield card.copies, replace(move, card=card.key)
        return
    for dice, weight in _ROLLS.items():
        yield weight, replace(move, dice=dice)


def _rolls() -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], tuple[int, int]] = {}
    weights: dict[tuple[int, int], int] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            dice = found.setdefault((a + b, a == b), (a, b))
            weights[dice] = weights.get(dice, 0) + 1
    return weights


_ROLLS = _rolls()
"""One roll for each sum, doubles apart, with the number of the 36 rolls like it."""


# --- the model -------------------------------------------------------------------------------


@cache
def _model() -> _Model:
    """Return the packaged model."""
    return _read(tomllib.loads(weights_file()))


def packaged_weights() -> Weights:
    """Return the packaged weights."""
    return _model().weights


def weights_file() -> str:
    """Return the text of the packaged weights: results that follow from it are named by it."""
    return resources.files(__package__).joinpath("chances.toml").read_text("utf-8")


def _read(values: Mapping[str, Any]) -> _Model:
    layer = values["weights"]
    return _Model(
        Weights(
            own=tuple(map(tuple, layer["own"])),
            table=tuple(map(tuple, layer["table"])),
            bias=tuple(layer["bias"]),
            score=tuple(layer["score"]),
            direct=tuple(layer["direct"]),
        ),
        landing=tuple(values["landing"]),
        house_rules=frozenset(values["games"]["house_rules"]),
        players=tuple(values["games"]["players"]),
    )


def estimate(game: Game, weights: Weights) -> dict[str, float]:
    """Return the chances by ``weights``; the fitting of new weights calls this, too.

    An open offer may be accepted or not: both positions count, with their probabilities.
    """
    offer = game.offer
    if not offer:
        return _settled(game, weights)
    found = _settled(replace(game, offer=None), weights)
    if share := accepting(game, offer):
        try:
            accepted = _settled(play(game, AcceptTrade(offer.other)), weights)
        except IllegalMove:
            return found
        for name, chance in accepted.items():
            found[name] += share * (chance - found[name])
    return found


def _settled(game: Game, weights: Weights) -> dict[str, float]:
    """Return the chances in a position without an open offer."""
    own, table = features(game)
    layer = zip(weights.table, weights.bias, strict=True)
    units = [sum(map(mul, row, table), bias) for row, bias in layer]
    scores = []
    for values in own.values():
        score = sum(map(mul, weights.direct, values))
        for row, unit, weight in zip(weights.own, units, weights.score, strict=True):
            score += weight * tanh(sum(map(mul, row, values), unit))
        scores.append(score)
    most = max(scores)
    powers = [exp(score - most) for score in scores]
    total = sum(powers)
    found = dict.fromkeys(game.players, 0.0)
    found.update(zip(own, (power / total for power in powers), strict=True))
    return found


# --- the features ----------------------------------------------------------------------------

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
    return _model().landing[deed.position]
