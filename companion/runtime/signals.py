"""Turn SIGTERM and SIGHUP into an exit that removes temporary files.

Copies of the ledger are made in memory-backed storage, which nothing clears until the machine is
switched off. Python removes them when an exception such as that of Ctrl-C unwinds the stack; these
signals would end the program at once.
"""

import signal
import sys
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)
OFFSET = 128
"""Added to the number of a signal to make an exit status, as shells do."""


def exit_on_signals() -> None:
    """Exit with 128 plus the signal number on each of ``ENDING`` that would end the program.

    An ignored signal, as under nohup, stays ignored.
    """
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _exit)


def _exit(number: int, _: FrameType | None) -> None:
    for other in ENDING:  # A second signal must not interrupt the cleanup.
        signal.signal(other, signal.SIG_IGN)
    sys.exit(OFFSET + number)
