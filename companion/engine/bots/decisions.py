"""Decisions of bots about the phases that wait for an answer, and about rent.

One function for each phase, in the table ``_ANSWERS``; ``debts`` has the phase of debts.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine import moves
from companion.engine.bots import debts
from companion.engine.bots.styles import PERCENTAGES, BotStyle, Choose, Styles, spare
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
from companion.engine.rules.auction import least_bid, still_bidding
from companion.engine.rules.shortage import lots_for
from companion.engine.state import Game, Player
from companion.engine.valuation import jail_fine

BID_STEPS = (1, 5, 10, 20)
"""Dollars by which a bot raises the last bid."""
BUILDING_OR_CARD_WORTH = 100
"""Dollars that a bot considers a building or a jail card to be worth."""


def collect_rent(game: Game, styles: Styles, choose: Choose) -> Iterator[Move]:
    """Collect the newest rent whose owner does not forget it (RENT-6)."""
    for claim in reversed(game.claims):
        if choose(PERCENTAGES) >= styles[claim.owner].forget_rent_percent:
            yield moves.CollectRent(claim.owner, claim.payer)


def answer_phase(game: Game, phase: Phase, styles: Styles, choose: Choose) -> Iterable[Move]:
    """Return the answers to the current phase, none if it waits for a roll."""
    answers = _ANSWERS.get(type(phase))
    return answers(game, phase, styles, choose) if answers else ()


def _to_throw(game: Game, phase: ToThrow, styles: Styles, choose: Choose) -> Iterable[Move]:
    """Leave jail before the roll, with a card or for the fine (JAIL-5, JAIL-6)."""
    player = game.players[phase.player]
    return _leave_jail(game, player, styles[player.name]) if player.jail_turn else ()


def _leave_jail(game: Game, player: Player, style: BotStyle) -> Iterator[Move]:
    if player.jail_cards:
        yield moves.UseJailCard(player.name)
    if style.pays_jail_fine and spare(game, player.name, style) >= jail_fine(game, player.name):
        yield moves.PayFine(player.name)


def _to_buy(game: Game, phase: ToBuy, styles: Styles, choose: Choose) -> Iterator[Move]:
    price = game.board.deeds[phase.deed].price
    affordable = spare(game, phase.player, styles[phase.player]) >= price
    yield moves.Buy(phase.player) if affordable else moves.Decline(phase.player)


def _auction(game: Game, phase: Auction, styles: Styles, choose: Choose) -> Iterator[Move]:
    """Bid up to the limit of a bidder, then pass or close the auction."""
    others = [name for name in still_bidding(game, phase) if name != phase.bidder]
    limits = {name: _limit(game, phase, name, styles[name]) for name in others}
    leasts = {name: least_bid(game, phase, name) for name in others}
    interested = [name for name, limit in limits.items() if limit >= leasts[name]]
    if game.edition.sealed_bids:
        name = choose(others)
        least, limit = leasts[name], limits[name]
        yield moves.Bid(name, choose((least, limit))) if name in interested else moves.Pass(name)
    elif interested:
        name = choose(interested)
        yield moves.Bid(name, min(limits[name], leasts[name] - 1 + choose(BID_STEPS)))
    else:
        yield choose((moves.CloseAuction(), *map(moves.Pass, others)))


def _limit(game: Game, auction: Auction, name: str, style: BotStyle) -> int:
    """Return the highest bid of ``name``, or 0 for a building that cannot be placed.

    The limit is part of the printed price, and leaves the cash reserve untouched.
    """
    if auction.building and not lots_for(game, name, auction.building):
        return 0
    price = game.board.deeds[auction.deed].price if auction.deed else BUILDING_OR_CARD_WORTH
    return min(price * style.bid_percent // 100, spare(game, name, style))


def _to_draw(game: Game, phase: ToDraw, styles: Styles, choose: Choose) -> Iterator[Move]:
    yield moves.DrawCard(phase.player, "")


def _fine_or_chance(
    game: Game, phase: FineOrChance, styles: Styles, choose: Choose
) -> Iterator[Move]:
    yield choose((moves.PayFine(phase.player), moves.TakeChance(phase.player)))


def _tax(game: Game, phase: TaxChoice, styles: Styles, choose: Choose) -> Iterator[Move]:
    """Choose one of the two taxes at random.

    Adding up the worth before choosing is not allowed (TAX-3).
    """
    yield choose((moves.PayFlatTax(phase.player), moves.PayTenPercent(phase.player)))


def _shortage(game: Game, phase: Shortage, styles: Styles, choose: Choose) -> Iterator[Move]:
    name = phase.waiting[0]
    yield choose((moves.ClaimBuilding(name), moves.WaiveBuilding(name)))


def _placing(game: Game, phase: Placing, styles: Styles, choose: Choose) -> Iterator[Move]:
    for deed in lots_for(game, phase.player, phase.building):
        yield moves.PlaceBuilding(phase.player, deed.key)


def _received_mortgages(
    game: Game, phase: ReceivedMortgages, styles: Styles, choose: Choose
) -> Iterator[Move]:
    """Repay a mortgage received if cash is to spare; otherwise keep it (MORT-5)."""
    name, deed = phase.player, phase.deeds[0]
    if spare(game, name, styles[name]) >= game.board.deeds[deed].price:
        yield moves.Unmortgage(name, deed)
    yield moves.KeepMortgage(name, deed)


_Answer = Callable[[Game, Any, Styles, Choose], Iterable[Move]]
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
