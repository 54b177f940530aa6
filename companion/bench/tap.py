"""A tap on the real screen, without what the commit took, beside a bare button and labels."""

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
    """From the lifted finger to the first frame that shows the move, which is booked by then; the
    bare button changes as many labels as a move does. Processor time: another program that runs
    meanwhile does not stretch it, and what the commit waits for the card is no part of it."""
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
    """The 99th percentile."""
    return quantiles(seconds, n=100)[98]
