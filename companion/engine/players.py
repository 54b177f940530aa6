"""Scripted players, for demonstrations and soak tests: what somebody would answer now.

They see what everybody at the table sees and obey the same rules. Chance is not theirs: whoever
drives them passes in the choosing, and throws the dice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from companion.engine import moves
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
from companion.engine.rules.cards import drawable
from companion.engine.state import Game

T = TypeVar("T")
RAISES = (1, 5, 10, 20)
"""By how many dollars a scripted bidder speaks."""
OTHER_LOTS = 100
"""What a building or a jail card is thought to be worth."""


class Choose(Protocol):
    """Picks one of several; ``random.Random(seed).choice`` is one."""

    def __call__(self, options: Sequence[T], /) -> T:
        """One of ``options``, which are never none."""


@dataclass(frozen=True, slots=True)
class Style:
    """A temperament."""

    keeps: int
    """Dollars that stay in hand whatever is for sale."""
    bids: int
    """How much of the printed price a deed is worth in an auction, in percent."""
    forgets: int
    """How often, of ten times, rent is not asked for."""
    leaves_jail: bool
    """Pays to leave jail rather than throw for doubles."""


STYLES: Mapping[str, Style] = {
    "cautious": Style(keeps=400, bids=60, forgets=1, leaves_jail=False),
    "bold": Style(keeps=0, bids=130, forgets=0, leaves_jail=True),
    "forgetful": Style(keeps=150, bids=90, forgets=6, leaves_jail=True),
}


def answer(game: Game, styles: Mapping[str, Style], choose: Choose) -> Move | None:
    """What somebody does now, a legal move; ``styles`` says how each player is.

    None when dice are waited for, or the game is over.
    """
    if rent := next(_collecting(game, styles, choose), None):
        return rent
    answers = _ANSWERS.get(type(game.phase))
    return answers(game, game.phase, styles, choose) if answers else None


def _collecting(game: Game, styles: Mapping[str, Style], choose: Choose) -> Iterator[Move]:
    """Rent, newest first, by owners who do not forget it (RENT-6)."""
    for claim in reversed(game.claims):
        move = moves.Collects(claim.owner, claim.payer)
        remembers = choose(range(10)) >= styles[claim.owner].forgets
        if remembers and refusal(game, move) is None:
            yield move


def _raising(game: Game, name: str) -> Iterator[Move]:
    """Ways to come by cash, buildings first (SELL-1, MORT-1)."""
    for deed in game.deeds_of(name):
        yield moves.Sells(name, deed.key)
    for group in dict.fromkeys(deed.group for deed in game.deeds_of(name)):
        yield moves.SellsHotels(name, group)
    for deed in game.deeds_of(name):
        yield moves.Mortgages(name, deed.key)


def _building(game: Game, name: str, style: Style) -> Iterator[Move]:
    """A building wherever the money to spare allows it (BLD-1)."""
    spare = game.players[name].cash - style.keeps
    for deed in game.deeds_of(name):
        if game.has_whole_group(deed) and spare >= deed.house_price:
            yield moves.Builds(name, (deed.key,))


def _first_legal(game: Game, options: Iterable[Move]) -> Move | None:
    return next((move for move in options if refusal(game, move) is None), None)


def _to_throw(
    game: Game, phase: ToThrow, styles: Mapping[str, Style], choose: Choose
) -> Move | None:
    """Before throwing: out of jail, for those who would rather (JAIL-5, JAIL-6), and building."""
    name, style = phase.player, styles[phase.player]
    ways: list[Move] = [moves.PlaysJailCard(name)]
    if style.leaves_jail and game.players[name].cash >= style.keeps + game.board.fine:
        ways.append(moves.PaysFine(name))
    return _first_legal(game, [*ways, *_building(game, name, style)])


def _to_buy(game: Game, phase: ToBuy, styles: Mapping[str, Style], choose: Choose) -> Move:
    price, keeps = game.board.deeds[phase.deed].price, styles[phase.player].keeps
    affordable = game.players[phase.player].cash >= price + keeps
    return moves.Buys(phase.player) if affordable else moves.Declines(phase.player)


def _auction(game: Game, phase: Auction, styles: Mapping[str, Style], choose: Choose) -> Move:
    """Somebody bids as far as the deed is worth it; after that the others pass, or the hammer."""
    others = [name for name in still_bidding(game, phase) if name != phase.bidder]
    keen = [name for name in others if _limit(game, phase, name, styles[name]) > phase.bid]
    if not keen:
        passes = [move for name in others if not refusal(game, move := moves.Passes(name))]
        return choose((moves.Sold(), *passes))
    name = choose(keen)
    limit = _limit(game, phase, name, styles[name])
    return moves.Bids(name, min(limit, phase.bid + choose(RAISES)))


def _limit(game: Game, lot: Auction, name: str, style: Style) -> int:
    """The most that the lot is worth to ``name``, in dollars to spare; nothing without a use."""
    if refusal(game, moves.Bids(name, lot.bid + 1)):
        return 0
    price = game.board.deeds[lot.deed].price if lot.deed else OTHER_LOTS
    return min(price * style.bids // 100, game.players[name].cash - style.keeps)


def _to_draw(game: Game, phase: ToDraw, styles: Mapping[str, Style], choose: Choose) -> Move:
    return moves.Draws(phase.player, choose(drawable(game, phase.pack)))


def _fine_or_chance(
    game: Game, phase: FineOrChance, styles: Mapping[str, Style], choose: Choose
) -> Move:
    return choose((moves.PaysFine(phase.player), moves.TakesChance(phase.player)))


def _tax(game: Game, phase: TaxChoice, styles: Mapping[str, Style], choose: Choose) -> Move:
    """A guess, as at the table: nobody adds up first (TAX-3)."""
    return choose((moves.PaysFlatTax(phase.player), moves.PaysTenPercent(phase.player)))


def _to_settle(
    game: Game, phase: ToSettle, styles: Mapping[str, Style], choose: Choose
) -> Move | None:
    """Pays, or raises the cash to pay, or is bankrupt: the oldest debt first (FLOW-3)."""
    for name in dict.fromkeys(debt.debtor for debt in game.debts):
        options = (moves.Pays(name), moves.GoesBankrupt(name), *_raising(game, name))
        if move := _first_legal(game, options):
            return move
    return None


def _shortage(game: Game, phase: Shortage, styles: Mapping[str, Style], choose: Choose) -> Move:
    name = phase.waiting[0]
    return choose((moves.Claims(name), moves.Waives(name)))


def _placing(
    game: Game, phase: Placing, styles: Mapping[str, Style], choose: Choose
) -> Move | None:
    deeds = game.deeds_of(phase.player)
    return _first_legal(game, (moves.Places(phase.player, deed.key) for deed in deeds))


def _mortgages(
    game: Game, phase: ReceivedMortgages, styles: Mapping[str, Style], choose: Choose
) -> Move:
    """The interest now, the rest some other day (MORT-5)."""
    return moves.KeepsMortgage(phase.player, phase.deeds[0])


_Answer = Callable[[Game, Any, Mapping[str, Style], Choose], Move | None]
_ANSWERS: dict[type[Phase], _Answer] = {
    ToThrow: _to_throw,
    ToBuy: _to_buy,
    Auction: _auction,
    ToDraw: _to_draw,
    FineOrChance: _fine_or_chance,
    TaxChoice: _tax,
    ToSettle: _to_settle,
    Shortage: _shortage,
    Placing: _placing,
    ReceivedMortgages: _mortgages,
}
