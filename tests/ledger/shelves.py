"""Shelves full of finished games, with one that is not over: made once, row by row, with the real
hashes, because playing all these moves would take an hour."""

import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from companion.engine.phases import Over
from companion.ledger import hashing
from companion.ledger.ledger import Ledger, Source, ThrowOutcome, TrayThrow
from companion.ledger.records import Entry, GameHead
from companion.simulation.games import evening
from companion.table.session import Session
from tests.ledger.gaming import SETUP, another_program, leave_a_log, play, random_move
from tests.ledger.tampering import cheating

IN_HAND = 100
"""Moves of the game that is not over."""


def fill(folder: Path, moves: int) -> None:
    """A ledger with at least ``size`` moves of finished games, and then the game in hand."""
    with Ledger.open(folder) as ledger:
        with ledger.transaction():
            session = Session.begin(ledger, SETUP)
            for _ in evening(session, _finished(), 10_000):
                pass
        head, entries = ledger.head(1), list(ledger.entries(1))
    with cheating(folder) as conn:
        for game in range(2, 1 + -(-moves // len(entries))):
            _copy(conn, replace(head, number=game), entries)
    with _opened(folder) as ledger, ledger.transaction():
        _odds_and_ends(ledger)
        play(Session.begin(ledger, SETUP), IN_HAND, Random(3))
    leave_a_log(folder)
    _opened(folder).close()
    _leave_free_pages(folder)


def _opened(folder: Path) -> Ledger:
    return Ledger.open(folder, check=lambda path, copy: None)


def _odds_and_ends(ledger: Ledger) -> None:
    """Rows of every table, also some that do not fit on one page."""
    for number in range(100):
        ledger.record_throw(TrayThrow(f"tray/{number}", (1, 2), ThrowOutcome.DISCARDED))
    for last in range(1, 11):
        ledger.record_restoration(1, last, "old.db")
    session, random = Session.begin(ledger, SETUP), Random(2)
    for number in range(5):
        request = f"{number} {'x' * 10_000}"
        session.play(random_move(session.game, random), Source.TOUCH, request)


def _leave_free_pages(folder: Path) -> None:
    """Another program made a table of its own, and dropped it."""
    with another_program(folder) as conn:
        conn.execute("CREATE TABLE mine AS SELECT zeroblob(100000)")
        conn.execute("DROP TABLE mine")


@cache
def _finished() -> str:
    """The seed of a game that comes to an end."""
    from companion.simulation.games import InMemory

    def ends(seed: str) -> bool:
        table = InMemory(SETUP)
        for _ in evening(table, seed, 400):
            pass
        return isinstance(table.game.phase, Over)

    return next(seed for seed in map(str, range(100)) if ends(seed))


def _copy(conn: sqlite3.Connection, head: GameHead, entries: list[Entry]) -> None:
    link, first = hashing.game_hash(head), (head.number - 1) * len(entries)
    conn.execute(
        "INSERT INTO games SELECT ?, started_at, header, program, ? FROM games WHERE number = 1",
        [head.number, link],
    )
    conn.execute(
        "INSERT INTO players SELECT ?, seat, name FROM players WHERE game = 1", [head.number]
    )
    rows = []
    for entry in entries:
        place = {"entry": first + entry.entry, "game": head.number, "previous_hash": link}
        link = hashing.move_hash(moved := replace(entry, **place))
        what = (moved.entry, moved.game, moved.number, moved.at, moved.by, moved.source)
        rows.append((*what, moved.text, moved.request, moved.previous_hash, link))
    conn.executemany(f"INSERT INTO moves VALUES ({', '.join('?' * 10)})", rows)
    columns = [name for _, name, *_ in conn.execute("PRAGMA table_info(events)")][1:]
    kept = ", ".join(columns)
    conn.execute(f"INSERT INTO events SELECT ?, {kept} FROM events WHERE game = 1", [head.number])
