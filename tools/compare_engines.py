"""Compare the moves a second of scripted players with those of an earlier commit.

``python -m tools.compare_engines COMMIT`` plays the same games with both in turns, in processes of
their own, and prints the median of the ratios of processor time.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

HERE = Path(__file__).parents[1]


def play(games: int) -> None:
    """Play with the engine on the path; print the seconds, the moves and who won."""
    from companion.engine.notation import parse_header

    simulation: Any
    try:
        simulation = import_module("companion.simulation.games")
    except ImportError:  # An engine before 0.3.
        simulation = import_module("companion.simulation")

    simulation.ADDITIONS = 1  # The speed of the machine is not asked for.
    setup = parse_header("edition: 1961\nplayers: Ann, Bob, Cy, Dee\ncards: program\n")
    looks = simulation.Looks(laws=False)
    began = process_time()
    tally = simulation.simulate(setup, games, 0, 2000, None, looks)
    print(json.dumps([process_time() - began, tally.moves, tally.winners]))


def played(tree: Path, games: int) -> list[Any]:
    """Return what ``play`` prints with the engine in ``tree``."""
    command = [sys.executable, __file__, "--play", str(games)]
    env = {**os.environ, "PYTHONPATH": str(tree)}
    found = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return list(json.loads(found.stdout))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument(
        "--play", type=int, help="play a number of games with the engine on the path"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    if options.play:
        play(options.play)
        return
    ratios = []
    with TemporaryDirectory() as folder:
        archive = subprocess.check_output(["git", "archive", options.commit], cwd=HERE)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        for _ in range(options.rounds):
            before, *games_before = played(Path(folder), options.games)
            now, *games_now = played(HERE, options.games)
            if games_now != games_before:
                raise SystemExit("The two play other games: their times cannot be compared.")
            ratios.append(before / now)
            print(f"{games_now[0]} moves, {games_now[0] / now:,.0f} a second: {ratios[-1]:.2f}")
    print(f"median {median(ratios):.2f}")


if __name__ == "__main__":
    main()
