"""Statistics of fair dice: binomial bands and Pearson's chi-square test.

Both are exact. The bands come from the binomial distribution itself, not from a normal
approximation; the tail of the chi-square distribution is a finite sum for whole degrees of freedom
(Abramowitz and Stegun, 26.4.4 and 26.4.5). The tests compare the bands with sums of whole
numbers, and the tail with SciPy's, which is not a dependency of the program.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, gamma, lgamma, log, sqrt

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""Number of the 36 outcomes of two dice that give each sum."""
CONFIDENCE = 0.95
ENOUGH = 5
"""Minimum expected count of a class; the usual rule for a chi-square test."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Result of a chi-square test.

    ``p`` is the probability, from 0 to 1, that fair dice give a result at least as uneven.
    """

    chi_square: float
    degrees: int
    p: float


def band(n: int, p: float) -> tuple[int, int]:
    """Return the usual range of successes in ``n`` tries of probability ``p``.

    The result is below the range in at most 2.5 % of all cases, and above it in at most 2.5 %.
    """
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
    """Test the counts in ``seen`` against the weights in ``ways``.

    The test is Pearson's chi-square. A class with too few expected results is merged with its
    neighbour. Returns None if fewer than two classes remain.
    """
    n, total = sum(seen.values()), sum(ways.values())
    classes = _pooled([(seen.get(key, 0), n * ways[key] / total) for key in sorted(ways)])
    if len(classes) < 2:
        return None
    chi_square = sum((count - expected) ** 2 / expected for count, expected in classes)
    degrees = len(classes) - 1
    return Fit(chi_square, degrees, tail(chi_square, degrees))


def tail(chi_square: float, degrees: int) -> float:
    """Return the probability of a chi-square value of at least ``chi_square``."""
    half, odd = chi_square / 2, degrees % 2
    steps = (i + odd / 2 for i in range(degrees // 2))
    whole: float = sum(pow(half, step) / gamma(step + 1) for step in steps)
    return min(1.0, odd * erfc(sqrt(half)) + exp(-half) * whole)


def _binomial(n: int, p: float, k: int) -> float:
    # In logarithms: the factorials of a long game overflow a float.
    ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
    return exp(ways + k * log(p) + (n - k) * log(1 - p))


def _pooled(classes: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Merge neighbouring classes of (seen, expected) until each expects enough."""
    pools: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for count, likely in classes:
        seen, expected = seen + count, expected + likely
        if expected >= ENOUGH:
            pools.append((seen, expected))
            seen, expected = 0, 0.0
    if pools and expected:  # The remainder joins the last pool.
        last_seen, last_expected = pools.pop()
        pools.append((last_seen + seen, last_expected + expected))
    return pools
