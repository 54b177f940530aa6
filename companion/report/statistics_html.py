"""Rendering of the statistics as a page, with the templates of the report."""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from companion import text as companion_text
from companion.report import dice
from companion.report.html import BARS, environment, fonts, verdict
from companion.report.listing import LISTED, a_dollar, summary
from companion.report.statistics import RECENT, DiceCount, Statistics
from companion.text.report import STATISTICS


def statistics_html(found: Statistics, markers: Mapping[str, int]) -> str:
    """Return the statistics as one HTML page, which loads nothing from elsewhere.

    ``markers`` maps each player to the number of a marker, from 0; two may have the same.
    """
    return (
        environment()
        .get_template("statistics.html")
        .render(
            found=found,
            language=companion_text.language(),
            words=STATISTICS,
            summary=summary(found),
            markers=markers,
            fonts=fonts(),
            most=LISTED,
            bars=BARS,
            dice={one.kind: _judged(one) for one in found.dice},
            recent=RECENT,
            money=companion_text.money,
            a_dollar=a_dollar,
            trend=partial(outline_of_trend, most=_farthest(found)),
            verdict=verdict,
        )
    )


def _farthest(found: Statistics) -> float:
    """Return how far any trend goes from 0: all are drawn to the same scale."""
    return max((abs(value) for one in found.wins for value in one.trend), default=0) or 1


def outline_of_trend(trend: tuple[float, ...], most: float) -> str:
    """Return a line from 0 through every game as SVG points; ``most`` is half of the height."""
    values = (0.0, *trend)
    step = 100 / (len(values) - 1)
    return " ".join(
        f"{place * step:.1f},{50 - 48 * value / most:.1f}" for place, value in enumerate(values)
    )


def _judged(one: DiceCount) -> dice.Throws36:
    sums = Counter(dict(enumerate(one.sums, 2)))
    faces = Counter(dict(enumerate(one.faces, 1)))
    return dice.judge(sums, faces, one.doubles)
