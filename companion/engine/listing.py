"""The legal moves that can be listed: those without amounts or choices of one's own.

Whether a move is legal only its rule says. But not every move that could be said is asked about:
what there is no occasion for is left out at once, moves that are alike have one answer, and what
the deeds alone decide is remembered for as long as they stay as they are.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from companion.engine import guards, moves
from companion.engine.board import BARE_LOT, HOTEL
from companion.engine.decide import refusal
from companion.engine.holdings import follows_from_groups
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


def _raising_now(game: Game, name: str) -> list[Move]:
    """Mortgages and sales, which are legal whatever waits for an answer: but not of a deed that is
    put up, nor with houses that are promised to somebody."""
    found = _raising(game, name)
    if (hotels := _hotels(game, name)) and building.breaks_down(game):
        found = [*hotels, *found]
    reserved = any(map(_reserves, game.pending))
    return _legal(game, found) if reserved else found


def _reserves(phase: Phase) -> bool:
    return bool(getattr(phase, "building", "") or getattr(phase, "seller", ""))


@follows_from_groups
def _hotels(game: Game, name: str) -> list[Move]:
    top, held = building.top_lots(game, name), game.holdings
    return [moves.Sells(name, lot.key) for lot in top if held[lot.key].buildings == HOTEL]


@follows_from_groups
def _raising(game: Game, name: str) -> list[Move]:
    """What the deeds allow, whatever the bank has."""
    top, held = building.top_lots(game, name), game.holdings
    return [
        *(moves.Mortgages(name, deed.key) for deed in mortgage.mortgageable(game, name)),
        *(moves.Sells(name, lot.key) for lot in top if held[lot.key].buildings < HOTEL),
        *_groups_sold(game, name),
    ]


def _groups_sold(game: Game, name: str) -> Iterator[Move]:
    for group, buildings in building.whole_built(game, name):
        if min(buildings) == HOTEL:
            yield moves.SellsHotels(name, group)
        yield moves.SellsDown(name, group, (BARE_LOT,) * len(buildings))


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


def _between_players(game: Game) -> list[Move]:
    found: list[Move] = []
    if game.claims:
        found += map(moves.Collects, dict.fromkeys(claim.owner for claim in game.claims))
        two = dict.fromkeys((claim.owner, claim.payer) for claim in game.claims)
        found += (moves.Collects(owner, payer) for owner, payer in two)
    if offer := game.offer:
        found += (moves.Accepts(offer.other), moves.Refuses(offer.other))
        found.append(moves.Withdraws(offer.player))
    for debtor in dict.fromkeys(debt.debtor for debt in game.debts):
        found += (moves.Pays(debtor), moves.GoesBankrupt(debtor))
    if game.setup.game == "time-limit":
        found.append(moves.TimeIsUp())
    return found
