"""Two branches of a game, played on by scripted players with the same dice in both.

A choice is judged by pairs of rollouts. Both branches of a pair have the same temperaments, and the
dice and cards of a turn depend only on the pair and on the number of the turn, so that the branches
differ by the choice and by little else. A rollout stops after a few turns and is valued by
``chances``; what is left of chance is the error, which comes with every result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TypeVar

from companion.engine import Game, IllegalMove, play
from companion.engine.board import Kind
from companion.engine.bots import STYLES, Choose, Styles, wishes
from companion.engine.bots.decisions import BID_STEPS
from companion.engine.moves import Build, DrawCard, Mortgage, Move, Roll, RollForStart, Unmortgage
from companion.engine.phases import CardThrow, Opening, Over, ToDraw, ToThrow
from companion.engine.state import BANK
from companion.odds.chances import chances

T = TypeVar("T")
PAIRS = 40
"""Pairs of rollouts of a result that is shown: a game of 160 throws is told in 2 s."""
FEW_PAIRS = 8
"""Pairs of rollouts that rank choices."""
TURNS = 12
"""Turns after which a rollout is valued."""
MOST_MOVES = 400
"""Moves after which a rollout is valued in any case."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Position from which a branch is played on.

    ``resting`` may not build, mortgage or repay for one round: the branch in which a player waits.
    """

    game: Game
    resting: str = ""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Chances of one player in both branches, from 0 to 1, for every pair of rollouts."""

    player: str
    pairs: tuple[tuple[float, float], ...] = ()

    @property
    def played(self) -> float:
        """Mean chance in the branch that was played."""
        return mean(played for played, _ in self.pairs)

    @property
    def instead(self) -> float:
        """Mean chance in the other branch."""
        return mean(instead for _, instead in self.pairs)

    @property
    def difference(self) -> float:
        """Gain by the choice: positive if it was better than the alternative."""
        return self.played - self.instead

    @property
    def error(self) -> float:
        """Standard error of ``difference``; 1 if there is only one pair."""
        if len(self.pairs) < 2:
            return 1.0
        return stdev(played - instead for played, instead in self.pairs) / sqrt(len(self.pairs))


def compare(
    so_far: WhatIf,
    played: Branch,
    instead: Branch,
    pairs: int = PAIRS,
    seed: str = "",
    progress: Callable[[int], object] = lambda _: None,
) -> WhatIf:
    """Play both branches on until there are ``pairs`` pairs. Raises NotRated.

    ``progress`` is called with 1 after every pair.
    """
    values = [*so_far.pairs]
    last = max(branch.game.turn.number for branch in (played, instead)) + TURNS
    for pair in range(len(values), pairs):
        fortune = Fortune(f"{seed}/{pair}", played.game)
        ends = (final(branch, fortune, last) for branch in (played, instead))
        one, other = (chances(end)[so_far.player] for end in ends)
        values.append((one, other))
        progress(1)
    return WhatIf(so_far.player, tuple(values))


class Fortune:
    """Temperaments, dice and cards of one pair of rollouts."""

    def __init__(self, seed: str, game: Game) -> None:
        self.seed = Random(seed).getrandbits(48)
        random = Random(self.seed)
        self.styles: Styles = {name: random.choice(_TEMPERAMENTS) for name in game.players}

    def dice(self, turn: int, doubles: int) -> tuple[int, int]:
        """Return a roll of a turn; ``doubles`` have been rolled in the turn before."""
        random = Random(self.seed + 64 * turn + doubles)
        return random.randrange(6) + 1, random.randrange(6) + 1

    def card(self, turn: int, cards: Sequence[str]) -> str:
        """Return the card drawn in a turn."""
        return Random(self.seed + 64 * turn + 32).choice(cards)


_TEMPERAMENTS = tuple(STYLES.values())


def final(branch: Branch, fortune: Fortune, last: int, moves: int = MOST_MOVES) -> Game:
    """Return the position when turn ``last`` begins, or at the end of the game."""
    game, choice = branch.game, Random(fortune.seed).choice
    rests_until = game.turn.number + len(game.in_play())
    for _ in range(moves):
        if isinstance(game.phase, Over) or game.turn.number >= last:
            break
        resting = branch.resting if game.turn.number < rests_until else ""
        game = _next(game, fortune, lambda options: _chosen(options, choice), resting)
    return game


def _chosen(options: Sequence[T], choice: Choose) -> T:
    """Return one of ``options``; bids rise by the largest step, which saves most of the moves."""
    return options[-1] if options is BID_STEPS else choice(options)


def _next(game: Game, fortune: Fortune, choose: Choose, resting: str) -> Game:
    """Return the position after the first wish that the rules accept."""
    for wish in wishes(game, fortune.styles, choose):
        if resting and not game.debts and _improves(wish, resting):
            continue
        if isinstance(wish, DrawCard):
            wish = replace(wish, card=fortune.card(game.turn.number, cards_left(game)))
        try:
            return play(game, wish)
        except IllegalMove:
            continue
    return play(game, _roll(game, fortune))


def _improves(move: Move, player: str) -> bool:
    return isinstance(move, Build | Mortgage | Unmortgage) and move.player == player


def _roll(game: Game, fortune: Fortune) -> Move:
    match game.phase:
        case Opening(waiting=waiting):
            return RollForStart(waiting[0], fortune.dice(-len(waiting), 0))
        case ToThrow(player=player):
            return Roll(player, fortune.dice(game.turn.number, game.turn.doubles))
        case CardThrow(player=player):
            return Roll(player, fortune.dice(game.turn.number, 16))
    raise AssertionError(f"no scripted move for {game.phase}")


def cards_left(game: Game) -> list[str]:
    """Return the keys of the cards that can be drawn now: all but a jail card that is held."""
    assert isinstance(game.phase, ToDraw)
    pack = game.phase.pack
    held = game.jail_card_holder(pack) != BANK
    return [
        card.key
        for card in game.board.pack(game.edition.pack, Kind(pack)).values()
        for _ in range(card.copies)
        if not (held and card.effect == "jail_card")
    ]
