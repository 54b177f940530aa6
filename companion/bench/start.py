"""Time from the start of the process to the first frame, beside a bare Kivy window."""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench import games
from companion.bench.display import display
from companion.bench.figures import Figure, Pairs
from companion.bench.program import Program, bank, bare
from companion.bench.progress import watched

ROUNDS, MOVES = 9, 2000


def measure() -> list[Figure]:
    """Measure both alternately; the first round, with cold caches, does not count."""
    ours, floor = [], []
    with display(), TemporaryDirectory() as scratch:
        games.ledger_with(Path(scratch), MOVES)
        for _ in watched(range(ROUNDS + 1), "start"):
            floor.append(_shown(bare()))
            ours.append(_shown(bank("--data", scratch, "--no-tray")))
    return [Pairs(ours[1:], floor[1:]).figure("start", "s", "bare Kivy")]


def _shown(program: Program) -> float:
    with program:
        return program.shown()
