"""Fit the weights of ``companion/odds/chances.toml`` on simulated games, and measure them.

``OPENBLAS_NUM_THREADS=1 python -m tools.fit_chances`` plays the games, fits the weights and writes
the file, in half an hour of processor time; everything follows from ``SEED``. Several threads may
add in another order, which changes the last digits. With ``--share 0.01 -o FILE`` it does the same
with a hundredth of the games, to try the command itself.
``tests/odds/test_figures.py`` measures the packaged weights on games that no weight was
fitted on.

Temperaments are drawn for every player of every game, and so are edition, board, house rules and
the way rent is asked for, so that no style and no sheet is learnt by heart. Some positions of each
game are played on by other players, with temperaments drawn anew: a chance says what an average
player would make of the position, not who has played that far.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from scipy.optimize import minimize

from companion.engine import Game, board, valuation
from companion.engine.phases import Over, ToThrow
from companion.odds.features import features
from companion.odds.model import packaged_weights
from companion.report.markov import shares
from companion.simulation.jobs import cores, in_order
from tests.tree import ROOT, read
from tools.rated_games import HOUSE_RULES, played, played_on, temperament

TARGET = ROOT / "companion/odds/chances.toml"
TEMPLATE = ROOT / "tools/chances_template.toml"
"""Head of the file: what it says about itself, with places for the figures."""
SEED = "exp"
GAMES = {2: 2750, 3: 2750, 4: 4000, 5: 1000, 6: 2500, 8: 750}
"""Number of games by the number of players."""
POSITIONS, PLAYED_ON = 8, 3
"""Positions taken from each game, and those that other players play on."""
WEIGHT = 3
"""Weight in the fit of a position that was played on, in games of more than two players."""
WEIGHT_OF_TWO = 0.5
"""The same for two: who leads is more often the better one, and others who play on hide it."""
HIDDEN, PENALTY, STEPS = 4, 1e-3, 200
"""Units of the hidden layer, penalty on squared weights, and steps of the fit."""
HELD_OUT = "held out"
"""Seed of the games that measure; no weight was fitted on them."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Position with the features of everybody in the game, and who won it."""

    own: np.ndarray
    table: np.ndarray
    worth: np.ndarray
    won: int
    weight: float = 1


