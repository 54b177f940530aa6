"""Template environment of the wall, the results and the season."""

from datetime import date
from functools import cache, partial

from jinja2 import Environment

from companion.text import counted, money
from companion.text.chances import percent
from companion.text.club import COUNTS, SEASON, WALL, season_text, text_of
from companion.text.format import number
from companion.text.report import STATISTICS
from companion.text.screens.past_games import full_day
from companion.web.templates import fonts, make_environment


@cache
def environment() -> Environment:
    """Return the template environment of a club."""
    return make_environment(
        "companion.club",
        "companion.report",
        fonts=fonts(),
        label=WALL,
        words=STATISTICS,
        percent=percent,
        full_day=full_day,
        text=text_of,
        season_label=SEASON,
        season_text=season_text,
        money=money,
        points_text=points_text,
        short_date=short_date,
        counted=counted,
        counted_of_club=counted_of_club,
        counted_evenings=partial(counted_of_club, thing="evening"),
    )


def points_text(points: float) -> str:
    """Return points without needless decimal places."""
    return f"{round(points, 2):g}"


def short_date(day: date) -> str:
    """Return a day and its month as figures, the same in every language."""
    return f"{day.day}.{day.month}."


def counted_of_club(n: int, thing: str) -> str:
    """Format a number of tables, lines, evenings or wins."""
    return COUNTS.of(n, thing).format(n=number(n))
