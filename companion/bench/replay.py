"""Speed of resuming a game, beside the speed of playing one."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench import engine, games
from companion.bench.figures import Figure, Pairs
from companion.ledger.ledger import Ledger
from companion.ui.session import Session

ROUNDS, MOVES = 5, 2000


def measure() -> list[Figure]:
    """Measure moves per second of both alternately."""
    resumed, played = [], []
    with TemporaryDirectory() as scratch:
        number = games.ledger_with(Path(scratch), MOVES)
        with Ledger.open(Path(scratch)) as ledger:
            for seed in range(ROUNDS):
                tally = engine.played(seed)
                played.append(tally.moves / tally.seconds)
                resumed.append(_resumed(ledger, number))
    return [Pairs(resumed, played).figure("replay", "moves/s", "the engine")]


def _resumed(ledger: Ledger, number: int) -> float:
    began = perf_counter()
    session = Session.resume(ledger, number)
    return len(session.history) / (perf_counter() - began)
