"""Set the clock of the machine through timedated, without sudo or a login session.

timedated asks polkit for permission (systemd/50-companion.rules).
"""

from datetime import datetime
from pathlib import Path

from companion.system.bus import call

SYNCHRONIZED = Path("run/systemd/timesync/synchronized")
CLOCKS = Path("sys/class/rtc")
_TIMEDATED = (
    "org.freedesktop.timedate1",
    "/org/freedesktop/timedate1",
    "org.freedesktop.timedate1",
)


def is_doubtful(root: Path = Path("/")) -> bool:
    """Return True if no network has set the clock, and no battery keeps it without power.

    A Raspberry Pi before the 5 has no clock with a battery: it starts with the time of its system.
    """
    return not (root / SYNCHRONIZED).exists() and not any((root / CLOCKS).glob("rtc*"))


def set_to(when: datetime) -> None:
    """Set the clock to a local time.

    Raises BusRefused if that is refused, such as while the time comes from the network.
    """
    microseconds = round(when.timestamp() * 1_000_000)
    # false: not relative; false: not interactive, nobody can type a password
    call(_TIMEDATED, "SetTime", "xbb", str(microseconds), "false", "false")
