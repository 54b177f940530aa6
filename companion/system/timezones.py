"""Time zones, by region and city, and the one in which this program tells the time.

The zone is that of the program alone: on a read-only system nothing else could be kept, and the
ledger has every time in UTC.
"""

import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

REGIONS = (
    "Africa",
    "America",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
_LINK = Path("/etc/localtime")
_COUNTRIES = Path("/usr/share/zoneinfo/zone.tab")


@cache
def zones(region: str) -> tuple[str, ...]:
    """List the names of all zones of a region, such as ``Europe/Berlin``, sorted."""
    return tuple(sorted(one for one in available_timezones() if one.startswith(f"{region}/")))


def city(zone: str) -> str:
    """Name a zone without its region: ``Buenos Aires, Argentina``."""
    return ", ".join(part.replace("_", " ") for part in reversed(zone.split("/")[1:]))


def current() -> str:
    """Name the zone in force; empty if it is not known."""
    with suppress(OSError):
        return os.environ.get("TZ") or os.readlink(_LINK).rpartition("zoneinfo/")[2]
    return ""


def country(table: Path = _COUNTRIES) -> str:
    """Find the country of the zone in force, such as ``DE``; empty if unknown."""
    zone = current()
    with suppress(OSError):
        for line in table.read_text("utf-8").splitlines():
            if line.split("\t")[2:3] == [zone]:
                return line[:2]
    return ""


def use(zone: str) -> None:
    """Tell the time in ``zone`` from now on; one that does not exist changes nothing."""
    with suppress(ZoneInfoNotFoundError, ValueError, OSError):
        ZoneInfo(zone)
        os.environ["TZ"] = zone
        time.tzset()
