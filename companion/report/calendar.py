"""Calendar of the evenings: every day of the years in which there were games."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import date, timedelta

from companion.text.screens.past_games import MONTHS

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """Day of a month with those who won its evening; None if nobody played."""

    day: date
    winners: Set[str] | None


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """Month with its days; the first one is in column ``first`` of a week, from 1 for Monday."""

    name: str
    first: int
    days: tuple[CalendarDay, ...]


@dataclass(frozen=True, slots=True)
class CalendarYear:
    """Year with its months, and the number of its evenings."""

    number: int
    evenings: int
    months: tuple[CalendarMonth, ...]


def calendar(evenings: Mapping[date, Set[str]]) -> tuple[CalendarYear, ...]:
    """Return every year that has an evening, the newest first, with who won each evening."""
    years = sorted({day.year for day in evenings}, reverse=True)
    return tuple(
        CalendarYear(
            year,
            sum(day.year == year for day in evenings),
            tuple(_month(year, month, evenings) for month in range(1, 13)),
        )
        for year in years
    )


def _month(year: int, month: int, evenings: Mapping[date, Set[str]]) -> CalendarMonth:
    day, days = date(year, month, 1), []
    first = day.isoweekday()
    while day.month == month:
        days.append(CalendarDay(day, evenings.get(day)))
        day += _DAY
    return CalendarMonth(MONTHS[str(month)], first, tuple(days))
