"""Chances of winning: a static estimate for every player, and the luck of a roll or a card.

The estimate answers one question: how often would each player win from here if everybody played on
like an average scripted player? Every player gets a score from what everybody at the table sees,
and the softmax of the scores is the chance, so that players who change seats change chances. The
weights are data, ``chances.toml``: the file says how they were fitted and for which games.

Luck is measured after Douglas Zare: the chance after a roll less its mean over the 36 rolls that
could have come. A card is measured against the other cards of its pack.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache
from math import exp, tanh
from operator import mul
from typing import TypeAlias

from companion.engine import board, edition
from companion.engine.board import Kind
from companion.engine.bots.trading import accepting
from companion.engine.decide import play
from companion.engine.moves import AcceptTrade, DrawCard, Roll, RollForStart
from companion.engine.phases import Over, ToDraw
from companion.engine.refusals import IllegalMove
from companion.engine.state import BANK, Game, Setup
from companion.odds.features import features
from companion.odds.model import Weights, model, packaged_weights

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
    PEOPLE = "people"
    """Somebody joined the game, or took over a seat."""
    BOARD = "board"
    """A board of the table's own."""


class NotRated(Exception):
    """Raised if the weights do not apply to a game; ``reason`` says why."""

    def __init__(self, reason: Unrated) -> None:
        super().__init__(reason.value)
        self.reason = reason


def unrated(setup: Setup) -> Unrated | None:
    """Return the reason why games of ``setup`` are not rated, or None if they are."""
    fitted = model()
    if setup.game != "full":
        return Unrated.ENDING
    fewest, most = fitted.players
    if not fewest <= len(setup.players) <= most:
        return Unrated.PLAYERS
    boards, editions = _packaged()
    if setup.board.source not in boards:
        return Unrated.BOARD
    if setup.edition.source not in editions or not fitted.house_rules.issuperset(setup.house_rules):
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
