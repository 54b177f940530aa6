"""Pure views of the first start: the dials of a clock, and a roll to try."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.system import timezones
from companion.table.tiles import Tile
from companion.text.screens.first_start import FIRST_START, ZONES, text_of
from companion.text.screens.past_games import MONTHS

ROLLS = 3
"""Number of rolls to try."""
YEARS = (2020, 2099)


@dataclass(frozen=True, slots=True)
class Dial:
    """Part of the time or of the date, with its value."""

    key: str
    name: str
    text: str


def time_dials(at: datetime) -> list[Dial]:
    """Return the hour and the minute."""
    return [Dial("hour", "", f"{at:%H}"), Dial("minute", "", f"{at:%M}")]


def date_dials(at: datetime) -> list[Dial]:
    """Return the day, the month and the year."""
    return [
        Dial("day", FIRST_START["day"], str(at.day)),
        Dial("month", FIRST_START["month"], MONTHS[str(at.month)]),
        Dial("year", FIRST_START["year"], str(at.year)),
    ]


def turned(at: datetime, key: str, step: int) -> datetime:
    """Return the time after a step of a dial; no other dial moves, if it can stay.

    A day that the month does not have becomes its last one.
    """
    if key == "hour":
        return at.replace(hour=(at.hour + step) % 24)
    if key == "minute":
        return at.replace(minute=(at.minute + step) % 60)
    if key == "day":
        days = monthrange(at.year, at.month)[1]
        return at.replace(day=(at.day - 1 + step) % days + 1)
    month = (at.month - 1 + step) % 12 + 1 if key == "month" else at.month
    year = min(max(at.year + step, YEARS[0]), YEARS[1]) if key == "year" else at.year
    return at.replace(year=year, month=month, day=min(at.day, monthrange(year, month)[1]))


def shift(at: datetime, key: str, step: int) -> timedelta:
    """Return by how much a step of a dial moves the clock."""
    return turned(at, key, step) - at


def region_tiles() -> list[Tile]:
    """Return the parts of the world that have time zones."""
    return [Tile(region, ZONES[region]) for region in timezones.REGIONS if timezones.zones(region)]


def city_tiles(region: str) -> list[Tile]:
    """Return the cities of a region; the one of the time zone in force is chosen."""
    now = timezones.current()
    return [
        Tile(zone, timezones.city(zone), chosen=zone == now) for zone in timezones.zones(region)
    ]


def about_zone(zone: str) -> str:
    """Return the words of a key that leads to the time zones."""
    return text_of("zone", city=timezones.city(zone) or zone or "UTC")


def about_roll(a: int, b: int) -> str:
    """Return what a token does with a roll."""
    return text_of("doubles" if a == b else "rolled", total=a + b)
