"""The figures about chance are SciPy's, which the product does without."""

import pytest
from scipy import stats

from companion.report import chi_square as report_chi_square
from companion.report.chi_square import WAYS


@pytest.mark.parametrize("n", [0, 1, 7, 36, 100, 333, 1000, 5000])
@pytest.mark.parametrize("ways", range(1, 7))
def test_a_band_is_that_of_the_binomial_distribution(n: int, ways: int) -> None:
    evening = stats.binom(n, ways / 36)
    low, high = report_chi_square.band(n, ways / 36)
    assert (low, high) == (max(0, evening.ppf(0.025)), max(0, evening.ppf(0.975)))
    assert evening.cdf(high) - evening.cdf(low - 1) >= 0.95


@pytest.mark.parametrize("degrees", range(1, 21))
@pytest.mark.parametrize("chi_square", [0.0, 0.1, 1.0, 4.6, 9.0, 18.3, 40.0, 120.0, 900.0])
def test_the_tail_of_a_chi_square_is_scipys(chi_square: float, degrees: int) -> None:
    wanted = stats.chi2.sf(chi_square, degrees)
    assert report_chi_square.tail(chi_square, degrees) == pytest.approx(
        wanted, rel=1e-9, abs=1e-300
    )


def test_a_long_evening_is_fitted_as_scipy_does() -> None:
    seen = dict(zip(WAYS, (18, 30, 51, 70, 77, 110, 80, 66, 40, 41, 17), strict=True))
    expected = [sum(seen.values()) * ways / 36 for ways in WAYS.values()]
    wanted = stats.chisquare(list(seen.values()), expected)
    fit = report_chi_square.fit(seen)
    assert fit is not None
    assert fit.degrees == 10
    assert (fit.chi_square, fit.p) == pytest.approx((wanted.statistic, wanted.pvalue))


def test_sums_that_are_too_rare_are_counted_with_their_neighbour() -> None:
    """Of 40 throws, 1.1 twos are expected: with threes and fours they are a class."""
    seen = dict(zip(WAYS, (0, 4, 2, 6, 5, 9, 4, 3, 4, 2, 1), strict=True))
    fit = report_chi_square.fit(seen)
    assert fit is not None
    put_together, ways = (6, 11, 9, 4, 10), (6, 9, 6, 5, 10)
    wanted = stats.chisquare(put_together, [40 * n / 36 for n in ways])
    assert fit.degrees == 4
    assert fit.p == pytest.approx(wanted.pvalue)


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
