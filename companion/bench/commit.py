"""Time to store a move durably, beside the same rows without the ledger."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from companion.bench import games
from companion.bench.figures import Figure, Pairs
from companion.bench.progress import watched
from companion.bench.raw import Raw
from companion.engine.moves import Move
from companion.engine.state import Game
from companion.ledger.ledger import Ledger
from companion.ui.session import Session, Source

ROUNDS, MOVES = 9, 60


class Timed:
    """A table that measures how long each move takes to be stored."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.seconds: list[float] = []

    @property
    def game(self) -> Game:
        """Current position."""
        return self._session.game

    def play(self, move: Move, source: Source) -> None:
        """Play ``move`` and measure it."""
        began = perf_counter()
        self._session.play(move, source)
        self.seconds.append(perf_counter() - began)


def measure() -> list[Figure]:
    """Store every move in both databases alternately."""
    with TemporaryDirectory() as scratch, Ledger.open(Path(scratch, "data")) as ledger:
        session = Session.begin(ledger, games.setup())
        with Raw(Path(scratch, "raw.db"), ledger) as raw:
            rounds = list(_rounds(session, raw))
    pairs = Pairs([ours for ours, _ in rounds], [bare for _, bare in rounds])
    return [pairs.figure("commit", "ms", "raw sqlite3", 1000)]


def _rounds(session: Session, raw: Raw) -> Iterator[tuple[float, float]]:
    table = Timed(session)
    moves = games.endless(table)
    raw.commit(session.game_number, 0)
    for _ in watched(range(ROUNDS), "commit"):
        table.seconds.clear()
        floor = [
            raw.commit(session.game_number, len(session.history)) for _ in islice(moves, MOVES)
        ]
        yield median(table.seconds), median(floor)
