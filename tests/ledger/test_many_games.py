"""Years of evenings in one file: a move is booked as quickly as in the first, and no more memory is
needed for it. The figures are printed; what is asserted leaves room for a busy machine."""

import json
import subprocess
import sys
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from companion.engine import board, edition
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.simulation import evening
from companion.table.session import Session

SETUP = Setup(("Ann", "Bob", "Cy", "Dee"), edition.load("1961"), board.load("atlantic-city"))
GAMES, MOVES = 200, 100_000
ROUNDS, COMMITS = 9, 30

# A program of its own that does what the table does when it is switched on.
SWITCHES_ON = """
import json, pathlib, sys, time
from companion.table.session import Session
from companion.ledger.ledger import Ledger
began = time.perf_counter()
ledger = Ledger.open(pathlib.Path(sys.argv[1]))
opened = time.perf_counter()
game = ledger.latest_unfinished()
found = time.perf_counter()
moves = len(Session.resume(ledger, game).history)
resumed = time.perf_counter()
peak = [line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1]
told = {"game": game, "moves": moves, "megabytes": int(peak) / 1024, "open": opened - began}
print(json.dumps(told | {"which": found - opened, "resume": resumed - found}))
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A ledger of 200 games, the last not over, and one that has nothing but that."""
    found = {name: tmp_path_factory.mktemp(name) for name in ("many", "one")}
    with Ledger.open(found["many"]) as ledger:
        for number in range(1, GAMES):
            with ledger.transaction():
                play(Session.begin(ledger, SETUP), str(number))
        count = ledger.query(lambda db: db.table("moves").count)
    size = (found["many"] / "ledger.db").stat().st_size
    print(f"{GAMES - 1} games, {count} moves, {size / 1e6:.0f} MB")
    assert count >= MOVES
    for folder in found.values():
        with Ledger.open(folder) as ledger, ledger.transaction():
            play(Session.begin(ledger, SETUP), "the last", moves=300)
    return found


def play(session: Session, seed: str, moves: int | None = None) -> None:
    """Scripted players, to the end of the game or of the moves."""
    for _ in islice(evening(session, seed, 9999), moves):
        pass


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_move_is_booked_as_quickly_as_in_an_empty_ledger(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    with Ledger.open(folders["many"]) as many, Ledger.open(tmp_path) as empty:
        sessions = [Session.begin(ledger, SETUP) for ledger in (many, empty)]
        rounds = [
            [commits(session, f"{number}") for session in sessions] for number in range(ROUNDS)
        ]
    ratios = sorted(big / small for big, small in rounds)
    print(f"commits of {ROUNDS} rounds, many games to none: {median(ratios):.2f}, {ratios}")
    print(f"median in ms: {[1000 * median(seconds) for seconds in zip(*rounds, strict=True)]}")
    assert median(ratios) < 1.5


def commits(session: Session, seed: str) -> float:
    """The median of the seconds that a move takes to be booked."""
    seconds, began = [], perf_counter()
    for _ in islice(evening(session, seed, 9999), COMMITS):
        seconds.append(perf_counter() - began)
        began = perf_counter()
    assert len(seconds) == COMMITS
    return median(seconds)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_is_switched_on_with_no_more_memory(folders: dict[str, Path]) -> None:
    told = {name: switched_on(folder) for name, folder in folders.items()}
    print(told)
    assert told["many"]["game"] >= GAMES
    assert told["many"]["moves"] > 200
    assert told["many"]["megabytes"] < 1.5 * told["one"]["megabytes"]
    assert told["many"]["resume"] < 3 * told["one"]["resume"] + 0.5


def switched_on(folder: Path) -> dict[str, float]:
    command = [sys.executable, "-c", SWITCHES_ON, str(folder)]
    return dict(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))
