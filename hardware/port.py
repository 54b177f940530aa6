"""The one place that knows how a serial port fails.

pyserial 3.5 reports a pulled plug as SerialException, plain OSError, termios.error or TypeError,
depending on the call it surprised. Here each of them becomes a PortError with a phrase a person
can read.
"""

import errno
import os
import termios
from contextlib import suppress
from threading import Lock

import serial
from serial.tools import list_ports

LINK = "/dev/companion-tray"  # made by the udev rule
PRODUCT = "dice tray"  # in the USB product string of a tray
BAUD = 115200
READ_TIMEOUT = 0.2  # seconds
MOST_AT_ONCE = 2048  # bytes a read takes at most; a line at 115200 baud carries 11520 a second
WRITE_TIMEOUT = 0.5  # seconds; a tray that takes no bytes must not hold the thread

_FAILURES = (OSError, termios.error, TypeError)
_PHRASES = {
    errno.ENOENT: "no such port: {}",
    errno.ENXIO: "no such port: {}",
    errno.EACCES: "no permission to open {}",
    errno.EPERM: "no permission to open {}",
    errno.EAGAIN: "another program is using {}",
    errno.EBUSY: "another program is using {}",
}
_UNPLUGGED = "the dice tray was unplugged"


class PortError(Exception):
    """A port that cannot be opened or has failed since. Its text is a phrase for the screen."""


class Port:
    """An open serial port, ours alone where the system can promise that.

    Every method but ``interrupt`` belongs to one thread. All but ``close`` and ``interrupt``
    raise PortError.
    """

    def __init__(self, url: str) -> None:
        self._lock = Lock()
        self._serial = _open(url)

    def read(self) -> bytes:
        """What has come in; waits up to 0.2 s for the first byte, so it may be nothing.

        No more than ``MOST_AT_ONCE`` bytes; the others wait for the next read.
        Raises PortError when the cable is gone.
        """
        try:
            first = self._serial.read(1)
            more = min(self._serial.in_waiting, MOST_AT_ONCE - 1) if first else 0
            return first + self._serial.read(more)
        except _FAILURES as failure:
            raise PortError(_UNPLUGGED) from failure

    def write(self, data: bytes) -> None:
        """Sends it. Raises PortError when the cable is gone."""
        try:
            self._serial.write(data)
        except _FAILURES as failure:
            raise PortError(_UNPLUGGED) from failure

    def interrupt(self) -> None:
        """End a ``read`` that waits on another thread, where pyserial can; else it ends soon."""
        # The lock: cancelling a closed port would write to a descriptor that may be a file by now.
        with self._lock:
            if self._serial.is_open and hasattr(self._serial, "cancel_read"):
                self._serial.cancel_read()

    def close(self) -> None:
        """Let go of it; never fails."""
        with self._lock, suppress(*_FAILURES):
            self._serial.close()


def find_port(url: str | None) -> str:
    """``url`` if given, else the udev rule's link, else the USB port that calls itself a tray.

    Raises PortError when there is none.
    """
    if url is not None:
        return url
    if os.path.exists(LINK):
        return LINK
    for port in list_ports.comports():
        if PRODUCT in (port.product or "").lower():
            return port.device
    raise PortError("no dice tray is plugged in")


def _open(url: str) -> serial.Serial:
    try:
        return serial.serial_for_url(
            url, BAUD, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True
        )
    except _FAILURES as failure:
        phrase = _PHRASES.get(getattr(failure, "errno", None) or 0, "cannot open {}")
        raise PortError(phrase.format(url)) from failure
    except Exception as unknown:  # each kind of address is read by a module with errors of its own
        raise PortError(f"not the address of a port: {url}") from unknown
