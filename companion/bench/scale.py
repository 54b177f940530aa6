"""Processor time of rules and screen for more players and longer games."""

from collections.abc import Callable
from dataclasses import replace
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
from companion.engine import Game, Setup, legal_moves, start
from companion.simulation import InMemory

PLAYERS, LENGTHS = (2, 4, 8, 12), (10, 100, 1000, 10_000)
ROUNDS, MOVES, TAPS = 5, 100, 40
Costs = dict[int, float]
"""Seconds per move, or a ratio, by the number of players or of earlier moves."""


def measure() -> list[Figure]:
    """Measure every size and compare the slowest with the smallest; players are counted per head.

    For the length of games, the rules are compared with the same position without a past, because
    longer games have more on the board; the screen is compared with the shortest game.
    """
    players = _medians(PLAYERS, _engine_of)
    engine = _by_the_head("engine", players), _engine_by_length()
    with display():
        screen = _screen(PLAYERS, lambda size: (LENGTHS[1], size)), _screen(LENGTHS, _of_four)
    return [*engine, _by_the_head("screen", screen[0]), _figure("scale, screen, a move", screen[1])]


def _of_four(length: int) -> tuple[int, int]:
    return length, 4


def _figure(name: str, costs: Costs) -> Figure:
    smallest, *others = costs.values()
    said = " ".join(f"{1000 * cost:.2f}" for cost in others)
    reference = f"{next(iter(costs))}: {1000 * smallest:.2f} ms"
    return Figure(name, f"{said} ms", reference, max(others) / smallest)


def _by_the_head(what: str, costs: Costs) -> Figure:
    return _figure(f"scale, {what}, a player", {n: cost / n for n, cost in costs.items()})


def _engine_of(players: int) -> float:
    return _listed(start(_table(players)))


def _engine_by_length() -> Figure:
    positions = {length: _after(length) for length in LENGTHS}

    def beside_no_past(length: int) -> float:
        game = positions[length]
        return _listed(game) / _listed(replace(game, past=None))

    ratios = _medians(LENGTHS, beside_no_past)
    said = ", ".join(f"{length}: {ratio:.2f}x" for length, ratio in ratios.items())
    return Figure("scale, engine, a move", said, "no past", max(ratios.values()))


def _after(length: int) -> Game:
    table = InMemory(_table(4))
    games.play(table, length)
    return table.game


def _table(players: int) -> Setup:
    return games.setup(players, "1934")


def _listed(game: Game) -> float:
    """Return the processor time per move from ``game`` on."""
    table = InMemory(game.setup)
    table.game = game
    began = process_time()
    for after in islice(games.endless(table), MOVES):
        list(legal_moves(after))
    return (process_time() - began) / MOVES


def _screen(sizes: tuple[int, ...], table: Callable[[int], tuple[int, int]]) -> Costs:
    with TemporaryDirectory() as scratch:
        for size in sizes:
            games.ledger_with(Path(scratch, f"{size}"), *table(size))
        return _medians(sizes, lambda size: _taps(Path(scratch, f"{size}")))


def _taps(folder: Path) -> float:
    return float(median(run("taps", folder, 1, TAPS)["seen"]))


def _medians(sizes: tuple[int, ...], cost: Callable[[int], float]) -> Costs:
    """Measure all sizes in each round, so that a busy moment affects all of them."""
    rounds = [{size: cost(size) for size in sizes} for _ in watched(range(ROUNDS), "scale")]
    return {size: median(costs[size] for costs in rounds) for size in sizes}
