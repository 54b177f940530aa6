"""What scripted players do about what waits for somebody: claims, purchases, bids, cards, debts."""

from collections.abc import Callable
from typing import Any

from companion.engine import moves
from companion.engine.bots import debts
from companion.engine.bots.styles import TEN_TIMES, Choose, Style, Styles, first_legal, spare
from companion.engine.decide import refusal
from companion.engine.moves import Move
from companion.engine.phases import (
    Auction,
    FineOrChance,
    Phase,
    Placing,
    ReceivedMortgages,
    Shortage,
    TaxChoice,
    ToBuy,
    ToDraw,
    ToSettle,
    ToThrow,
)
from companion.engine.rules.auction import still_bidding
from companion.engine.state import Game

RAISES = (1, 5, 10, 20)
"""By how many dollars a scripted bidder speaks."""
OTHER_LOTS = 100
"""What a building or a jail card is thought to be worth."""


def collecting(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Rent, newest first, by owners who do not forget it (RENT-6)."""
    if not game.claims:
        return None
    asking = (
        moves.CollectRent(claim.owner, claim.payer)
        for claim in reversed(game.claims)
        if choose(TEN_TIMES) >= styles[claim.owner].forgets
    )
    return first_legal(game, asking)


def answering(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """The answer that the table waits for, unless it waits for dice."""
    phase = game.phase
    answers = _ANSWERS.get(type(phase))
    return answers(game, phase, styles, choose) if answers else None


def _to_throw(game: Game, phase: ToThrow, styles: Styles, choose: Choose) -> Move | None:
    """Out of jail before throwing, for those who would rather (JAIL-5, JAIL-6)."""
    name, style = phase.player, styles[phase.player]
    if not game.players[name].jail_turn:
        return None
    ways: list[Move] = [moves.UseJailCard(name)]
    if style.leaves_jail and spare(game, name, style) >= game.board.fine:
        ways.append(moves.PayFine(name))
    return first_legal(game, ways)


def _to_buy(game: Game, phase: ToBuy, styles: Styles, choose: Choose) -> Move:
    price = game.board.deeds[phase.deed].price
    affordable = spare(game, phase.player, styles[phase.player]) >= price
    return moves.Buy(phase.player) if affordable else moves.Decline(phase.player)


def _auction(game: Game, phase: Auction, styles: Styles, choose: Choose) -> Move:
    """Somebody bids as far as the lot is worth it; after that the others pass, or the hammer."""
    others = [name for name in still_bidding(game, phase) if name != phase.bidder]
    limits = {name: _limit(game, phase, name, styles[name]) for name in others}
    keen = [name for name, limit in limits.items() if limit > phase.bid]
    if not keen:
        passes = [move for name in others if not refusal(game, move := moves.Pass(name))]
        return choose((moves.CloseAuction(), *passes))
    name = choose(keen)
    return moves.Bid(name, min(limits[name], phase.bid + choose(RAISES)))


def _limit(game: Game, lot: Auction, name: str, style: Style) -> int:
    """The most that the lot is worth to ``name``, in dollars to spare; nothing without a use."""
    price = game.board.deeds[lot.deed].price if lot.deed else OTHER_LOTS
    limit = min(price * style.bids // 100, spare(game, name, style))
    if limit <= lot.bid or refusal(game, moves.Bid(name, lot.bid + 1)):
        return 0
    return limit


def _to_draw(game: Game, phase: ToDraw, styles: Styles, choose: Choose) -> Move:
    return moves.DrawCard(phase.player, "")


def _fine_or_chance(game: Game, phase: FineOrChance, styles: Styles, choose: Choose) -> Move:
    return choose((moves.PayFine(phase.player), moves.TakeChance(phase.player)))


def _tax(game: Game, phase: TaxChoice, styles: Styles, choose: Choose) -> Move:
    """A guess, as at the table: nobody adds up first (TAX-3)."""
    return choose((moves.PayFlatTax(phase.player), moves.PayTenPercent(phase.player)))


def _shortage(game: Game, phase: Shortage, styles: Styles, choose: Choose) -> Move:
    name = phase.waiting[0]
    return choose((moves.ClaimBuilding(name), moves.WaiveBuilding(name)))


def _placing(game: Game, phase: Placing, styles: Styles, choose: Choose) -> Move | None:
    deeds = game.deeds_of(phase.player)
    return first_legal(game, (moves.PlaceBuilding(phase.player, deed.key) for deed in deeds))


def _received(game: Game, phase: ReceivedMortgages, styles: Styles, choose: Choose) -> Move | None:
    """Lifted at once with money to spare; otherwise the tenth now (MORT-5)."""
    name, deed = phase.player, phase.deeds[0]
    lift = spare(game, name, styles[name]) >= game.board.deeds[deed].price
    keeps = moves.KeepMortgage(name, deed)
    return first_legal(game, (moves.Unmortgage(name, deed), keeps) if lift else (keeps,))


_Answer = Callable[[Game, Any, Styles, Choose], Move | None]
_ANSWERS: dict[type[Phase], _Answer] = {
    ToThrow: _to_throw,
    ToBuy: _to_buy,
    Auction: _auction,
    ToDraw: _to_draw,
    FineOrChance: _fine_or_chance,
    TaxChoice: _tax,
    Shortage: _shortage,
    Placing: _placing,
    ReceivedMortgages: _received,
    ToSettle: lambda game, phase, styles, choose: debts.settling(game, choose),
}
