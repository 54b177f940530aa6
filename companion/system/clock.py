"""The clock of the machine: what keeps it, and how it is set, without sudo or a login session.

timedated knows if the time comes from the network, whichever program fetches it. It sets the clock,
and asks polkit for permission (systemd/50-companion.rules).
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from companion.system.bus import BusRefused, call

ROOT = Path("/")
"""Folder that contains /sys and /run."""
FIRST_YEAR = 2026
"""An earlier year means that the clock was never set."""
SYNCHRONIZED = Path("run/systemd/timesync/synchronized")
CLOCKS = Path("sys/class/rtc")
CHARGED = 1_000_000
"""Microvolts: a cell that keeps a clock has 2 to 3 V; a Raspberry Pi 5 without one measures 0."""
_NAME, _OBJECT = "org.freedesktop.timedate1", "/org/freedesktop/timedate1"
_TIMEDATED = (_NAME, _OBJECT, _NAME)
_PROPERTIES = (_NAME, _OBJECT, "org.freedesktop.DBus.Properties")


class FromNetwork(BusRefused):
    """The clock is not set by hand, because the time comes from the network."""


def is_doubtful(root: Path = ROOT, newest: datetime | None = None) -> bool:
    """Return True if no network has set the clock, and no battery has kept it without power.

    Nor has one kept it if the time is earlier than ``newest``, the time of the last move. It may
    wait for the system's bus.
    """
    if is_synchronized(root):
        return False
    return not (has_battery(root) and is_plausible(datetime.now().astimezone(), newest))


def is_synchronized(root: Path = ROOT) -> bool:
    """Return True if a program has set the clock by the network since the start.

    It may wait for the system's bus.
    """
    # One of the programs says so in a file; timedated knows of all of them.
    return (root / SYNCHRONIZED).exists() or _is_true("NTPSynchronized")


def has_battery(root: Path = ROOT) -> bool:
    """Return True if the machine has a clock that goes on without power.

    A Raspberry Pi before the 5 has none, and the battery of a Raspberry Pi 5 is optional.
    """
    return any(_has_cell(clock) for clock in (root / CLOCKS).glob("rtc*"))


def is_plausible(now: datetime, newest: datetime | None) -> bool:
    """Return False if ``now`` is earlier than this program, or than ``newest``, the last move."""
    return now.year >= FIRST_YEAR and (newest is None or now >= newest)


def set_to(when: datetime) -> None:
    """Set the clock to a local time.

    Raises FromNetwork if the time comes from the network, BusRefused if it is refused otherwise.
    """
    if is_synchronized():
        raise FromNetwork
    microseconds = round(when.timestamp() * 1_000_000)
    with _without_network_time():
        # false: not relative; false: not interactive, nobody can type a password
        call(_TIMEDATED, "SetTime", "xbb", str(microseconds), "false", "false")


@contextmanager
def _without_network_time() -> Iterator[None]:
    """Stop the program that fetches the time, if one runs, within.

    While it runs, timedated refuses to set the clock, even if no network has ever been there.
    """
    is_running = _is_true("NTP")
    if is_running:
        _fetch_time("false")
    try:
        yield
    finally:
        if is_running:
            _fetch_time("true")


def _fetch_time(on: str) -> None:
    call(_TIMEDATED, "SetNTP", "bb", on, "false")  # false: not interactive


def _is_true(name: str) -> bool:
    """Return True if a property of timedated is true; False if there is no timedated."""
    with suppress(BusRefused):
        return call(_PROPERTIES, "Get", "ss", _NAME, name) == "v b true"
    return False


def _has_cell(clock: Path) -> bool:
    with suppress(OSError, ValueError):
        return int((clock / "battery_voltage").read_text()) >= CHARGED
    return True  # it does not measure its battery, as most do not
