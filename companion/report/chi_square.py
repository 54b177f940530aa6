"""What fair dice do: how often each sum comes, how far off is still usual, how odd a result is.

Nothing is approximated that need not be: bands are those of the binomial distribution itself, and
the chi-square's tail is a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.4.4
and 26.4.5). The tests compare both with SciPy, which the product does without.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, gamma, lgamma, log, sqrt

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""In how many of the 36 ways two dice come to a sum."""
CONFIDENCE = 0.95
ENOUGH = 5
"""A class that fewer are expected in is no class of its own: the usual rule for a chi-square."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well what was thrown fits fair dice: ``p`` is how likely fair dice are to be at least as
    uneven, from 0 to 1."""

    chi_square: float
    degrees: int
    p: float


def band(n: int, p: float) -> tuple[int, int]:
    """How often something of chance ``p`` comes in ``n`` tries, in at least 95 of 100 cases: from
    and to, with at most 2.5 of 100 below and above."""
    tail = (1 - CONFIDENCE) / 2
    low, sum_below = 0, _binomial(n, p, 0)
    while sum_below < tail:
        low += 1
        sum_below += _binomial(n, p, low)
    high, sum_above = n, _binomial(n, p, n)
    while sum_above < tail:
        high -= 1
        sum_above += _binomial(n, p, high)
    return low, high


def fit(seen: Mapping[int, int], ways: Mapping[int, int] = WAYS) -> Fit | None:
    """Pearson's chi-square of what was seen against what ``ways`` make likely; classes that are
    too small are put together with their neighbour. None when there are too few for any test."""
    n, of = sum(seen.values()), sum(ways.values())
    classes = _pooled([(seen.get(key, 0), n * ways[key] / of) for key in sorted(ways)])
    if len(classes) < 2:
        return None
    chi_square = sum((count - expected) ** 2 / expected for count, expected in classes)
    degrees = len(classes) - 1
    return Fit(chi_square, degrees, tail(chi_square, degrees))


def tail(chi_square: float, degrees: int) -> float:
    """How likely a chi-square of so many degrees of freedom is to be at least so large."""
    half, odd = chi_square / 2, degrees % 2
    steps = (i + odd / 2 for i in range(degrees // 2))
    whole: float = sum(pow(half, step) / gamma(step + 1) for step in steps)
    return min(1.0, odd * erfc(sqrt(half)) + exp(-half) * whole)


def _binomial(n: int, p: float, k: int) -> float:
    """By logarithms, for no factorial of a long evening fits a float."""
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(p) + (n - k) * log(1 - p))


def _pooled(classes: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Seen and expected, neighbours put together until enough are expected in each."""
    made: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for count, likely in classes:
        seen, expected = seen + count, expected + likely
        if expected >= ENOUGH:
            made.append((seen, expected))
            seen, expected = 0, 0.0
    if made and expected:  # What is left over at the end goes to the last one.
        last_seen, last_expected = made.pop()
        made.append((last_seen + seen, last_expected + expected))
    return made
