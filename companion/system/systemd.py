"""What systemd is told, when it started us: that the table is on the screen, and still answers.

The protocol is sd_notify(3): a line of text to a socket whose name is in the environment.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

SIGNS = 3
"""How many signs of life are given within the time that the watchdog waits for one."""


class Service:
    """The service manager that started this program; without one, nothing happens."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is in the abstract namespace: its first byte is 0.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog = float(environment.get("WATCHDOG_USEC", 0)) / 1_000_000

    @property
    def sign_every(self) -> float:
        """Seconds between two signs of life; 0 when nobody watches."""
        return self._watchdog / SIGNS

    def ready(self) -> None:
        """The first frame is on the screen."""
        self._tell("READY=1")

    def alive(self) -> None:
        """To be said by the thread that draws: from another it would hide that this one hangs."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """It ends because somebody asked for it."""
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if not self._address:
            return
        # Whether anybody listens does not matter to the game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.sendto(line.encode(), self._address)
