"""Pseudo-terminal as a simulated serial cable."""

import os
import tty
from contextlib import suppress
from select import select
from time import monotonic, sleep


class PseudoTerminal:
    """The device's end of the cable; a program opens ``name`` as the other end.

    This object keeps the other end open too, so that a program that closes it does not look like an
    unplugged cable.
    """

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        self.name = os.ttyname(self._theirs)
        tty.setraw(self._theirs)  # or it would echo, and change CR to LF
        os.set_blocking(self._ours, False)

    def fileno(self) -> int:
        """Return the file descriptor, for ``select``."""
        return self._ours

    def read(self) -> bytes:
        """Return the bytes that have arrived, without waiting."""
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Write ``data``; lose what does not fit, as there is no flow control."""
        with suppress(BlockingIOError):  # the buffer is full
            os.write(self._ours, data)

    def drain(self, seconds: float) -> bool:
        """Wait until all written bytes have been read, for ``seconds`` at most.

        Return True if they have been.
        """
        deadline = monotonic() + seconds
        while self._has_unread():
            if monotonic() >= deadline:
                return False
            sleep(0.001)
        return True

    def close(self) -> None:
        """Unplug the cable: the other end fails for any program that has it open."""
        os.close(self._ours)
        os.close(self._theirs)

    def _has_unread(self) -> bool:
        # Unlike FIONREAD, select makes the kernel pass on what it still has, before it answers.
        return bool(select([self._theirs], [], [], 0)[0])


def plugged_elsewhere(name: str) -> PseudoTerminal:
    """Return a new pseudo-terminal whose name differs from ``name``."""
    cable = PseudoTerminal()
    if cable.name != name:
        return cable
    other = PseudoTerminal()
    cable.close()
    return other
