"""Turns per second of the engine alone, beside the speed of a plain loop."""

from statistics import median

from companion.bench import games
from companion.bench.figures import Figure
from companion.simulation import Looks, Tally, simulate

ROUNDS, GAMES = 5, 4
ADDITIONS = 10_000_000
"""Additions per second of the machine that the target is for."""


def measure() -> list[Figure]:
    """Measure four players, with the legal moves listed after every move, on one core."""
    tallies = [played(number) for number in range(ROUNDS)]
    turns = median(tally.turns_per_second for tally in tallies)
    additions = median(tally.additions_per_second for tally in tallies)
    scaled = median(
        tally.turns_per_second / tally.additions_per_second * ADDITIONS for tally in tallies
    )
    said = f"a loop: {additions / 1e6:.1f} million additions/s"
    return [Figure("engine", f"{turns:.0f} turns/s", said, scaled)]


def played(seed: int) -> Tally:
    """Play games of scripted players with nothing but the rules."""
    return simulate(games.setup(), GAMES, seed, 1000, None, Looks(laws=False, moves=True))
