"""Serial port with uniform errors.

pyserial 3.5 reports an unplugged cable as SerialException, OSError, termios.error or TypeError,
depending on the call during which it happens. This module raises PortError for each of them, with
a reason.
"""

import errno
import os
import termios
from contextlib import suppress
from threading import Lock

import serial
from serial.tools import list_ports

from hardware.events import PortProblem

LINK = "/dev/companion-tray"  # made by the udev rule
PRODUCT = "dice tray"  # in the USB product string of a tray
BAUD = 115200
READ_TIMEOUT = 0.2  # seconds
MOST_AT_ONCE = 2048  # maximum bytes per read; a line at 115200 baud carries 11520 a second
WRITE_TIMEOUT = 0.5  # seconds; a tray that reads nothing must not block the thread

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


def find_port(url: str | None) -> str:
    """Return the address of the tray's port.

    That is ``url`` unless it is None, else the link of the udev rule, else the first USB port whose
    product name contains "dice tray". Raises PortError if there is none.
    """
    if url is not None:
        return url
    if os.path.exists(LINK):
        return LINK
    for port in list_ports.comports():
        if PRODUCT in (port.product or "").lower():
            return port.device
    raise PortError(PortProblem.NOT_PLUGGED_IN)


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
