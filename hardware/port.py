"""Serial port with uniform errors.

pyserial 3.5 reports an unplugged cable as SerialException, OSError, termios.error or TypeError,
depending on the call during which it happens. This module raises PortError for each of them, with
a reason.
"""

import errno
import logging
import os
import termios
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.events import PortProblem

LINK = "/dev/companion-tray"  # made by the udev rule
PRODUCT = "dice tray"  # in the USB product string of a tray
BAUD = 115200
READ_TIMEOUT = 0.2  # seconds
MOST_AT_ONCE = 2048  # maximum bytes per read; a line at 115200 baud carries 11520 a second
WRITE_TIMEOUT = 0.5  # seconds; a tray that reads nothing must not block the thread

log = logging.getLogger(__name__)

_FAILURES = (OSError, termios.error, TypeError)


_REASONS = {
    errno.ENOENT: PortProblem.NO_SUCH_PORT,
    errno.ENXIO: PortProblem.NO_SUCH_PORT,
    errno.EACCES: PortProblem.NO_PERMISSION,
    errno.EPERM: PortProblem.NO_PERMISSION,
    errno.EAGAIN: PortProblem.IN_USE,
    errno.EBUSY: PortProblem.IN_USE,
}


class PortError(Exception):
    """Raised if a port cannot be opened or fails; ``url`` is its address, if it is known."""

    def __init__(self, reason: PortProblem, url: str = "") -> None:
        super().__init__(reason, url)
        self.reason = reason
        self.url = url

    def __str__(self) -> str:
        words = self.reason.replace("-", " ")
        return f"{words}: {self.url}" if self.url else words


class Port:
    """An open serial port, locked against other programs where the system supports it.

    Only ``interrupt`` may be called from another thread.

    :param url: Any address that pyserial opens, such as ``/dev/ttyACM0`` or ``socket://…``.

    Raises PortError if the port cannot be opened.
    """

    def __init__(self, url: str) -> None:
        self._lock = Lock()
        self._serial = _open(url)

    def read(self) -> bytes:
        """Read up to ``MOST_AT_ONCE`` bytes; wait up to 0.2 s for the first one.

        Returns no bytes if none arrive. Raises PortError if the cable was unplugged.
        """
        try:
            first = self._serial.read(1)
            more = min(self._serial.in_waiting, MOST_AT_ONCE - 1) if first else 0
            return first + self._serial.read(more)
        except _FAILURES as failure:
            raise PortError(PortProblem.UNPLUGGED) from failure

    def write(self, data: bytes) -> None:
        """Write all of ``data``. Raises PortError if the cable was unplugged."""
        try:
            self._serial.write(data)
        except _FAILURES as failure:
            raise PortError(PortProblem.UNPLUGGED) from failure

    def interrupt(self) -> None:
        """End a ``read`` that waits on another thread, if pyserial supports that."""
        # The lock is needed because cancelling a closed port would write to its descriptor, which
        # may belong to another file by now.
        with self._lock:
            if self._serial.is_open and hasattr(self._serial, "cancel_read"):
                self._serial.cancel_read()

    def close(self) -> None:
        """Close the port. Never raises."""
        with self._lock, suppress(*_FAILURES):
            self._serial.close()


class PortSearch:
    """Search for the tray's port, which tries one candidate after the other.

    Only one of them may have a tray: a port that says nothing must not hide the next one.

    :param url: Any address that pyserial opens, or None to find the tray.
    """

    def __init__(self, url: str | None) -> None:
        self._url = url
        self._tried: set[str] = set()
        self._last = self._found = ""

    def next(self) -> str:
        """Return the port to try now. Raises PortError if there is none."""
        ports = sorted(find_ports(self._url), key=lambda port: port != self._found)
        if self._tried.issuperset(ports):
            self._tried.clear()
        self._last = next(port for port in ports if port not in self._tried)
        self._tried.add(self._last)
        return self._last

    def found(self) -> None:
        """Try the port of the last ``next`` first from now on: it has a tray."""
        self._found = self._last
        self._tried.clear()


def find_ports(url: str | None) -> list[str]:
    """Return the addresses at which the tray may be, the most likely one first.

    That is ``url`` unless it is None. Otherwise it is each USB port whose product name contains
    "dice tray", and the link of the udev rule; the link comes before its own port, and after other
    ports, because any rule may have made it. Raises PortError if there is none.
    """
    if url is not None:
        return [url]
    ports = [port.device for port in _listed() if PRODUCT in (port.product or "").lower()]
    if os.path.exists(LINK):
        device = os.path.realpath(LINK)
        ports = [LINK if os.path.realpath(port) == device else port for port in ports]
        ports += [LINK] if LINK not in ports else []
    if not ports:
        raise PortError(PortProblem.NOT_PLUGGED_IN)
    return ports


def _listed() -> Sequence[ListPortInfo]:
    """List the serial ports; none if a device was unplugged meanwhile: it raises anything then."""
    try:
        return list_ports.comports()
    except Exception as unknown:
        log.warning("the serial ports could not be listed: %r", unknown)
        return []


def _open(url: str) -> serial.Serial:
    try:
        return serial.serial_for_url(
            url, BAUD, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True
        )
    except _FAILURES as failure:
        code = getattr(failure, "errno", None) or 0
        raise PortError(_REASONS.get(code, PortProblem.CANNOT_OPEN), url) from failure
    except Exception as unknown:  # each kind of address has a module with its own exceptions
        raise PortError(PortProblem.NOT_AN_ADDRESS, url) from unknown
