"""Time of a tap on the real screen without the commit, beside a bare button."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from companion.bench import games
from companion.bench.display import display
from companion.bench.figures import Figure, Pairs
from companion.bench.program import run
from companion.bench.progress import watched

ROUNDS, TAPS, MOVES = 5, 120, 200


def measure() -> list[Figure]:
    """Measure from lifting the finger to the first frame that shows the stored move.

    The bare button changes as many labels as a move does. Processor time is measured: other
    programs do not affect it, and waiting for the card is no part of it.
    """
    shown, bare, tails = [], [], []
    with display(), TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), MOVES)
        for _ in watched(range(ROUNDS), "tap"):
            ours = run("taps", scratch, game, TAPS)
            without = [s - b for s, b in zip(ours["seen"], ours["booked"], strict=True)]
            shown.append(median(without))
            bare.append(median(run("bare", ours["labels"], TAPS)))
            tails.append(slowest(ours["seen"]) / median(ours["seen"]))
    pairs = Pairs(shown, bare)
    return [
        pairs.figure("tap", "ms CPU", "bare Kivy", 1000),
        Figure("tap, slowest of 100", f"{median(tails):.2f} medians", "its median", median(tails)),
    ]


def slowest(seconds: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(seconds, n=100)[98]
