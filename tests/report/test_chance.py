"""Bands and tails are compared with whole numbers, and with what SciPy found."""

import json
from itertools import accumulate
from math import comb

import pytest

from companion.report import chi_square as report_chi_square
from companion.report.chi_square import WAYS
from tests.tree import ROOT, read

TAILS = json.loads(read(ROOT / "tests/report/chi_square_tails.json"))
"""SciPy's ``stats.chi2.sf``: for each value, the tail with 1, 2, 3, ... degrees of freedom."""


LONG = [18, 30, 51, 70, 77, 110, 80, 66, 40, 41, 17]


@pytest.mark.parametrize("n", [0, 1, 7, 36, 100, 333, 1000])
@pytest.mark.parametrize("ways", range(1, 7))
def test_a_band_leaves_at_most_a_fortieth_of_all_outcomes_at_each_end(n: int, ways: int) -> None:
    outcomes = (comb(n, k) * ways**k * (36 - ways) ** (n - k) for k in range(n + 1))
    up_to = [40 * outcome for outcome in accumulate(outcomes)]
    low, high = (next(k for k in range(n + 1) if up_to[k] >= m * 36**n) for m in (1, 39))
    assert report_chi_square.band(n, ways / 36) == (low, high)


@pytest.mark.parametrize("chi_square", TAILS)
def test_the_tail_of_a_chi_square_is_scipys(chi_square: str) -> None:
    for degrees, wanted in enumerate(TAILS[chi_square], 1):
        found = report_chi_square.tail(float(chi_square), degrees)
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("seen", "classes", "ways"),
    [
        pytest.param(LONG, LONG, [*WAYS.values()], id="a-long-evening-every-sum-is-a-class"),
        # Of 40 throws, 1.1 twos are expected: with threes and fours they are a class.
        pytest.param(
            [0, 4, 2, 6, 5, 9, 4, 3, 4, 2, 1],
            [6, 11, 9, 4, 10],
            [6, 9, 6, 5, 10],
            id="sums-that-are-too-rare-are-counted-with-their-neighbours",
        ),
    ],
)
def test_sums_are_put_together_into_classes_that_come_often_enough(
    seen: list[int], classes: list[int], ways: list[int]
) -> None:
    fit = report_chi_square.fit(dict(zip(WAYS, seen, strict=True)))
    assert fit is not None
    assert fit.degrees == len(classes) - 1
    apart = zip(classes, (sum(seen) * n / 36 for n in ways), strict=True)
    assert fit.chi_square == pytest.approx(sum((n - e) ** 2 / e for n, e in apart))
    assert fit.p == report_chi_square.tail(fit.chi_square, fit.degrees)


def test_a_few_throws_tell_nothing() -> None:
    assert report_chi_square.fit({7: 1, 8: 2}) is None
    assert report_chi_square.fit({}) is None


def test_a_loaded_die_is_found_out() -> None:
    fair = report_chi_square.fit(dict.fromkeys(range(1, 7), 100), dict.fromkeys(range(1, 7), 1))
    loaded = report_chi_square.fit(
        {1: 80, 2: 90, 3: 95, 4: 95, 5: 90, 6: 150}, dict.fromkeys(range(1, 7), 1)
    )
    assert fair is not None
    assert loaded is not None
    assert fair.p == 1
    assert loaded.p < 0.001
