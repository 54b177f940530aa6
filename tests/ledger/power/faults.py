"""A fault at every call: strace kills the program, or fails a call, at the first, second, third ...

A point is one call of one kind (``pwrite64``, ``fdatasync``, ``openat`` ...) about the ledger's
files and folders, in a game that is begun, played and closed. How many there are is counted in a
game that nothing happens to; each is struck in a game of its own, see ``struck``. After it the
program is started again, as it would be, and the game played to its end: it must be the same game.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.ledger.ledger import Ledger
from tests.ledger.power import player, struck, verdict
from tests.ledger.power.workers import spread

WRITES = ("pwrite64", "write", "ftruncate")
SYNCS = ("fsync", "fdatasync")
NAMES = ("openat", "mkdir", "unlink")
CALLS = WRITES + SYNCS + NAMES
KILL = "signal=SIGKILL:when={}"
ERRORS = ("error=EIO:when={}", "error=ENOSPC:when={}", "error=EROFS:when={}")
FROM_THEN_ON = tuple(f"{error}+" for error in ERRORS)
SPAN = 120
DOZEN = 12

_ON_ARM = {"mkdir": "mkdirat", "unlink": "unlinkat"}
_NAME = {arm: name for name, arm in _ON_ARM.items()}


class Target(NamedTuple):
    """Points of a kind of call, and what is done there."""

    call: str
    fault: str
    points: range


@dataclass(slots=True)
class Outcome:
    """How many points were struck, by call and fault, and what was wrong after which."""

    struck: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Unharmed:
    """A game that nothing happens to: how often it makes each call, and what was asked for."""

    def __init__(self, scratch: Path, count: int) -> None:
        self.count = count
        with TemporaryDirectory(dir=scratch) as made:
            root, log = Path(made, "root"), Path(made, "log")
            root.mkdir()
            _strace(root, log, CALLS, [], player.__file__, root / player.FOLDER, count)
            found = re.findall(r"^\d+ +(\w+)\(", log.read_text(), re.MULTILINE)
            self.calls = Counter(_NAME.get(name, name) for name in found)
            self.requests = _requests(root / player.FOLDER, count)

    def points(self, call: str, every: int) -> range:
        """One of ``every`` call, and one behind the last; but a dozen of each kind, or all."""
        return range(1, self.calls[call] + 2, min(every, max(1, self.calls[call] // DOZEN)))


def strike(unharmed: Unharmed, faults: Iterable[str], scratch: Path, every: int) -> Outcome:
    """Strikes at calls of all kinds, with each of these faults; and behind the last."""
    targets = [
        Target(call, fault, points[first : first + SPAN])
        for call, fault in product(CALLS, faults)
        for points in [unharmed.points(call, every)]
        for first in range(0, len(points), SPAN)
    ]
    outcome = Outcome()
    for part in spread(partial(_strike, unharmed, scratch), targets):
        outcome.struck += part.struck
        outcome.wrong += part.wrong
    return outcome


def _strike(unharmed: Unharmed, scratch: Path, target: Target) -> Outcome:
    call, fault, points = target
    with TemporaryDirectory(dir=scratch) as made:
        root, log = Path(made, "root"), Path(made, "log")
        root.mkdir()
        # With it only the calls that are traced are slowed down, but strace 6.1 does not kill.
        quick = [] if fault == KILL else ["--seccomp-bpf"]
        inject = [*quick, "-e", f"inject={_names(call)}:{fault.format(points[-1])}"]
        numbers = (points.start, points[-1], points.step, unharmed.count)
        _strace(root, log, [call], inject, struck.__file__, root, call, *numbers)
        hit = re.findall(r"^(\d+) .*(?:killed by SIGKILL|\(INJECTED\))", log.read_text(), re.M)
        wrong = [
            f"{call} {point}, {fault}: {what}"
            for point in points
            if (what := _wrong(root / str(point), unharmed))
        ]
    return Outcome(Counter({(call, fault): len(set(hit))}), wrong)


def _wrong(place: Path, unharmed: Unharmed) -> str:
    """What is wrong where a game was struck; empty when all is well."""
    if (ended := (place / struck.ENDED).read_text()) not in ("0", "-9"):
        return f"the program ended with {ended}"
    said = (place / struck.SAID).read_text().splitlines()
    promised = [text for text in said if not text.startswith(struck.REFUSED)]
    folder = place / player.FOLDER
    if fault := verdict.look(folder).against(promised):
        return fault
    requests = _requests(folder, unharmed.count)
    return "" if requests == unharmed.requests else f"another game: {requests}"


def _requests(folder: Path, count: int) -> list[tuple[str, str, str]]:
    """The game as it was asked for, up to move ``count``: what, how, and by which request."""
    with Ledger.open(folder) as ledger:
        player.play_up_to(count, ledger, lambda text: None)
        moves = islice(ledger.entries(player.GAME), 1, count + 1)
        return [(move.text, move.source, move.request) for move in moves]


def _strace(
    root: Path, log: Path, calls: Iterable[str], options: list[str], *command: object
) -> None:
    folder = root / player.FOLDER
    files = [folder / f"ledger.db{end}" for end in ("", "-journal", "-wal")]
    paths = [root, folder, *files, root / struck.IDLE, root / struck.MISSING]
    about = [word for path in paths for word in ("-P", str(path))]
    trace = ["-e", f"trace={','.join(map(_names, calls))}"]
    strace = ["strace", "-f", "-qq", "-s", "8", "-o", str(log), *about, *trace, *options]
    subprocess.run([*strace, sys.executable, *map(str, command)], check=True, capture_output=True)


def _names(call: str) -> str:
    """ARM has only the second of two names; the question mark lets strace pass over the other."""
    return f"?{call},?{_ON_ARM[call]}" if call in _ON_ARM else call
