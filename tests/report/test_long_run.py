"""The long run that landings are compared with is what the rules do to tokens."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.engine import board, edition
from companion.engine.board import SPACES
from companion.engine.decide import apply, decide
from companion.engine.events import Jailed, Moved
from companion.engine.moves import CloseAuction, Decline, DrawCard, Move, PayFlatTax, Roll
from companion.engine.phases import Auction, TaxChoice, ToBuy, ToDraw
from companion.engine.state import Game, Setup, start
from companion.report import markov
from companion.report.chi_square import tail
from tests.sizes import sizes


def test_the_shares_of_all_spaces_come_to_everything() -> None:
    for name in board.names():
        shares = markov.shares(board.load(name), "classic")
        assert len(shares) == SPACES
        assert sum(shares) == pytest.approx(1)
        assert max(shares) == shares[10]  # Jail, which is visited, too.


@pytest.mark.parametrize("throws", sizes(4000, slow=20_000, hours=60_000))
def test_tokens_go_where_the_long_run_says(throws: int) -> None:
    """Two players who buy nothing and throw their way out of jail, by the rules themselves."""
    rich = replace(edition.load("1961"), starting_cash=10**9)
    streets = board.load("atlantic-city")
    visits = wander(start(Setup(("Ann", "Bob"), rich, streets, first="Ann")), throws, Random(3))
    expected = [share * sum(visits.values()) for share in markov.shares(streets, rich.pack)]
    spaces = [space for space in range(SPACES) if expected[space] > 1]
    seen, wanted = [visits[s] for s in spaces], [expected[s] for s in spaces]
    chi_square = sum((n - e) ** 2 / e for n, e in zip(seen, wanted, strict=True))
    assert tail(chi_square, len(spaces) - 1) > 0.001


def wander(game: Game, throws: int, random: Random) -> Counter[int]:
    visits = Counter[int]()
    while throws:
        move = _next(game, random)
        throws -= isinstance(move, Roll)
        events = decide(game, move)
        visits.update(event.space for event in events if isinstance(event, Moved | Jailed))
        game = replace(apply(game, events), past=None)
    return visits


def _next(game: Game, random: Random) -> Move:
    match game.phase:
        case ToBuy(player=player):
            return Decline(player)
        case Auction():
            return CloseAuction()
        case TaxChoice(player=player):
            return PayFlatTax(player)
        case ToDraw(player=player, pack=pack):
            cards = game.board.pack(game.edition.pack, pack).values()
            drawn = random.choices([*cards], [card.copies for card in cards])[0]
            held = drawn.effect == "jail_card" and game.jail_card_holder(pack) != "bank"
            return _next(game, random) if held else DrawCard(player, drawn.key)
    return Roll(game.phase.player, (random.randint(1, 6), random.randint(1, 6)))
