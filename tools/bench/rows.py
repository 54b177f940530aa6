"""Rows without a window: commits, the rules, replay, reports.

Each function measures one row of ``python -m tools.bench``. Its arguments size the measurement.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Self

from companion.engine.moves import Move
from companion.engine.state import Game
from companion.ledger import schema
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.simulation.games import Looks, Tally, simulate
from companion.table.session import Session, Source
from tools.bench import games
from tools.bench.figures import Figure, Pairs, with_progress
from tools.bench.harness import run_task

REFERENCE_ADDITIONS = 10_000_000
"""Additions per second of the machine that the target of ``engine`` is for."""

_PRAGMAS = (
    "locking_mode",
    "journal_mode",
    "synchronous",
    "foreign_keys",
    "recursive_triggers",
    "trusted_schema",
    "cell_size_check",
    "wal_autocheckpoint",
)
_ROWS_OF_A_MOVE = {
    "events": "SELECT * FROM events WHERE game = ? AND move = ? ORDER BY number",
    "moves": "SELECT * FROM moves WHERE game = ? AND number = ?",
}


class TimedTable:
    """A table that measures how long each move takes to be stored."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.seconds: list[float] = []

    @property
    def game(self) -> Game:
        """Position after the last move."""
        return self._session.game

    def play(self, move: Move, source: Source) -> None:
        """Play ``move`` and measure it."""
        began = perf_counter()
        self._session.play(move, source)
        self.seconds.append(perf_counter() - began)


