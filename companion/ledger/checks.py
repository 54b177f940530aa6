"""What must hold of a ledger's file as a whole, whatever games are in it."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.ledger import hashing, schema
from companion.ledger.errors import LedgerError
from companion.ledger.reader import LedgerReader
from companion.ledger.records import Interruption, Restoration, ThrowEntry

Linked = TypeVar("Linked", ThrowEntry, Restoration, Interruption)


def first_fault(books: LedgerReader) -> str:
    """A sentence about the first thing that does not hold; empty when all does."""
    try:
        found = (fault for check in CHECKS if (fault := books.ask(check)))
        return books.log.fault or next(found, "") or chains_follow(books)
    except LedgerError as damaged:
        return str(damaged)


def chains_follow(books: LedgerReader, newest: int | None = None) -> str:
    """What is of no game is numbered and chained: throws that became no move, rows that were
    brought back, interruptions. With ``newest``, only so many of each are looked at."""
    chains: tuple[tuple[str, Callable[[int], Iterable[Any]], Callable[[Any], str], str], ...] = (
        ("tray_throws", books.throws, hashing.throw_hash, "Throw {} of the tray"),
        ("restorations", books.restorations, hashing.restoration_hash, "Restoration {}"),
        ("interruptions", books.interruptions, hashing.interruption_hash, "Interruption {}"),
    )
    for table, rows, made, called in chains:
        after = 0 if newest is None else max(0, books.last_number(table) - newest)
        if fault := _first_loose(rows(after), made, called, after):
            return fault
    return ""


def _first_loose(
    rows: Iterable[Linked], made: Callable[[Linked], str], called: str, after: int = 0
) -> str:
    """A sentence about the first row that does not follow from the one before it. The first one
    after row ``after`` has nothing to follow from, unless it is row 1."""
    link = None if after else ""
    for number, row in enumerate(rows, after + 1):
        if row.number != number:
            return f"{called.format(number)} is missing."
        if link not in (None, row.previous_hash) or row.hash != made(row):
            return f"{called.format(number)} is not as it was noted: its hash does not fit."
        link = row.hash
    return ""


def is_undamaged(db: Database) -> str:
    """Pages, indexes, and what each column may hold (sqlite.org/pragma.html, integrity_check)."""
    found = str(db.execute("PRAGMA integrity_check(1)").fetchone()[0])
    # What is wrong with a page comes on a line of its own, below the name of the database.
    return "" if found == "ok" else f"The file is damaged: {found.splitlines()[-1]}."


def has_its_parts(db: Database) -> str:
    """Tables, views and triggers are there, as the program made them."""
    found = schema.faults(db)
    return f"The file was changed by another program: {found[0]}." if found else ""


def has_no_orphans(db: Database) -> str:
    """Every move and event belongs to a game."""
    found = db.execute(
        "SELECT game, sum(kind), count(*) - sum(kind) FROM"
        " (SELECT game, 1 AS kind FROM moves UNION ALL SELECT game, 0 FROM events)"
        " WHERE game NOT IN (SELECT number FROM games) GROUP BY game ORDER BY game"
    ).fetchall()
    if not found:
        return ""
    left = [f"game {game} (moves: {moves}, events: {events})" for game, moves, events in found]
    return f"Moves and events are there without their games: {', '.join(left)}."


def has_no_strays(db: Database) -> str:
    """Every row belongs to a move, and every move to a game."""
    found = db.execute("PRAGMA foreign_key_check").fetchone()
    if not found:
        return ""
    table, row, parent, _ = found
    columns = {"players": "game, seat", "moves": "game, number"}.get(table, "game, move")
    game, number = db.execute(f"SELECT {columns} FROM {table} WHERE rowid = ?", [row]).fetchone()
    return (
        f"A row of {table} (game {game}, {number}) belongs to a row of {parent} that is not there."
    )


def counts_without_gaps(db: Database) -> str:
    """Games are counted, and the moves of all games as one: what was taken out leaves a gap."""
    if entry := _first_gap(db, "moves", "entry"):
        return f"Entry {entry} of the ledger is missing: a move was taken out."
    if game := _first_gap(db, "games", "number"):
        return f"Game {game} of the ledger is missing: it was taken out."
    return ""


def _first_gap(db: Database, table: str, column: str) -> int:
    """The first number from 1 on that no row has; 0 when there is a row for each."""
    found = db.execute(
        f"SELECT previous + 1 FROM (SELECT {column} AS here, lag({column}, 1, 0)"
        f" OVER (ORDER BY {column}) AS previous FROM {table}) WHERE here <> previous + 1 LIMIT 1"
    ).fetchone()
    return int(found[0]) if found else 0


CHECKS: tuple[Callable[[Database], str], ...] = (
    is_undamaged,
    has_its_parts,
    has_no_orphans,
    has_no_strays,
    counts_without_gaps,
)
