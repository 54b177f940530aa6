"""Notifications to systemd: ready, alive, stopping, and if the ledger is open; and its units.

The protocol is sd_notify(3): a line of text to a socket whose name is in the environment.
"""

import os
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

LEDGER_OPEN = "The ledger is open"
LEDGER_CLOSED = "The ledger is not open"
"""Status texts. ``systemd/install.sh`` keeps no version that loses the first one."""
MARKERS = 3
"""Watchdog pings per watchdog interval."""
UNITS = (Path("/etc/systemd/system"), Path("/usr/lib/systemd/system"))
"""Folders of units: of a kiosk that was installed, and of an image."""


def is_installed(unit: str, folders: Sequence[Path] = UNITS) -> bool:
    """Return True if this system has a unit."""
    return any((folder / unit).exists() for folder in folders)


class Service:
    """The service manager that started the program; without one, every call does nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is in the abstract namespace: its first byte is 0.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog = float(environment.get("WATCHDOG_USEC", 0)) / 1_000_000

    @property
    def sign_every(self) -> float:
        """Seconds between two watchdog pings; 0 without a watchdog."""
        return self._watchdog / MARKERS

    def opening(self) -> None:
        """Report that the window is open, and that the table is being opened."""
        self._send("STATUS=Opening the table")

    def report_ledger(self, is_open: bool) -> None:
        """Report if the table or the recovery screen is shown; both are ready."""
        self._send(f"STATUS={LEDGER_OPEN if is_open else LEDGER_CLOSED}")

    def ready(self) -> None:
        """Report that the first frame is on the screen."""
        self._send("READY=1")

    def alive(self) -> None:
        """Ping the watchdog. Call it on the UI thread, so that a hung UI stops the pings."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the program ends on request."""
        self._send("STOPPING=1")

    def _send(self, line: str) -> None:
        if not self._address:
            return
        # The game goes on even if nobody listens.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.sendto(line.encode(), self._address)
