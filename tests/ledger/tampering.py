"""A ledger worth cheating with, and what somebody may do to its file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from random import Random

from companion.engine.moves import Move, Roll, RollForStart
from companion.engine.problems import Problem
from companion.engine.state import Game
from companion.ledger import paths
from companion.ledger.audit import FILE, Audit, audit_all
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger, LedgerError, ThrowOutcome, TrayThrow
from companion.simulation.games import evening as scripted
from companion.table.session import Played, Session, Source
from tests.ledger.gaming import SETUP, leave_a_log, play

GAMES = (1, 2, 3)


class TrayTable:
    """A table that plays with the tray; touches are requests, of which each counts once."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.session = ledger, Session.begin(ledger, SETUP)

    @property
    def game(self) -> Game:
        return self.session.game

    def play(self, move: Move, source: Source) -> Played:
        identity = f"tray/{self.session.game_number}/{self.session.next_number}"
        if not isinstance(move, RollForStart | Roll):
            return self.session.play(move, Source.TOUCH, f"touch {identity}")
        if self.session.next_number % 7 == 0:
            self.ledger.record_throw(TrayThrow(f"{identity}/cocked", None, ThrowOutcome.FAULT))
        return self.session.use_roll(identity, move.dice)


def several_games(folder: Path, mirror: Path | None = None) -> None:
    """Two games of scripted players that were played by turns, and one with rulings and undo; in
    the end the bank was cut off twice."""
    with Ledger.open(folder, mirror) as ledger:
        first, second = TrayTable(ledger), TrayTable(ledger)
        third = Session.begin(ledger, SETUP)
        ledger.record_throw(TrayThrow("tray/0/1", (6, 6), ThrowOutcome.REFUSED))
        evenings = [scripted(first, "first", 99), scripted(second, "second", 99)]
        for _ in range(3):
            for evening in evenings:
                assert len(list(islice(evening, 8))) == 8
            play(third, 4, Random(7))
        ledger.record_throw(TrayThrow("tray/0/2", (1, 2), ThrowOutcome.DISCARDED))
        with ledger.transaction():
            for first, last in ((1, 20), (21, 30)):
                ledger.record_restoration(first, last, "old.db")
    for _ in range(2):
        leave_a_log(folder)
        Ledger.open(folder, mirror).close()


@contextmanager
def cheating(where: Path) -> Iterator[sqlite3.Connection]:
    """What somebody does who knows SQLite: off with the triggers, change, on with them again."""
    path = where / paths.FILE_NAME if where.is_dir() else where
    with closing(sqlite3.connect(path)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("PRAGMA ignore_check_constraints = ON")
        yield conn
        for _, sql in kept:
            conn.execute(sql)
        conn.commit()


def forge(where: Path, script: str) -> None:
    """A change by somebody who knows SQLite."""
    with cheating(where) as conn:
        conn.executescript(script)


def without(moves: str) -> str:
    """The script that takes ``moves`` out, properly: with their events and throws."""
    of = f"SELECT game, number FROM moves WHERE {moves}"
    return f"""
        DELETE FROM events WHERE (game, move) IN ({of});
        DELETE FROM tray_throws WHERE (game, move) IN ({of});
        DELETE FROM moves WHERE {moves}"""


def audited(where: Path) -> list[Audit]:
    with snapshot(where, damaged=True) as books:
        return list(audit_all(books))


def faults(where: Path) -> dict[int, Problem | None]:
    """The first fault of each game by number; 0 if the file itself cannot be read."""
    try:
        found = {one.game: one.first_fault for one in audited(where)}
        # Faults of the file besides its games have tests of their own.
        return {game: fault for game, fault in found.items() if game != FILE or len(found) == 1}
    except LedgerError as unreadable:
        return {0: unreadable.problem}
