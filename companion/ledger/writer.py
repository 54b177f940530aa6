"""Write games and moves as rows, within a transaction of the caller.

The row that seals comes last, and nothing can be added to what it has sealed: see ``schema``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from functools import cache
from operator import itemgetter
from typing import Any

from sqlite_utils import Database

from companion.engine import codec
from companion.engine.events import Event
from companion.ledger import event_rows, hashing
from companion.ledger.errors import AlreadyBooked, LedgerError
from companion.ledger.problems import LedgerProblem
from companion.ledger.records import (
    Entry,
    GameHead,
    Interruption,
    Restoration,
    ThrowEntry,
    TrayThrow,
)

_KNOWN = """
SELECT game, number FROM moves WHERE request = ? AND request <> ''
UNION ALL SELECT game, move FROM tray_throws WHERE identity = ?
"""
_MOVE = tuple(field.name for field in fields(Entry) if field.name not in ("events", "throw"))
_LAST = "SELECT number, hash FROM moves WHERE game = ? ORDER BY number DESC LIMIT 1"
_NEWEST_FIRST = """
SELECT number,
       (SELECT count(*) FROM events WHERE game = moves.game AND move = moves.number),
       (SELECT data FROM events WHERE game = moves.game AND move = moves.number AND kind = 'Undone')
FROM moves WHERE game = ? AND number > 0 ORDER BY number DESC
"""


def next_game(db: Database) -> int:
    """Return the number of the game that begins now."""
    return 1 + int(_one(db, "SELECT coalesce(max(number), 0) FROM games"))


def next_entry(db: Database) -> int:
    """Return the place of the next move among all moves of all games."""
    return 1 + int(_one(db, "SELECT coalesce(max(entry), 0) FROM moves"))


def link(db: Database, game: int, last: int) -> str:
    """Return the hash of move ``last``. Raises LedgerError if it is not the last one."""
    found, link = db.execute(_LAST, [game]).fetchone() or (0, "")
    if found != last or not link:
        wrong = LedgerProblem.NOT_THE_NEXT_MOVE
        raise LedgerError(wrong, move=last + 1, game=game, moves=found)
    return str(link)


def refuse_known(db: Database, request: str, throw: TrayThrow | None) -> None:
    """Raise AlreadyBooked if the request or the throw has counted before."""
    identity = throw.identity if throw else ""
    for game, number in db.execute(_KNOWN, [request, identity]):
        raise AlreadyBooked(game, number)


def book_game(db: Database, head: GameHead) -> GameHead:
    """Add a game and return it with its hash."""
    head = replace(head, hash=hashing.game_hash(head))
    row = asdict(head)
    names = row.pop("players")
    seats = [{"game": head.number, "seat": n, "name": name} for n, name in enumerate(names, 1)]
    _insert(db, "players", seats)
    _insert(db, "games", [row])
    return head


def book_move(db: Database, entry: Entry, events: Sequence[Event]) -> Entry:
    """Add a move with its ``events`` and return it with its hash.

    ``entry`` has the same events as texts.
    """
    entry = replace(entry, hash=hashing.move_hash(entry))
    place = (entry.game, entry.number)
    taken = _taken_back(db, entry.game, event_rows.undone(events))
    if rows := event_rows.rows(*place, events, entry.events, taken):
        _insert(db, "events", rows)
    if entry.throw:
        record_throw(db, entry.throw, entry.at, *place)
    _insert(db, "moves", [{name: getattr(entry, name) for name in _MOVE}])
    return entry


def record_throw(
    db: Database, throw: TrayThrow, at: str, game: int | None = None, move: int | None = None
) -> ThrowEntry:
    """Add a tray throw, with the move that it became, if any."""
    number, before = _end(db, "tray_throws")
    row = ThrowEntry(number + 1, throw, at, game, move, before)
    row = replace(row, hash=hashing.throw_hash(row))
    fields = {**asdict(row), **hashing.throw_fields(throw)}
    del fields["throw"]
    _insert(db, "tray_throws", [fields])
    return row


def record_restoration(db: Database, at: str, first: int, last: int, source: str) -> None:
    """Add a note that moves ``first`` to ``last`` were restored from ``source``."""
    number, before = _end(db, "restorations")
    row = Restoration(number + 1, at, first, last, source, before)
    _insert(db, "restorations", [asdict(replace(row, hash=hashing.restoration_hash(row)))])


def record_interruption(db: Database, at: str) -> None:
    """Add a note that the program was interrupted after the last move, seen at ``at``."""
    number, before = _end(db, "interruptions")
    row = Interruption(number + 1, at, next_entry(db) - 1, before)
    _insert(db, "interruptions", [asdict(replace(row, hash=hashing.interruption_hash(row)))])


def _taken_back(db: Database, game: int, count: int) -> list[tuple[int, int]]:
    return event_rows.taken_back(_newest_first(db, game), count) if count else []


def _newest_first(db: Database, game: int) -> Iterator[tuple[int, int, int]]:
    for move, events, undo in db.execute(_NEWEST_FIRST, [game]):
        yield move, events, event_rows.undone([codec.loads(undo)] if undo else [])


def _end(db: Database, table: str) -> tuple[int, str]:
    """Return number and hash of the last row of a chain of the whole file."""
    rows = db.execute(f"SELECT number, hash FROM {table} ORDER BY number DESC LIMIT 1").fetchall()
    return rows[0] if rows else (0, "")


def _one(db: Database, sql: str, *parameters: object) -> Any:
    return db.execute(sql, parameters).fetchone()[0]


def _insert(db: Database, table: str, rows: Sequence[dict[str, Any]]) -> None:
    # Not sqlite-utils' insert_all: it inspects the columns of every row and sets a savepoint of
    # its own, which took as long as the rest of a move.
    columns = tuple(rows[0])
    db.conn.executemany(_inserting(table, columns), map(itemgetter(*columns), rows))


@cache
def _inserting(table: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"
