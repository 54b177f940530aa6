"""End in good order when the system asks to: temporary copies are removed on the way out.

A copy of the ledger is made in memory-backed storage, which nothing clears until the machine is
switched off. Python removes it when an exception passes by, and Ctrl-C is one; SIGTERM and SIGHUP
end a program on the spot unless they are made one, too.
"""

import signal
import sys
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)
OFFSET = 128
"""What shells add to a signal's number to make it an exit status."""


def exit_on_signals() -> None:
    """Exit with 128 and the signal's number on each of ``ENDING`` that would end the program.

    One that is ignored, as under nohup, stays ignored.
    """
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _exit)


def _exit(number: int, _: FrameType | None) -> None:
    for other in ENDING:  # A second one must not end the tidying up.
        signal.signal(other, signal.SIG_IGN)
    sys.exit(OFFSET + number)
