"""Rows of the bank's window, each measured in a process of its own: taps, start, memory, idling.

Each function measures one row of ``python -m tools.bench``. Its arguments size the measurement.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep, time

from companion.engine import Game, legal_moves
from companion.simulation.games import InMemory
from hardware import FakeTray
from tools.bench import games
from tools.bench.figures import Figure, Pairs, with_progress
from tools.bench.harness import Subprocess, checkout, display, run_task, start_task
from tools.bench.references import steadiness

Costs = dict[int, float]
"""Seconds per move, or a ratio, by the number of earlier moves."""
FEWER = 6
"""Number of measurements of which one is drawn, too: it takes long and is not judged."""

Interval = tuple[float, float]


def tap(rounds: int = 5, taps: int = 120, moves: int = 200) -> list[Figure]:
    """Measure a tap without the commit, beside a bare screen on which a tap changes as much.

    A tap lasts from lifting the finger to the first frame that shows the stored move. It is
    measured in processor time, without waiting for the disk and unaffected by other programs.
    """
    tails: list[float] = []

    def ours(game: Path, *, drawn: bool) -> list[float]:
        count = -(-taps // FEWER) if drawn else taps
        seen = run_task("ui.measure_taps", game, 1, count, drawn=drawn)
        seconds = without_commit(seen)
        if not drawn:
            tails.append(_percentile_99(seconds) / median(seconds))
        return seconds

    not_drawn, drawn = _beside_bare_screen("tap", ours, ("taps", taps), rounds, moves)
    tail = median(tails)
    return [
        not_drawn.figure("tap", "ms CPU", "bare Kivy", 1000),
        steadiness("tap", 1000 * median(not_drawn.reference)),
        Figure("tap, slowest of 100", f"{tail:.2f} medians", "its median", tail),
        drawn.figure("tap, drawn", "ms CPU", "bare Kivy", 1000),
    ]


def purchase(rounds: int = 5, taps: int = 60) -> list[Figure]:
    """Measure a tap that buys, without the commit, beside the same pictures in plain Kivy.

    The reference knows both pictures and sets what differs: no rules, no layout, no texts to make.
    """
    ours, by_hand = list[float](), list[float]()
    with display(), TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), 20)
        for _ in with_progress(range(rounds), "purchase"):
            seen = run_task("ui.measure_purchases", scratch, game, taps, drawn=False)
            ours.append(median(seen))
            by_hand.append(median(run_task("by_hand.measure", scratch, taps, drawn=False)))
    return [Pairs(ours, by_hand).figure("purchase", "ms CPU", "by hand", 1000)]


def beside(commit: str, rounds: int = 5, taps: int = 120, moves: int = 200) -> list[Figure]:
    """Measure a tap in turns with that of another commit, each with its own bench."""
    ours, theirs = list[float](), list[float]()
    with display(), checkout(commit) as tree, TemporaryDirectory() as scratch:
        folders = {None: Path(scratch, "ours"), tree: Path(scratch, "theirs")}
        for folder in folders.values():
            games.ledger_with(folder, moves)
        for _ in with_progress(range(rounds), "beside"):
            for (one, folder), found in zip(folders.items(), (ours, theirs), strict=True):
                seen = run_task("ui.measure_taps", folder, 1, taps, drawn=False, tree=one)
                found.append(median(without_commit(seen)))
    return [Pairs(ours, theirs).figure("beside", "ms CPU", commit, 1000)]


def layers(taps: int = 120, moves: int = 200) -> list[Figure]:
    """Show where a tap goes, layer by layer, for each page; the commit is in it.

    The last one is that of play in the server of a browser.
    """
    with display(), TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), moves)
        pages = run_task("ui.measure_layers", scratch, game, taps, drawn=False)
        pages["browser"] = run_task("served.measure_layers", scratch, game, taps)
    return [
        Figure(
            f"layers, {page}",
            ours=", ".join(f"{layer} {spent:.2f}" for layer, spent in found.items()),
            reference="ms CPU",
            value=sum(found.values()),
        )
        for page, found in pages.items()
    ]


def without_commit(seen: Mapping[str, list[float]]) -> list[float]:
    """Return the seconds of taps without those of storing their moves."""
    pairs = zip(seen["shown"], seen["committed"], strict=True)
    return [shown - committed for shown, committed in pairs]


def motion(rounds: int = 5, moments: int = 3, frames: int = 300, moves: int = 60) -> list[Figure]:
    """Measure frames while a moment plays, beside a bare screen that moves some widgets.

    In the frames dice land, a token slides and chips fly. All of it is processor time.
    """
    slowest: list[float] = []

    def ours(game: Path, *, drawn: bool) -> list[float]:
        count = -(-moments // FEWER) if drawn else moments
        seconds: list[float] = run_task("ui.measure_frames", game, 1, count, drawn=drawn)
        if not drawn:
            slowest.append(1000 * max(seconds))
        return seconds

    not_drawn, drawn = _beside_bare_screen("motion", ours, ("frames", frames), rounds, moves)
    most = median(slowest)
    return [
        not_drawn.figure("motion", "ms CPU", "bare Kivy", 1000),
        steadiness("motion", 1000 * median(not_drawn.reference)),
        Figure("motion, slowest frame", f"{most:.1f} ms CPU", "none longer", most),
        drawn.figure("motion, drawn", "ms CPU", "bare Kivy", 1000),
    ]


def _beside_bare_screen(
    row: str,
    ours: Callable[..., list[float]],
    bare: tuple[str, int],
    rounds: int,
    moves: int,
) -> tuple[Pairs, Pairs]:
    """Measure alternately with ``ours`` and on a bare screen, not drawn and drawn.

    ``bare`` is what to measure there, and how often. Return the medians of the rounds.
    """
    sides: dict[bool, tuple[list[float], list[float]]] = {False: ([], []), True: ([], [])}
    task, count = bare
    with display(), TemporaryDirectory() as scratch:
        games.ledger_with(Path(scratch), moves)
        for _ in with_progress(range(rounds), row):
            for drawn, (mine, others) in sides.items():
                mine.append(median(ours(Path(scratch), drawn=drawn)))
                reference = run_task(f"window.measure_bare_{task}", count, drawn=drawn)
                others.append(median(reference))
    return Pairs(*sides[False]), Pairs(*sides[True])


def _percentile_99(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=100)[98]


def start_up(rounds: int = 9, moves: int = 2000) -> list[Figure]:
    """Measure the time from the start of the process to the first frame, beside a bare window.

    The time until the table can be touched is shown: its ledger is opened behind the first frame.
    The first round, with cold caches, does not count.
    """
    ours, tables, bare = [], [], []
    with display(), TemporaryDirectory() as scratch:
        games.ledger_with(Path(scratch), moves)
        for _ in with_progress(range(rounds + 1), "start"):
            with start_task("window.run_bare") as program:
                bare.append(program.ready())
            with Subprocess("companion", "play", "--data", scratch, "--no-tray") as program:
                ours.append(program.first_frame())
                tables.append(program.ready())
    return [
        Pairs(ours[1:], bare[1:]).figure("start", "s", "bare Kivy"),
        Pairs(tables[1:], bare[1:]).figure("start, table", "s", "bare Kivy"),
    ]


def memory(rounds: int = 5, moves: int = 2000, bare_seconds: float = 2.0) -> list[Figure]:
    """Measure peaks of resident memory beside a bare window."""
    peaks, bare = [], []
    with display(), TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), moves)
        for _ in with_progress(range(rounds), "memory"):
            peaks.append(run_task("ui.measure_memory", scratch, game))
            with start_task("window.run_bare") as program:
                program.ready()
                sleep(bare_seconds)
                bare.append(float(program.end()["peak"]))
    return [Pairs(peaks, bare).figure("memory", "MB", "bare Kivy")]


def idle(rounds: int = 5, seconds: float = 8.0, settle_seconds: float = 5.0) -> list[Figure]:
    """Measure the load of the idle bank in percent of one processor, beside a bare window.

    Both run at once, and the difference is judged. A simulated tray is connected. No interval
    includes the end of a minute, when the clock on the screen is drawn.
    """
    with display(), TemporaryDirectory() as scratch, FakeTray() as tray, ExitStack() as running:
        games.ledger_with(Path(scratch), 200)
        ours = start_task("ui.run_idle", "--data", scratch, "--tray", tray.path)
        programs = [running.enter_context(each) for each in (ours, start_task("window.run_bare"))]
        for program in programs:
            program.ready()
        sleep(settle_seconds)
        measured = list(_loads(programs, rounds, seconds))
        frames = ours.end()["drawn"]
    drawn = sum(began < frame < ended for frame in frames for (began, ended), _ in measured)
    bank, bare = zip(*(loads for _, loads in measured), strict=True)
    more = median(loads[0] - loads[1] for _, loads in measured)
    return [
        Figure("idle", f"{median(bank):.1f} %", f"bare Kivy: {median(bare):.1f} %", more),
        Figure("idle, frames drawn", f"{drawn}", "nothing happens", drawn),
    ]


def _loads(
    programs: list[Subprocess], rounds: int, seconds: float
) -> Iterator[tuple[Interval, list[float]]]:
    for _ in with_progress(range(rounds), "idle"):
        if (left := 60 - time() % 60) < seconds + 1:
            sleep(left + 1)
        began, before = monotonic(), [program.cpu() for program in programs]
        sleep(seconds)
        spent = [p.cpu() - earlier for p, earlier in zip(programs, before, strict=True)]
        yield (began, monotonic()), [100 * each / seconds for each in spent]


# --- longer games ----------------------------------------------------------------


def scale(
    rounds: int = 5,
    moves: int = 100,
    taps: int = 40,
    lengths: Sequence[int] = (10, 100, 1000, 10_000),
) -> list[Figure]:
    """Measure processor time in longer games; judge the slowest.

    The rules are compared with the same position without a past, because longer games have more on
    the board; the screen, which is not drawn, is compared with the shortest game.
    """
    positions = {length: _position_after(length) for length in lengths}

    def move_beside_no_past(length: int) -> float:
        game = positions[length]
        return _seconds_per_move(game, moves) / _seconds_per_move(replace(game, past=None), moves)

    ratios = _medians(lengths, move_beside_no_past, rounds)
    with display(), TemporaryDirectory() as scratch:
        for length in lengths:
            games.ledger_with(Path(scratch, f"{length}"), length)

        def tap_after(length: int) -> float:
            folder = Path(scratch, f"{length}")
            return float(median(run_task("ui.measure_taps", folder, 1, taps, drawn=False)["shown"]))

        shortest, *longer = _medians(lengths, tap_after, rounds).values()
    return [
        Figure(
            "scale, engine",
            ours=", ".join(f"{length}: {ratio:.2f}x" for length, ratio in ratios.items()),
            reference="no past",
            value=max(ratios.values()),
        ),
        Figure(
            "scale, screen",
            ours=" ".join(f"{1000 * cost:.2f}" for cost in longer) + " ms CPU",
            reference=f"{lengths[0]}: {1000 * shortest:.2f} ms CPU",
            value=max(longer) / shortest,
        ),
    ]


def _position_after(moves: int) -> Game:
    table = InMemory(games.setup())
    games.play(table, moves)
    return table.game


def _seconds_per_move(game: Game, moves: int) -> float:
    """Return the processor time per move from ``game`` on.

    As many moves are played before: the first card drawn takes the whole past, once.
    """
    table = InMemory(game.setup)
    table.game = game
    playing = games.endless(table)
    for _ in islice(playing, moves):
        pass
    began = process_time()
    for after in islice(playing, moves):
        list(legal_moves(after))
    return (process_time() - began) / moves


def _medians(sizes: Sequence[int], measure: Callable[[int], float], rounds: int) -> Costs:
    """Measure all sizes in each round, so that a busy moment affects all of them."""
    measured = [
        {size: measure(size) for size in sizes} for _ in with_progress(range(rounds), "scale")
    ]
    return {size: median(costs[size] for costs in measured) for size in sizes}
