"""Processor time of an idle bank, beside a bare Kivy window: both at once."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep, time

from companion.bench import games
from companion.bench.display import display
from companion.bench.figures import Figure
from companion.bench.program import BENCH, Program, bare
from companion.bench.progress import watched
from hardware import FakeTray

ROUNDS, SECONDS = 5, 8.0
SETTLED = 5.0
"""Seconds after the start until everything is drawn."""
Rest = tuple[float, float]
"""Begin and end of a measured interval."""


def measure() -> list[Figure]:
    """Measure the load in percent of one processor; the difference is judged.

    A simulated tray is connected. No interval includes the end of a minute, when the clock on the
    screen is drawn.
    """
    with display(), TemporaryDirectory() as scratch, FakeTray() as tray, ExitStack() as open_ones:
        games.ledger_with(Path(scratch), 200)
        ours = Program(BENCH, "rest", "--data", scratch, "--tray", tray.path)
        programs = [open_ones.enter_context(program) for program in (ours, bare())]
        for program in programs:
            program.shown()
        sleep(SETTLED)
        rounds = list(_rounds(programs))
        drawn = _drawn(ours.end()["drawn"], [rest for rest, _ in rounds])
    points = [[100 * seconds / SECONDS for seconds in spent] for _, spent in rounds]
    bank, floor = (median(side) for side in zip(*points, strict=True))
    more = median(ours - bare for ours, bare in points)
    return [
        Figure("idle", f"{bank:.1f} %", f"bare Kivy: {floor:.1f} %", more),
        Figure("idle, frames drawn", f"{drawn}", "nothing happens", drawn),
    ]


def _rounds(programs: list[Program]) -> Iterator[tuple[Rest, list[float]]]:
    for _ in watched(range(ROUNDS), "idle"):
        _wait_for_room()
        began, before = monotonic(), [program.cpu() for program in programs]
        sleep(SECONDS)
        spent = [p.cpu() - earlier for p, earlier in zip(programs, before, strict=True)]
        yield (began, monotonic()), spent


def _wait_for_room() -> None:
    """Wait until an interval fits before the minute ends."""
    if (left := 60 - time() % 60) < SECONDS + 1:
        sleep(left + 1)


def _drawn(frames: list[float], rests: list[Rest]) -> int:
    return sum(began < frame < ended for frame in frames for began, ended in rests)