class RawDatabase:
    """Reference for commits: tables and settings of a ledger without triggers or our code."""

    def __init__(self, path: Path, ledger: LedgerReader) -> None:
        self._ledger = ledger
        self._conn = sqlite3.connect(f"{path.as_uri()}?psow=0", uri=True, isolation_level=None)
        for pragma in _PRAGMAS:
            value = self._rows(f"PRAGMA {pragma}")[0][0]
            self._conn.execute(f"PRAGMA {pragma} = {value}").fetchall()
        made = (schema.GAMES, schema.PLAYERS, schema.MOVES, schema.EVENTS, *schema.INDEXES)
        for statement in made:
            self._conn.execute(statement)
        self._insert("games", self._rows("SELECT * FROM games"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._conn.close()

    def commit(self, game: int, move: int) -> float:
        """Store the rows that the ledger has of a move; return the seconds that took."""
        found = {table: self._rows(sql, game, move) for table, sql in _ROWS_OF_A_MOVE.items()}
        began = perf_counter()
        self._conn.execute("BEGIN IMMEDIATE")
        for table, rows in found.items():
            self._insert(table, rows)
        self._conn.execute("COMMIT")
        return perf_counter() - began

    def _rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        return self._ledger.query(lambda db: db.execute(sql, parameters).fetchall())

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(rows[0]))
        with closing(self._conn.cursor()) as cursor:
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


# --- the ledger -----------------------------------------------------------------------------------


def commit(rounds: int = 9, moves: int = 60) -> list[Figure]:
    """Measure how long a move takes to be durable, beside the same rows in a raw database."""
    ours, raw_seconds = [], []
    with TemporaryDirectory() as scratch, Ledger.open(Path(scratch, "data")) as ledger:
        session = Session.begin(ledger, games.setup())
        table = TimedTable(session)
        played = games.endless(table)
        with RawDatabase(Path(scratch, "raw.db"), ledger) as raw:
            raw.commit(session.game_number, 0)
            for _ in with_progress(range(rounds), "commit"):
                table.seconds.clear()
                seconds = [
                    raw.commit(session.game_number, len(session.history))
                    for _ in islice(played, moves)
                ]
                ours.append(median(table.seconds))
                raw_seconds.append(median(seconds))
    return [Pairs(ours, raw_seconds).figure("commit", "ms", "raw sqlite3", 1000)]


def growth(
    rounds: int = 9, moves: int = 40, earlier_games: int = 200, moves_per_game: int = 500
) -> list[Figure]:
    """Measure how long a move takes in a ledger with many games, beside an empty ledger."""
    with ExitStack() as opened:
        folders = [Path(opened.enter_context(TemporaryDirectory())) for _ in range(2)]
        full, empty = (opened.enter_context(Ledger.open(folder)) for folder in folders)
        for number in with_progress(range(earlier_games), "growth"):
            with full.transaction():
                games.play(Session.begin(full, games.setup()), moves_per_game, f"{number}")
        medians = list(_commits_in_turn([full, empty], rounds, moves))
    in_full, in_empty = zip(*medians, strict=True)
    return [Pairs(in_full, in_empty).figure("growth", "ms", "in an empty ledger", 1000)]


def _commits_in_turn(ledgers: list[Ledger], rounds: int, moves: int) -> Iterator[list[float]]:
    """Play one move in each ledger in turn, so that other load affects all of them."""
    tables = [TimedTable(Session.begin(ledger, games.setup())) for ledger in ledgers]
    played = [games.endless(table) for table in tables]
    for _ in with_progress(range(rounds), "growth"):
        for table in tables:
            table.seconds.clear()
        for _ in range(moves):
            for positions in played:
                next(positions)
        yield [median(table.seconds) for table in tables]


# --- the engine -----------------------------------------------------------------------------------


def engine(rounds: int = 5, games_per_round: int = 4) -> list[Figure]:
    """Measure turns per second of four players on one core, beside the speed of a plain loop.

    The legal moves are listed after every move.
    """
    tallies = [_play_without_ledger(seed, games_per_round) for seed in range(rounds)]
    turns = median(tally.turns_per_second for tally in tallies)
    additions = median(tally.additions_per_second for tally in tallies)
    scaled = median(
        tally.turns_per_second / tally.additions_per_second * REFERENCE_ADDITIONS
        for tally in tallies
    )
    reference = f"a loop: {additions / 1e6:.1f} million additions/s"
    return [Figure("engine", f"{turns:.0f} turns/s", reference, scaled)]


def _play_without_ledger(seed: int, count: int) -> Tally:
    return simulate(games.setup(), count, seed, 1000, None, Looks(laws=False, moves=True))


def replay(rounds: int = 5, moves: int = 2000, games_per_round: int = 4) -> list[Figure]:
    """Measure moves per second of resuming a game, beside playing one."""
    resumed, played = [], []
    with TemporaryDirectory() as scratch:
        number = games.ledger_with(Path(scratch), moves)
        with Ledger.open(Path(scratch)) as ledger:
            for seed in range(rounds):
                tally = _play_without_ledger(seed, games_per_round)
                played.append(tally.moves / tally.seconds)
                began = perf_counter()
                session = Session.resume(ledger, number)
                resumed.append(len(session.history) / (perf_counter() - began))
    return [Pairs(resumed, played).figure("replay", "moves/s", "the engine")]


# --- the report -----------------------------------------------------------------------------------


def report(rounds: int = 5, moves: int = 2000) -> list[Figure]:
    """Measure the command for the report of a long game: time and memory of its process.

    The time is shown beside that of an audit, which replays the same game, too.
    """
    seconds, audits, peaks = [], [], []
    with TemporaryDirectory() as scratch:
        game = games.ledger_with(Path(scratch), moves)
        command = ("report", game, "--data", scratch, "--output", Path(scratch, "report.html"))
        for _ in with_progress(range(rounds), "report"):
            began = perf_counter()
            peaks.append(run_task("harness.run_command", *command))
            seconds.append(perf_counter() - began)
            began = perf_counter()
            run_task("harness.run_command", "audit", game, "--data", scratch)
            audits.append(perf_counter() - began)
    peak = median(peaks)
    return [
        Pairs(seconds, audits).figure("report", "s", f"an audit of its {moves} moves"),
        Figure("report, memory", f"{peak:.0f} MB", f"{moves} moves", peak),
    ]
