"""Decisions of bots about the phases that wait for an answer, and about rent.

One function for each phase, in the table ``_ANSWERS``; ``debts`` has the phase of debts.
"""

from collections.abc import Callable
from typing import Any

from companion.engine import moves
from companion.engine.bots import debts
from companion.engine.bots.styles import PERCENTAGES, Choose, Style, Styles, first_legal, spare
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

BID_STEPS = (1, 5, 10, 20)
"""Dollars by which a bot raises the last bid."""
BUILDING_OR_CARD_WORTH = 100
"""Dollars that a bot considers a building or a jail card to be worth."""


def collect_rent(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Collect the newest rent whose owner does not forget it (RENT-6)."""
    if not game.claims:
        return None
    requests = (
        moves.CollectRent(claim.owner, claim.payer)
        for claim in reversed(game.claims)
        if choose(PERCENTAGES) >= styles[claim.owner].forget_rent_percent
    )
    return first_legal(game, requests)


def answer_phase(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Return the answer to the current phase, or None if it waits for a roll."""
    phase = game.phase
    answers = _ANSWERS.get(type(phase))
    return answers(game, phase, styles, choose) if answers else None


def _to_throw(game: Game, phase: ToThrow, styles: Styles, choose: Choose) -> Move | None:
    """Leave jail before the roll, with a card or for the fine (JAIL-5, JAIL-6)."""
    name, style = phase.player, styles[phase.player]
    if not game.players[name].jail_turn:
        return None
    ways: list[Move] = [moves.UseJailCard(name)]
    if style.pays_jail_fine and spare(game, name, style) >= game.board.fine:
        ways.append(moves.PayFine(name))
    return first_legal(game, ways)


def _to_buy(game: Game, phase: ToBuy, styles: Styles, choose: Choose) -> Move:
    price = game.board.deeds[phase.deed].price
    affordable = spare(game, phase.player, styles[phase.player]) >= price
    return moves.Buy(phase.player) if affordable else moves.Decline(phase.player)


def _auction(game: Game, phase: Auction, styles: Styles, choose: Choose) -> Move:
    """Bid up to the limit of a bidder, then pass or close the auction."""
    others = [name for name in still_bidding(game, phase) if name != phase.bidder]
    limits = {name: _limit(game, phase, name, styles[name]) for name in others}
    interested = [name for name, limit in limits.items() if limit > phase.bid]
    if not interested:
        passes = [move for name in others if not refusal(game, move := moves.Pass(name))]
        return choose((moves.CloseAuction(), *passes))
    name = choose(interested)
    return moves.Bid(name, min(limits[name], phase.bid + choose(BID_STEPS)))


def _limit(game: Game, lot: Auction, name: str, style: Style) -> int:
    """Return the highest bid of ``name``, or 0 for no bid.

    The limit is part of the printed price, and leaves the cash reserve untouched.
    """
    price = game.board.deeds[lot.deed].price if lot.deed else BUILDING_OR_CARD_WORTH
    limit = min(price * style.bid_percent // 100, spare(game, name, style))
    if limit <= lot.bid or refusal(game, moves.Bid(name, lot.bid + 1)):
        return 0
    return limit


def _to_draw(game: Game, phase: ToDraw, styles: Styles, choose: Choose) -> Move:
    return moves.DrawCard(phase.player, "")


def _fine_or_chance(game: Game, phase: FineOrChance, styles: Styles, choose: Choose) -> Move:
    return choose((moves.PayFine(phase.player), moves.TakeChance(phase.player)))


def _tax(game: Game, phase: TaxChoice, styles: Styles, choose: Choose) -> Move:
    """Choose one of the two taxes at random.

    Adding up the worth before choosing is not allowed (TAX-3).
    """
    return choose((moves.PayFlatTax(phase.player), moves.PayTenPercent(phase.player)))


def _shortage(game: Game, phase: Shortage, styles: Styles, choose: Choose) -> Move:
    name = phase.waiting[0]
    return choose((moves.ClaimBuilding(name), moves.WaiveBuilding(name)))


def _placing(game: Game, phase: Placing, styles: Styles, choose: Choose) -> Move | None:
    deeds = game.deeds_of(phase.player)
    return first_legal(game, (moves.PlaceBuilding(phase.player, deed.key) for deed in deeds))


def _received_mortgages(
    game: Game, phase: ReceivedMortgages, styles: Styles, choose: Choose
) -> Move | None:
    """Repay a mortgage received if cash is to spare; otherwise keep it (MORT-5)."""
    name, deed = phase.player, phase.deeds[0]
    repay = spare(game, name, styles[name]) >= game.board.deeds[deed].price
    keep = moves.KeepMortgage(name, deed)
    return first_legal(game, (moves.Unmortgage(name, deed), keep) if repay else (keep,))


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
    ReceivedMortgages: _received_mortgages,
    ToSettle: lambda game, phase, styles, choose: debts.settle_debt(game, choose),
}
