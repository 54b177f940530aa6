"""Times that were written elsewhere, and how a time is shown.

A wall computes with the times of all tables. One that is out of every calendar, or has no zone,
would stop it for everybody, so such a time is refused where it comes in.
"""

from datetime import UTC, datetime, timedelta

EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Bounds of a time: a machine without a clock begins in 1970."""
MINUTE = timedelta(minutes=1)


def clock(at: datetime) -> str:
    """Format the local time of day."""
    return f"{at.astimezone():%H:%M}"


def parse_time(text: str) -> datetime:
    """Return a time in UTC. Raises ValueError if it has no zone or is out of bounds."""
    found = datetime.fromisoformat(text)
    if not is_possible(found):
        raise ValueError(text)
    return found.astimezone(UTC)


def is_possible(at: datetime) -> bool:
    """Return True for a time with a zone and within the bounds."""
    return at.tzinfo is not None and EARLIEST <= at < LATEST
