"""Scripted players obey the rules, whatever the dice say, and are the same for the same chance."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.engine import board, bots, edition, invariants
from companion.engine.decide import play, refusal
from companion.engine.moves import CollectRent, Move, Roll, RollForStart
from companion.engine.phases import CardThrow, Opening, Over, ToThrow
from companion.engine.state import Game, Setup, start
from companion.table.shuffle import Packs

NAMES = ("Ann", "Bob", "Cy", "Dee")
STYLES = dict(zip(NAMES, [*bots.STYLES.values(), bots.STYLES["bold"]], strict=True))
TABLES = [
    (rules, where, rent)
    for rules in edition.names()
    for where in board.names()
    for rent in ("watchful", "shown", "automatic")
]


def table(rules: str, where: str, rent: str) -> Game:
    return start(Setup(NAMES, edition.load(rules), board.load(where), rent=rent))


def throw(game: Game, random: Random) -> Move | None:
    """What the dice in the hand of whoever has to throw come to."""
    dice = random.randint(1, 6), random.randint(1, 6)
    match game.phase:
        case Opening(waiting=waiting):
            return RollForStart(waiting[0], dice)
        case ToThrow(player=player) | CardThrow(player=player):
            return Roll(player, dice)
    return None


def evening(game: Game, seed: int, moves: int = 300) -> Iterator[tuple[Game, Move]]:
    """Each position with the move made in it, to the end of the game if that comes first."""
    random, packs = Random(seed), Packs(game.setup, str(seed))
    for _ in range(moves):
        move = bots.answer(game, STYLES, random.choice) or throw(game, random)
        move = packs.filled_in(game, move) if move else None
        if move is None:
            assert isinstance(game.phase, Over), game.phase
            return
        yield game, move
        game = play(game, move)


@pytest.mark.parametrize(("rules", "where", "rent"), TABLES)
def test_evenings_keep_every_law(rules: str, where: str, rent: str) -> None:
    for seed in range(2):
        for game, move in evening(table(rules, where, rent), seed):
            assert invariants.violations(game) == [], move
            assert refusal(game, move) is None


def test_an_evening_has_something_of_everything() -> None:
    made = Counter(
        type(move).__name__
        for seed in range(20)
        for _, move in evening(table("1961", "london", "automatic"), seed, 600)
    )
    wanted = "RollForStart Roll Buy Decline Bid Pass CloseAuction DrawCard PayFlatTax PayTenPercent"
    wanted += " PayFine UseJailCard TakeChance PayDebt Build Mortgage Sell DeclareBankruptcy"
    assert [name for name in wanted.split() if not made[name]] == []


def test_the_same_chance_makes_the_same_evening() -> None:
    game = table("1961", "atlantic-city", "shown")
    first = [move for _, move in evening(game, 7)]
    assert first == [move for _, move in evening(game, 7)]
    assert first != [move for _, move in evening(game, 8)]


def test_the_forgetful_collect_less_often_than_the_bold() -> None:
    asked = Counter(
        move.player
        for seed in range(15)
        for _, move in evening(table("1961", "atlantic-city", "shown"), seed)
        if isinstance(move, CollectRent)
    )
    assert asked["Dee"] > asked["Cy"] > 0


def test_nobody_answers_for_the_dice() -> None:
    game = table("1961", "atlantic-city", "shown")
    assert bots.answer(game, STYLES, Random(1).choice) is None
