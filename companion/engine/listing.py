"""The legal moves that can be listed: those without amounts or choices of one's own.

Whether a move is legal only its rule says. But not every move that could be said is asked about:
what there is no occasion for is left out at once, moves that are alike have one answer, and what
the deeds alone decide is remembered for as long as they stay as they are.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from companion.engine import guards, moves
from companion.engine.board import BARE_LOT
from companion.engine.decide import refusal
from companion.engine.evolve import changed
from companion.engine.holdings import follows_from_holdings
from companion.engine.moves import Move
from companion.engine.phases import (
    Auction,
    CardThrow,
    FineOrChance,
    Opening,
    Over,
    Phase,
    Placing,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToThrow,
)
from companion.engine.rules import bankruptcy, building, cards, lots, mortgage
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Debt, Game


def listed(game: Game) -> list[Move]:
    """Every legal move that can be listed, each once."""
    found: list[Move] = []
    if not isinstance(game.phase, Over):
        found += _answers(game)
        spends = guards.permits(game.phase, moves.Builds)
        for name in game.in_play():
            found += _raising_now(game, name)
            if debt := game.debt_of(name):
                found += _legal(game, _in_lots(game, debt))
            elif spends:
                found += _spending(game, name)
        if guards.permits(game.phase, moves.Leaves):
            found += map(moves.Leaves, bankruptcy.free_to_leave(game))
        found += _legal(game, _between_players(game))
    if game.past:
        found.append(moves.Undo(1))
    return found


def _legal(game: Game, candidates: Iterable[Move]) -> list[Move]:
    return [move for move in candidates if refusal(game, move) is None]


def _alike(game: Game, candidates: tuple[Move, ...]) -> tuple[Move, ...]:
    """All or none, of moves that no rule tells apart; the dice, for one, may fall as they like."""
    return candidates if refusal(game, candidates[0]) is None else ()


@cache
def _throws(kind: type[moves.Opens] | type[moves.Throws], player: str) -> tuple[Move, ...]:
    """Every way in which the dice may fall."""
    return tuple(kind(player, (a, b)) for a in range(1, 7) for b in range(1, 7))


def _answers(game: Game) -> Iterable[Move]:
    """What the table waits for."""
    match game.phase:
        case Opening(waiting=waiting):
            return _alike(game, _throws(moves.Opens, waiting[0]))
        case CardThrow(player=player):
            return _alike(game, _throws(moves.Throws, player))
        case ToThrow(player=player):
            throws = _alike(game, _throws(moves.Throws, player))
            return [*throws, *_legal(game, _leaving_jail(game, player))]
        case ToDraw(player=player, pack=pack):
            drawable = cards.drawable(game, pack)
            return _alike(game, tuple(moves.Draws(player, card) for card in drawable))
    return _legal(game, _said(game))


def _said(game: Game) -> Iterator[Move]:
    match game.phase:
        case ToBuy(player=player):
            yield moves.Buys(player)
            yield moves.Declines(player)
        case Auction() as auction:
            yield from (moves.Passes(name) for name in still_bidding(game, auction))
            yield moves.Sold()
        case Shortage(waiting=waiting):
            yield moves.Claims(waiting[0])
            yield moves.Waives(waiting[0])
        case Placing(player=player):
            yield from (moves.Places(player, deed.key) for deed in game.deeds_of(player))
        case ReceivedMortgages(player=player, deeds=deeds):
            yield moves.KeepsMortgage(player, deeds[0])
        case FineOrChance(player=player):
            yield moves.PaysFine(player)
            yield moves.TakesChance(player)
        case TaxChoice(player=player):
            yield moves.PaysFlatTax(player)
            yield moves.PaysTenPercent(player)


def _leaving_jail(game: Game, player: str) -> Iterator[Move]:
    if game.players[player].jail_turn:
        yield moves.PaysFine(player)
        yield moves.PlaysJailCard(player)


def _raising_now(game: Game, name: str) -> Iterable[Move]:
    """Mortgages and sales, which are legal whatever waits for an answer: but not of a deed that is
    put up, nor with houses that are promised to somebody."""
    reserved = any(map(_reserves, game.pending))
    return _legal(game, _raising(game, name)) if reserved else _raising(game, name)


def _reserves(phase: Phase) -> bool:
    return bool(getattr(phase, "building", "") or getattr(phase, "seller", ""))


@follows_from_holdings
def _raising(game: Game, name: str) -> list[Move]:
    """The mortgages and sales that the deeds allow, with nothing reserved for anybody."""
    nothing_waits = changed(game, pending=())
    return [
        *(moves.Mortgages(name, deed.key) for deed in mortgage.mortgageable(game, name)),
        *(moves.Sells(name, deed.key) for deed in building.sellable(nothing_waits, name)),
        *_legal(nothing_waits, _groups_sold(game, name)),
    ]


def _groups_sold(game: Game, name: str) -> Iterator[Move]:
    built = game.holdings.buildings
    for group in (key for key in game.board.groups if key in built):
        if game.owned_in_group(name, group) == len(built[group]):
            yield moves.SellsHotels(name, group)
            yield moves.SellsDown(name, group, (BARE_LOT,) * len(built[group]))


def _spending(game: Game, name: str) -> Iterator[Move]:
    """What a player may do with each deed for money, one building at a time."""
    for deed in mortgage.liftable(game, name):
        yield moves.Lifts(name, deed.key)
    for deed in lots.buildable(game, name):
        yield moves.Builds(name, (deed.key,))


def _in_lots(game: Game, debt: Debt) -> Iterator[Move]:
    if game.edition.part_in_lots:
        for deed in game.deeds_of(debt.debtor):
            yield moves.HandsOver(debt.debtor, deed.key)
            yield moves.PutsUp(debt.debtor, deed.key)


def _between_players(game: Game) -> Iterator[Move]:
    for owner in dict.fromkeys(claim.owner for claim in game.claims):
        yield moves.Collects(owner)
    for owner, payer in dict.fromkeys((claim.owner, claim.payer) for claim in game.claims):
        yield moves.Collects(owner, payer)
    if game.offer:
        yield moves.Accepts(game.offer.other)
        yield moves.Refuses(game.offer.other)
        yield moves.Withdraws(game.offer.player)
    for debtor in dict.fromkeys(debt.debtor for debt in game.debts):
        yield moves.Pays(debtor)
        yield moves.GoesBankrupt(debtor)
    if game.setup.game == "time-limit":
        yield moves.TimeIsUp()
