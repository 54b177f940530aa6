"""Open a ledger as the bank does before its first frame; print the work that it took.

Work is the number of calls of functions and of bytes read, and the memory at its largest: the same
on every machine.
"""

import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

from companion.runtime.ledger_session import LedgerSession
from companion.table import past_games as past_games_view
from companion.table.session import Session


def bytes_read() -> int:
    counters = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(counters["rchar"])


def open_once(folder: Path, mirror: Path) -> int:
    """Return the number of moves of the game in hand."""
    with LedgerSession(folder, mirror) as books:
        ledger = books.ledger
        assert ledger, books.trouble
        assert not ledger.warning, ledger.warning
        ledger.names(20)
        number = ledger.latest_unfinished()
        assert number
        past_games_view.game_page(ledger, number)
        return len(Session.resume(ledger, number).history)


calls = 0


def count(_frame: object, event: str, _argument: object) -> None:
    global calls
    calls += event in ("call", "c_call")


before = bytes_read()
sys.setprofile(count)
moves = open_once(Path(sys.argv[1]), Path(sys.argv[2]))
sys.setprofile(None)
print(moves, calls, bytes_read() - before, getrusage(RUSAGE_SELF).ru_maxrss)
