"""What more players and longer games cost: the rules and the screen, in processor time."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from companion.bench import games
from companion.bench.display import display
from companion.bench.figures import Figure
from companion.bench.program import run
from companion.bench.progress import watched
from companion.cli.simulate import InMemory
from companion.engine import Game, Setup, legal_moves

PLAYERS, LENGTHS = (2, 4, 8, 12), (10, 100, 1000, 10_000)
ROUNDS, MOVES, TAPS = 5, 100, 40
Costs = dict[int, float]
"""Seconds of a move by the number of players, or of moves before it."""


def measure() -> list[Figure]:
    """The dearest of all sizes beside the smallest; players by the head."""
    engine = _engine_by_players(), _engine_by_length()
    with display():
        screen = _screen(PLAYERS, lambda size: (LENGTHS[1], size)), _screen(LENGTHS, _of_four)
    return [
        figure
        for what, (by_players, by_length) in (("engine", engine), ("screen", screen))
        for figure in (
            _figure(f"scale, {what}, a player", {n: s / n for n, s in by_players.items()}),
            _figure(f"scale, {what}, a move", by_length),
        )
    ]


def _of_four(length: int) -> tuple[int, int]:
    return length, 4


def _figure(name: str, costs: Costs) -> Figure:
    smallest, *others = costs.values()
    said = " ".join(f"{1000 * cost:.2f}" for cost in others)
    reference = f"{next(iter(costs))}: {1000 * smallest:.2f} ms"
    return Figure(name, f"{said} ms", reference, max(others) / smallest)


def _engine_by_players() -> Costs:
    def cost(players: int) -> float:
        return _listed(games.endless(InMemory(_table(players))))

    return _medians(PLAYERS, cost)


def _engine_by_length() -> Costs:
    def cost(length: int) -> float:
        moves = games.endless(InMemory(_table(4)))
        for _ in islice(moves, length):
            pass
        return _listed(moves)

    return _medians(LENGTHS, cost)


def _table(players: int) -> Setup:
    return games.setup(players, "1934")


def _listed(moves: Iterator[Game]) -> float:
    began = process_time()
    for game in islice(moves, MOVES):
        list(legal_moves(game))
    return (process_time() - began) / MOVES


def _screen(sizes: tuple[int, ...], table: Callable[[int], tuple[int, int]]) -> Costs:
    with TemporaryDirectory() as scratch:
        for size in sizes:
            games.ledger_with(Path(scratch, f"{size}"), *table(size))
        return _medians(sizes, lambda size: _taps(Path(scratch, f"{size}")))


def _taps(folder: Path) -> float:
    return float(median(run("taps", folder, 1, TAPS)["seen"]))


def _medians(sizes: tuple[int, ...], cost: Callable[[int], float]) -> Costs:
    """Round by round, so that a busy moment meets all sizes."""
    rounds = [{size: cost(size) for size in sizes} for _ in watched(range(ROUNDS), "scale")]
    return {size: median(costs[size] for costs in rounds) for size in sizes}
