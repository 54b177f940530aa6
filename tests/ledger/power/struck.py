"""The same game again and again, each time struck at a later call.

struck.py ROOT CALL FIRST LAST STEP COUNT runs under a strace that strikes at the LAST-th CALL of
each process that is about a file of the ledger, or an idle one. There is a new process and a new
folder for each point from FIRST to LAST by STEP; it makes idle calls first, so many that its
LAST-th call is the one that is meant: that is quicker than a new strace and a new Python.
Afterwards ROOT/7, for example, has the ledger that was struck at the seventh call, and beside it
what was ``said`` and how the process ``ended``.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from companion.ledger.ledger import AlreadyBooked, Ledger, LedgerError
from tests.ledger.power import player

IDLE, MISSING = "idle", "missing"
SAID, ENDED = "said", "ended"
REFUSED = "refused:"


def idle_calls(root: Path) -> dict[str, Callable[[], object]]:
    """A call of each kind that does nothing."""
    idle, missing = root / IDLE, root / MISSING
    handle = os.open(idle, os.O_RDWR | os.O_CREAT)
    return {
        "openat": lambda: os.close(os.open(idle, os.O_RDWR)),
        "mkdir": lambda: os.mkdir(idle),
        "pwrite64": lambda: os.pwrite(handle, b"-", 0),
        "write": lambda: os.write(handle, b"-"),
        "ftruncate": lambda: os.ftruncate(handle, 0),
        "unlink": lambda: os.unlink(missing),
        "fsync": lambda: os.fsync(handle),
        "fdatasync": lambda: os.fdatasync(handle),
    }


def main(root: Path, call: str, first: int, last: int, step: int, count: int) -> None:
    """One process for each point."""
    idle = idle_calls(root)[call]
    for point in range(first, last + 1, step):
        place = root / str(point)
        place.mkdir()
        if not (process := os.fork()):
            for _ in range(last - point):
                with suppress(OSError):
                    idle()
            play(root / player.FOLDER, count, place / SAID)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        (place / ENDED).write_text(str(ended))
        with suppress(FileNotFoundError):
            (root / player.FOLDER).rename(place / player.FOLDER)


def play(folder: Path, count: int, log: Path) -> None:
    """The game. When there is none to be had, somebody starts the program once more."""
    with log.open("w", buffering=1) as said:
        for _ in range(2):
            try:
                play_and_insist(folder, count, lambda text: print(text, file=said))
                return
            except LedgerError as error:
                print(REFUSED, error, file=said)


def play_and_insist(folder: Path, count: int, say: player.Say) -> None:
    """What was not booked is asked for once more, by the same request; one more move, and enough.

    Raises LedgerError.
    """
    with Ledger.open(folder) as ledger:
        session = player.sit_down(ledger, say)
        try:
            while session.next_number <= count:
                player.step(ledger, session, say)
        except LedgerError as error:
            say(f"{REFUSED} {error}")
            with suppress(AlreadyBooked):
                player.step(ledger, session, say)
            player.step(ledger, player.sit_down(ledger, say), say)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
