"""A serial cable made of software: what is written at one end is read at the other."""

import os
import struct
import termios
import tty
from contextlib import suppress
from fcntl import ioctl
from time import monotonic, sleep

HANDED_OVER = 0.005  # seconds the kernel takes to hand what is written over to the other end


class PseudoTerminal:
    """The device's end of the cable. ``name`` is what a program opens at the other end.

    The other end is held open here too, so that nobody's closing it counts as a pulled plug.
    """

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        self.name = os.ttyname(self._theirs)
        tty.setraw(self._theirs)  # or it would echo, and change CR to LF
        os.set_blocking(self._ours, False)

    def fileno(self) -> int:
        """For ``select``."""
        return self._ours

    def read(self) -> bytes:
        """What has come in; never waits."""
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send it, but for what finds no room: no flow control, as on the real line."""
        with suppress(BlockingIOError):  # nobody has read for long
            os.write(self._ours, data)

    def drain(self, seconds: float) -> None:
        """Wait until all that was sent has been read, but no longer than that."""
        deadline = monotonic() + seconds
        sleep(HANDED_OVER)
        while self._unread() and monotonic() < deadline:
            sleep(0.001)

    def close(self) -> None:
        """Pull the plug: whoever has the other end open finds it dead."""
        os.close(self._ours)
        os.close(self._theirs)

    def _unread(self) -> int:
        (count,) = struct.unpack("i", ioctl(self._theirs, termios.FIONREAD, b"\0" * 4))
        return int(count)


def plugged_elsewhere(name: str) -> PseudoTerminal:
    """A new cable whose name is not this one."""
    cable = PseudoTerminal()
    if cable.name != name:
        return cable
    other = PseudoTerminal()
    cable.close()
    return other