def samples(prefix: str, players: int, number: int) -> list[Sample]:
    """Return positions of one game, many before a roll, with who won it, or won when played on.

    Open offers are left out: the estimate weighs both answers (see ``chances.estimate``).
    """
    seed = f"{prefix}/{players}/{number}"
    positions = played(seed, players)
    if not isinstance(positions[-1].phase, Over):
        return []
    (winner, *_), random = positions[-1].phase.winners, Random(f"{seed}/positions")
    rolls = [game for game in positions if isinstance(game.phase, ToThrow)]
    chosen = [random.choice(rolls) for _ in range(POSITIONS // 2)]
    chosen += [random.choice(positions[:-1]) for _ in range(POSITIONS - len(chosen))]
    found = [(game, winner, 1.0) for game in chosen]
    for part in range(PLAYED_ON):
        game = random.choice(rolls if part < PLAYED_ON - 1 else positions[:-1])
        others = {name: temperament(random) for name in game.players}
        end = played_on(game, f"{seed}/{part}", others)
        if isinstance(end.phase, Over):  # A few games never end.
            found.append((game, end.phase.winners[0], WEIGHT if players > 2 else WEIGHT_OF_TWO))
    return [_sample(game, won, weight) for game, won, weight in found if not game.offer]


def turns_of(prefix: str, players: int, number: int) -> list[Sample]:
    """Return the positions of one game before the first roll of each turn."""
    positions = played(f"{prefix}/{players}/{number}", players)
    if not isinstance(positions[-1].phase, Over):
        return []
    winner = positions[-1].phase.winners[0]
    found, last = [], 0
    for game in positions:
        if isinstance(game.phase, ToThrow) and game.turn.number > last:
            last = game.turn.number
            found.append(game)
    return [_sample(game, winner) for game in found]


def _sample(game: Game, winner: str, weight: float = 1) -> Sample:
    own, table = features(game)
    worth = [valuation.worth(game, name) for name in own]
    return Sample(
        np.array([*own.values()], np.float32),
        np.array(table, np.float32),
        np.array(worth, np.float32),
        [*own].index(winner),
        weight,
    )


@dataclass
class Data:
    """Many samples as arrays, padded to eight players."""

    own: np.ndarray
    table: np.ndarray
    there: np.ndarray
    worth: np.ndarray
    won: np.ndarray
    weight: np.ndarray


def collect(make, prefix: str, games: dict[int, int], jobs: int) -> Data:
    """Play the games and return their samples."""
    found: list[Sample] = []
    for players, count in games.items():
        with in_order(partial(make, prefix, players), range(count), jobs) as results:
            for some in results:
                found += some
        print(f"{players} players: {count} games", file=sys.stderr, flush=True)
    return gathered(found)


def gathered(found: list[Sample]) -> Data:
    """Return samples as arrays."""
    most = max(len(one.own) for one in found)
    shape = (len(found), most)
    own = np.zeros((*shape, found[0].own.shape[1]), np.float32)
    worth, there = np.zeros(shape, np.float32), np.zeros(shape, bool)
    for i, one in enumerate(found):
        n = len(one.own)
        own[i, :n], worth[i, :n], there[i, :n] = one.own, one.worth, True
    table = np.array([one.table for one in found])
    won, weight = (np.array([getattr(one, name) for one in found]) for name in ("won", "weight"))
    return Data(own, table, there, worth, won, weight)


# --- the fit ---------------------------------------------------------------------------------


def unpacked(flat: np.ndarray, k: int, t: int, h: int) -> Iterator[np.ndarray]:
    sizes = [(h, k), (h, t), (h,), (h,), (k,)]
    at = 0
    for size in sizes:
        n = int(np.prod(size))
        yield flat[at : at + n].reshape(size)
        at += n


@dataclass
class Rows:
    """Scaled features, a row for every player of every position; ``first`` begins a position."""

    own: np.ndarray
    table: np.ndarray
    position: np.ndarray
    first: np.ndarray
    won: np.ndarray
    weight: np.ndarray


def loss(flat, rows: Rows, h, penalty):
    """Return the loss with its gradient."""
    k, t, at = rows.own.shape[1], rows.table.shape[1], rows.position
    a, b, bias, score, direct = unpacked(flat.astype(np.float32), k, t, h)
    u = np.tanh(rows.own @ a.T + (rows.table @ b.T + bias)[at])
    s = u @ score + rows.own @ direct
    e = np.exp(s - np.maximum.reduceat(s, rows.first)[at])
    p = e / np.add.reduceat(e, rows.first)[at]
    value = -(rows.weight * np.log(p[rows.won] + 1e-12)).sum() + penalty * (flat @ flat)
    p[rows.won] -= 1
    d = p * rows.weight[at]
    dz = d[:, None] * score * (1 - u * u)
    dt = np.add.reduceat(dz, rows.first)
    parts = (dz.T @ rows.own).ravel(), (dt.T @ rows.table).ravel(), dt.sum(0), d @ u, d @ rows.own
    return value, np.concatenate(parts).astype(np.float64) + 2 * penalty * flat


def fit(data: Data, h: int, penalty: float, steps: int):
    """Return the weights of the raw features."""
    k, t = data.own.shape[2], data.table.shape[1]
    own, count = data.own[data.there], data.there.sum(1)
    mo, so = own.mean(0), own.std(0) + 1e-6
    mt, st = data.table.mean(0), data.table.std(0) + 1e-6
    first = np.cumsum(count) - count
    rows = Rows(
        own=(own - mo) / so,
        table=(data.table - mt) / st,
        position=np.repeat(np.arange(len(count)), count),
        first=first,
        won=first + data.won,
        weight=(data.weight / data.weight.sum()).astype(np.float32),
    )
    rng = np.random.default_rng(1)
    flat = rng.normal(0, 0.15, h * k + h * t + h + h + k)
    flat[-k:] = 0
    options = {"maxiter": steps}
    found = minimize(loss, flat, (rows, h, penalty), "L-BFGS-B", jac=True, options=options)
    a, b, bias, score, direct = unpacked(found.x, k, t, h)
    bias = bias - a @ (mo / so) - b @ (mt / st)
    return a / so, b / st, bias, score, direct / so


def predicted(weights, data: Data) -> np.ndarray:
    a, b, bias, score, direct = weights
    u = np.tanh(data.own @ a.T + (data.table @ b.T + bias)[:, None, :])
    s = np.where(data.there, u @ score + data.own @ direct, -1e9)
    e = np.exp(s - s.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def by_worth(data: Data) -> np.ndarray:
    worth = np.maximum(data.worth, 1) * data.there
    return worth / worth.sum(1, keepdims=True)


def log_loss(p: np.ndarray, data: Data) -> float:
    return float(-np.log(p[np.arange(len(data.won)), data.won] + 1e-12).mean())


def calibration(p: np.ndarray, data: Data) -> list[tuple[int, float, float]]:
    """Return for each tenth the number of predictions, their mean, and the share that came."""
    won = np.zeros_like(p)
    won[np.arange(len(data.won)), data.won] = 1
    p, won = p[data.there], won[data.there]
    rows = []
    for tenth in range(10):
        inside = (p >= tenth / 10) & (p < (tenth + 1) / 10 + (tenth == 9))
        if inside.any():
            rows.append((int(inside.sum()), float(p[inside].mean()), float(won[inside].mean())))
    return rows


def judged(weights, data: Data) -> tuple[float, float, float]:
    """Return the log loss of the weights, that of the share of worth, and the farthest tenth."""
    p = predicted(weights, data)
    far = max(abs(came - said) for _, said, came in calibration(p, data))
    return log_loss(p, data), log_loss(by_worth(data), data), far


def packaged():
    """Return the packaged weights as arrays."""
    found = packaged_weights()
    return tuple(map(np.array, (found.own, found.table, found.bias, found.score, found.direct)))


# --- the file --------------------------------------------------------------------------------


def write(weights, games: int, penalty: float, target: Path = TARGET) -> None:
    """Write the file of the weights."""
    own, table, bias, score, direct = weights
    landing = shares(board.load("atlantic-city"), "classic")
    text = read(TEMPLATE).format(
        penalty=penalty,
        games=games,
        seed=SEED,
        positions=POSITIONS,
        played_on=PLAYED_ON,
        weight=WEIGHT,
        of_two=WEIGHT_OF_TWO,
        landing=_row(landing, 4)[1:-1].join(("    ", ",")),
        fewest=min(GAMES),
        most=max(GAMES),
        rules="".join(f'    "{rule}",\n' for rule in HOUSE_RULES).rstrip(),
    )
    for name, rows in (("own", own), ("table", table)):
        text += f"{name} = [\n" + "".join(f"    {_row(row)},\n" for row in rows) + "]\n"
    for name, row in (("bias", bias), ("score", score), ("direct", direct)):
        text += f"{name} = {_row(row)}\n"
    target.write_text(text, "utf-8")


def _row(values, digits: int = 5) -> str:
    return "[" + ", ".join(f"{value:.{digits}g}" for value in values) + "]"


def main() -> None:
    """Play the games, fit the weights, and write the file."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("--share", type=float, default=1, help="of the games, from 0 to 1")
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    wanted = parser.parse_args()
    games = {players: max(2, round(wanted.share * count)) for players, count in GAMES.items()}
    data = collect(samples, SEED, games, cores())
    write(fit(data, HIDDEN, PENALTY, STEPS), sum(games.values()), PENALTY, wanted.output)


if __name__ == "__main__":
    main()
