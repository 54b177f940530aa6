"""Time to store a move in a ledger with many games, beside one in an empty ledger."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.bench import games
from companion.bench.commit import Timed
from companion.bench.figures import Figure, Pairs
from companion.bench.progress import watched
from companion.ledger.ledger import Ledger
from companion.ui.session import Session

ROUNDS, MOVES = 9, 40
GAMES, MOVES_A_GAME = 200, 500


def measure() -> list[Figure]:
    """Measure both ledgers alternately."""
    with ExitStack() as opened:
        folders = [Path(opened.enter_context(TemporaryDirectory())) for _ in range(2)]
        full, empty = (opened.enter_context(Ledger.open(folder)) for folder in folders)
        _fill(full)
        rounds = list(_rounds(full, empty))
    pairs = Pairs([full for full, _ in rounds], [empty for _, empty in rounds])
    return [pairs.figure("growth", "ms", "in an empty ledger", 1000)]


def _fill(ledger: Ledger) -> None:
    for number in watched(range(GAMES), "growth"):
        with ledger.transaction():
            games.play(Session.begin(ledger, games.setup()), MOVES_A_GAME, f"{number}")


def _rounds(full: Ledger, empty: Ledger) -> Iterator[tuple[float, float]]:
    tables = [Timed(Session.begin(ledger, games.setup())) for ledger in (full, empty)]
    played = [games.endless(table) for table in tables]
    for _ in watched(range(ROUNDS), "growth"):
        for table in tables:
            table.seconds.clear()
        for _ in range(MOVES):
            # Alternate moves, so that other load affects both.
            for moves in played:
                next(islice(moves, 1))
        in_full, in_empty = (median(table.seconds) for table in tables)
        yield in_full, in_empty
