"""What a kiosk says while it has no window to say it in: on the console that it was given."""

import os
import sys
import time
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds; whoever started us starts us again after that, and all is tried anew."""
BETWEEN = 2.0
"""Seconds from one look to the next."""


def wait_for(problem: Callable[[], str], patience: float = PATIENCE) -> None:
    """Says the ``problem`` and waits until there is none any more, or for so many seconds: as soon
    as we end, the console is wiped."""
    end, told = time.monotonic() + patience, ""
    while (now := problem()) and time.monotonic() < end:
        if now != told:
            _say(now)
            told = now
        time.sleep(BETWEEN)


def _say(sentence: str) -> None:
    # systemd gives a service its console as what it reads; what it writes goes to the journal.
    if sys.stdin and sys.stdin.isatty():
        os.write(sys.stdin.fileno(), f"\r\n{sentence}\r\n".encode())
