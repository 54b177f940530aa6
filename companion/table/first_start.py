"""First start: the page that is shown, the time on the dials, and three rolls to try."""

from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.system import timezones
from companion.table.tiles import Tile
from companion.text.screens.first_start import FIRST_START, ZONES, text_of
from companion.text.screens.past_games import MONTHS
from companion.text.told import Told

ROLLS = 3
"""Number of rolls to try."""
YEARS = (2020, 2099)


@dataclass(frozen=True, slots=True)
class FirstStart:
    """Page that is shown, with the time on its dials and the last roll of the dice.

    ``shift`` is how far somebody turned the dials, ``zone`` the time zone in force, ``region`` the
    part of the world whose cities are shown.
    """

    at: datetime = datetime.min
    zone: str = ""
    page: str = "hello"
    shift: timedelta = timedelta()
    is_doubtful: bool = False
    """True if the time is probably wrong."""
    region: str = ""
    dice: tuple[int, int] = (0, 0)
    rolls: int = 0
    """Number of rolls that were made to practise."""

    stick: str = ""
    """Reason why the stick that is in cannot be read; empty if it can be, or none is in."""

    @property
    def is_practising(self) -> bool:
        """True until all rolls to try are made."""
        return self.rolls < ROLLS

    @property
    def doubt(self) -> str:
        """Trouble with a stick, or a question about a time that is probably wrong; else empty."""
        asks = self.is_doubtful and not self.shift
        return self.stick or (FIRST_START["is it right"] if asks else "")

    @property
    def zones(self) -> list[Tile]:
        """Parts of the world that have time zones, or the cities of one."""
        if self.page == "regions":
            return [Tile(one, ZONES[one]) for one in timezones.REGIONS if timezones.zones(one)]
        return [
            Tile(zone, timezones.city(zone), chosen=zone == self.zone)
            for zone in timezones.zones(self.region)
        ]


@dataclass(frozen=True, slots=True)
class Dial:
    """Part of the time or of the date, with its value."""

    key: str
    name: str
    text: str


def tapped(value: FirstStart, do: tuple[Any, ...]) -> FirstStart:
    """Value after a tap that changes nothing of the machine."""
    match do:
        case ("page", str(page)):
            return replace(value, page=page, rolls=0, dice=(0, 0))
        case ("region", str(region)):
            return replace(value, page="cities", region=region)
        case ("dial", str(key), int(step)):
            at = turned(value.at, key, step)
            return replace(value, at=at, shift=value.shift + (at - value.at))
    return value


def rolled(value: FirstStart, a: int, b: int) -> FirstStart:
    """Value after a roll."""
    is_counted = value.page == "practice"
    return replace(value, dice=(a, b), rolls=min(value.rolls + is_counted, ROLLS))


def time_dials(at: datetime) -> list[Dial]:
    """Hour and minute of a time."""
    return [Dial("hour", "", f"{at:%H}"), Dial("minute", "", f"{at:%M}")]


def date_dials(at: datetime) -> list[Dial]:
    """Day, month and year of a time."""
    return [
        Dial("day", FIRST_START["day"], str(at.day)),
        Dial("month", FIRST_START["month"], MONTHS[str(at.month)]),
        Dial("year", FIRST_START["year"], str(at.year)),
    ]


def turned(at: datetime, key: str, step: int) -> datetime:
    """Time after a step of a dial; no other dial moves, if it can stay.

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


def about_zone(zone: str) -> Told:
    """Words of a key that leads to the time zones."""
    return text_of("zone", city=timezones.city(zone) or zone or "UTC")


def about_roll(a: int, b: int) -> Told:
    """Return what a token does with a roll."""
    return text_of("doubles" if a == b else "rolled", total=a + b)
