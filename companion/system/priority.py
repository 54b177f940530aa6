"""Priority of work that nobody at the table waits for."""

import os
from contextlib import suppress

NICENESS = 10
"""Added to the niceness, see nice(2)."""


def give_way() -> None:
    """Lower the priority of the calling thread, or process: the game comes first.

    The priority stays as it is in a sandbox that forbids it.
    """
    with suppress(OSError):
        os.nice(NICENESS)
