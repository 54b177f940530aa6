"""Measure the chances of winning on games that no weight was fitted on."""

import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from companion.engine import Setup, board, edition, start
from companion.engine.bots import STYLES
from companion.engine.moves import Roll
from companion.engine.phases import Over, ToThrow
from companion.odds.chances import chances, luck
from companion.simulation.games import InMemory, evening
from companion.simulation.jobs import cores, in_order
from tests.sizes import sizes
from tests.tree import ROOT, read
from tools.rated_games import TURNS, played, played_on, temperament

pytestmark = pytest.mark.timeout(7200)

Record = Callable[..., None]
GAMES, POSITIONS, ROLLOUTS, ROLLS = 1000, 200, 400, 8
WORST = 0.20
"""Greatest distance of a chance from that of full rollouts."""
FAR = 0.04
"""Greatest distance of a tenth of the predictions from what came."""
FAR_BETWEEN = 0.05
"""The same for other numbers of players, of which fewer games were fitted, or none."""
NAMES = ("Ann", "Bob", "Cy", "Dee")
SETUP = Setup(NAMES, edition.load("1961"), board.load("atlantic-city"), rent="automatic")


@pytest.mark.hours
@pytest.mark.parametrize("players", range(2, 9))
def test_what_is_predicted_comes_as_often(players: int, record_figures: Record) -> None:
    from tools import fit_chances  # needs NumPy, which only the long run installs

    games = {players: GAMES}
    data = fit_chances.collect(fit_chances.turns_of, fit_chances.HELD_OUT, games, cores())
    ours, worth, far = fit_chances.judged(fit_chances.packaged(), data)
    figures = {"loss": ours, "worth": worth, "far": far}
    record_figures("chances", **{f"{name}_{players}": value for name, value in figures.items()})
    far_most, worth_most = (FAR, 0.78) if players in (2, 4, 6) else (FAR_BETWEEN, 0.80)
    assert far <= far_most
    assert ours <= worth_most * worth
    assert players != 4 or ours <= 0.78


@pytest.mark.slow
def test_a_fit_is_the_same_when_it_is_repeated(tmp_path: Path) -> None:
    found = []
    for number in range(2):
        path = tmp_path / f"{number}.toml"
        command = [sys.executable, "-m", "tools.fit_chances", "--share", "0.005", "-o", path]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        found.append(read(path))
    assert found[0] == found[1]
    assert tomllib.loads(found[0])["games"]["players"] == [2, 8]


@pytest.mark.hours
def test_chances_are_those_of_full_rollouts(record_figures: Record) -> None:
    with in_order(differences, range(POSITIONS), cores()) as results:
        found = [difference for some in results for difference in some]
    record_figures(
        "chances",
        mean_rollout=mean(found),
        worst_rollout=max(found),
        positions=POSITIONS,
        rollouts=ROLLOUTS,
    )
    assert mean(found) <= 0.05
    if max(found) > WORST:
        pytest.xfail(f"the worst of all is off by {max(found):.2f}; {WORST} is wanted")


def differences(number: int) -> list[float]:
    """Return how far everybody's chance is from full rollouts of one position of four players."""
    seed = f"full rollouts/{number}"
    rolls = [game for game in played(seed, 4)[:-1] if isinstance(game.phase, ToThrow)]
    game = Random(seed).choice(rolls)
    wins: defaultdict[str, float] = defaultdict(float)
    for rollout in range(ROLLOUTS):
        random = Random(f"{seed}/{rollout}")
        styles = {name: temperament(random) for name in game.players}
        end = played_on(game, f"{seed}/{rollout}", styles)
        if isinstance(end.phase, Over):  # A few games never end.
            for name in end.phase.winners:
                wins[name] += 1
    ended = sum(wins.values())
    return [abs(chance - wins[name] / ended) for name, chance in chances(game).items()]


@pytest.mark.parametrize("games", sizes(slow=100, hours=GAMES))
def test_luck_is_nothing_on_average(games: int, record_figures: Record) -> None:
    by_seat: defaultdict[str, list[float]] = defaultdict(list)
    by_style: defaultdict[str, list[float]] = defaultdict(list)
    with in_order(lucky_rolls, range(games), cores()) as results:
        for rolls in results:
            for seat, style, gain in rolls:
                by_seat[seat].append(gain)
                by_style[style].append(gain)
    groups = [*by_seat.values(), *by_style.values()]
    errors = [abs(mean(gains)) / (stdev(gains) / sqrt(len(gains))) for gains in groups]
    record_figures("chances", luck_errors=max(errors), gains=sum(map(len, by_seat.values())))
    assert max(errors) <= 3


def lucky_rolls(number: int) -> list[tuple[str, str, float]]:
    """Return some rolls of one game: who rolled, of what temperament, and what it gave."""
    seed, table = f"luck/{number}", InMemory(SETUP)
    kinds = [*STYLES] * 2
    temper = dict(zip(NAMES, kinds[number % 3 :], strict=False))
    styles = {name: STYLES[kind] for name, kind in temper.items()}
    positions = [start(SETUP), *evening(table, seed, TURNS, styles)]
    before = [game for game in positions[:-1] if isinstance(game.phase, ToThrow)]
    random = Random(seed)
    found = []
    for game in (random.choice(before) for _ in range(ROLLS)):
        # A roll of its own: the one that was rolled ends the game more often than it should.
        move = Roll(game.turn.player, (random.randint(1, 6), random.randint(1, 6)))
        gains = luck(game, move)
        found += [(name, temper[name], gain) for name, gain in gains.items()]
    return found
