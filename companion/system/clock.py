"""Set the clock of the machine through timedated, without sudo or a login session.

timedated asks polkit for permission (systemd/50-companion.rules).
"""

import subprocess
from datetime import datetime
from pathlib import Path

SYNCHRONIZED = Path("run/systemd/timesync/synchronized")
CLOCKS = Path("sys/class/rtc")
_TIMEDATED = (
    "org.freedesktop.timedate1",
    "/org/freedesktop/timedate1",
    "org.freedesktop.timedate1",
)
_PATIENCE = 20.0
"""Seconds; the bus itself times out after 25."""


class CannotSet(RuntimeError):
    """The clock was not set; the message is that of the service that refused."""


def is_doubtful(root: Path = Path("/")) -> bool:
    """Return True if no network has set the clock, and no battery keeps it without power.

    A Raspberry Pi before the 5 has no clock with a battery: it starts with the time of its system.
    """
    return not (root / SYNCHRONIZED).exists() and not any((root / CLOCKS).glob("rtc*"))


def set_to(when: datetime) -> None:
    """Set the clock to a local time.

    Raises CannotSet if that is refused, such as while the time comes from the network.
    """
    microseconds = round(when.timestamp() * 1_000_000)
    # false: not relative; false: not interactive, nobody can type a password
    arguments = ("SetTime", "xbb", str(microseconds), "false", "false")
    command = ["busctl", "--system", "call", *_TIMEDATED, *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotSet(str(error)) from error
    if done.returncode:
        raise CannotSet(done.stderr.strip().removeprefix("Call failed: "))
