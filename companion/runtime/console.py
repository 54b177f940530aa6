"""Messages on the console of a kiosk, while it has no window."""

import os
import sys
import time
from collections.abc import Callable

TIMEOUT_S = 60.0
"""Seconds until the program ends, so that the service manager restarts it."""
BETWEEN = 2.0
"""Seconds between two checks."""


def wait_for(problem: Callable[[], str], patience: float = TIMEOUT_S) -> None:
    """Print the ``problem`` and wait until it is gone, at most ``patience`` seconds.

    The console is cleared as soon as the program ends, so the message must stay on it.
    """
    end, printed = time.monotonic() + patience, ""
    while (now := problem()) and time.monotonic() < end:
        if now != printed:
            _print(now)
            printed = now
        time.sleep(BETWEEN)


def _print(sentence: str) -> None:
    # systemd connects the console to stdin; stdout and stderr go to the journal.
    if sys.stdin and sys.stdin.isatty():
        os.write(sys.stdin.fileno(), f"\r\n{sentence}\r\n".encode())
