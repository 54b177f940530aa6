"""Memory of long games, beside that of a bare Kivy window."""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from companion.bench import games
from companion.bench.display import display
from companion.bench.figures import Figure, Pairs
from companion.bench.program import bare, run
from companion.bench.progress import watched

ROUNDS, MOVES, MORE = 5, 2000, 10
RESTS = 2.0
"""Seconds for which the bare window is open."""


def measure() -> list[Figure]:
    """Measure peaks of resident memory, and the growth during ten more games."""
    peaks, floor, growth = [], [], []
    with display(), TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), MOVES)
        for _ in watched(range(ROUNDS), "memory"):
            found = run("evening", scratch, game, MORE)
            peaks.append(found["peak"])
            growth.append(found["after"] - found["before"])
            floor.append(_bare())
    more = f"{median(growth):+.1f} MB"
    return [
        Pairs(peaks, floor).figure("memory", "MB", "bare Kivy"),
        Figure("memory, ten games more", more, "before them", median(growth)),
    ]


def _bare() -> float:
    with bare() as program:
        program.shown()
        sleep(RESTS)
        return float(program.end()["peak"])
