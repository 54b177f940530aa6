"""Time and memory for the report of a long game."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench import games
from companion.bench.figures import Figure
from companion.bench.program import told
from companion.bench.progress import watched
from companion.cli import COMMANDS

ROUNDS, MOVES = 5, 2000


def measure() -> list[Figure]:
    """Measure the whole process."""
    if "report" not in COMMANDS:
        why = "there is no `companion report`"
        return [Figure(name, why, "", None) for name in ("report", "report, memory")]
    seconds, peaks = [], []
    with TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), MOVES)
        for _ in watched(range(ROUNDS), "report"):
            began = perf_counter()
            page = Path(scratch, "report.html")
            peaks.append(told("report", game, "--data", scratch, "--output", page)["peak"])
            seconds.append(perf_counter() - began)
    took, peak = median(seconds), median(peaks)
    return [
        Figure("report", f"{took:.2f} s", f"{MOVES} moves", took),
        Figure("report, memory", f"{peak:.0f} MB", f"{MOVES} moves", peak),
    ]
