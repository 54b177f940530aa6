"""What a ledger says, read without the program, and whether an audit names what was changed in it.

What is said: every row of every table, the SQL of every part, and what SQLite itself checks of
pages and indexes. Bytes that no row uses say nothing, nor do the counters in the head of the file,
nor sqlite-utils' own list of when each migration ran.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import TypeVar

from companion.engine.problems import Problem
from companion.ledger.problems import Why
from companion.text import translate_message
from tests.ledger.tampering import GAMES, faults
from tests.problems import reasons

T = TypeVar("T")
Place = tuple[int, int]
"""Game and move."""
Rows = dict[Place, list[tuple[object, ...]]]

HEAD = -1
"""In the place of a move: the row of the game, and its players."""
THROWS, RESTORATIONS, INTERRUPTIONS = 0, -1, -2
"""In the place of a game: what is of no game, by its number."""

_PLACES_AND_ROWS = (
    f"SELECT number, {HEAD}, * FROM games NOT INDEXED",
    f"SELECT game, {HEAD}, * FROM players NOT INDEXED",
    "SELECT game, number, * FROM moves NOT INDEXED",
    "SELECT game, move, * FROM events NOT INDEXED",
    "SELECT game, move, identity, outcome, a, b FROM tray_throws NOT INDEXED WHERE move NOT NULL",
    f"SELECT {THROWS}, number, * FROM tray_throws NOT INDEXED",
    f"SELECT {RESTORATIONS}, number, * FROM restorations NOT INDEXED",
    f"SELECT {INTERRUPTIONS}, number, * FROM interruptions NOT INDEXED",
)
_OF_NO_GAME = {
    Why.THROW: THROWS,
    Why.RESTORATION: RESTORATIONS,
    Why.INTERRUPTION: INTERRUPTIONS,
}


def place_named(fault: Problem | None) -> Place | None:
    """The place that a fault names as the first bad one; None when it is about the file."""
    row = fault and fault.facts.get("row")
    if fault is None or not isinstance(row, Problem):
        return None
    if row.reason in _OF_NO_GAME:
        return _OF_NO_GAME[row.reason], row.facts["number"]
    game, why = row.facts["game"], fault.facts["fault"]
    match row.reason:
        case Why.GAME:
            return game, HEAD
        case Why.AFTER_MOVE:
            return game, row.facts["move"] + 1
    missing = why.reason is Why.MOVE_MISSING
    return game, (why if missing else row).facts["move"]


def named(fault: Problem | None) -> tuple[Place | None, Enum | None]:
    """The place that a fault names, and the innermost reason."""
    found = reasons(fault)
    return place_named(fault), found[-1] if found else None


class Said:
    """What a ledger says while it is sound, for comparison."""

    def __init__(self, path: Path) -> None:
        self.schema, self.rows = schema(path), scanned(path)
        assert faults(path) == dict.fromkeys(GAMES)

    def judged(self, path: Path) -> str:
        """Where the file ``path`` says something else, which the audit has to find.

        Fails when it does not, or when it names another row than the first of a game.
        """
        pages, rows = _readable(integrity, path), _readable(scanned, path)
        same_schema = _readable(schema, path) == self.schema
        if pages == "ok" and rows == self.rows and same_schema:
            return "in nothing that is said"
        found = faults(path)
        said = [translate_message(fault) for fault in found.values() if fault]
        assert said
        assert all(fault.endswith(".") and "\n" not in fault for fault in said)
        if 0 in found or not same_schema:
            return "in the head of the file"
        # Where pages do not hang together, what can be read depends on what was read before; where
        # an index says something else than its table, on which of them is asked.
        if rows is None or pages is None or "*** in database" in pages:
            return "in a page"
        if " index " in pages or rows == self.rows:
            return "beside the rows"
        self._names_the_first(found, rows)
        return "row"

    def _names_the_first(self, found: dict[int, Problem | None], rows: Rows) -> None:
        changed = {
            place for place in {*self.rows, *rows} if rows.get(place) != self.rows.get(place)
        }
        in_order = sorted((place for place in changed if None not in place), reverse=True)
        first = {place[0]: place for place in in_order}
        assert first
        for game, fault in found.items():
            place = place_named(fault)
            if game in first or place in self.rows:
                assert place in first.values(), fault
                assert game == place[0] or game not in first, fault


def schema(path: Path) -> list[tuple[object, ...]]:
    """The SQL of every part."""
    with _open(path) as conn:
        sql = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
        rows = conn.execute(sql).fetchall()
    return [row for row in rows if "_sqlite_migrations" not in f"{row[1]} {row[2]}"]


def scanned(path: Path) -> Rows:
    """What each place says: each table from its first row to its last, whatever indexes say."""
    said: Rows = defaultdict(list)
    with _open(path) as conn:
        for sql in _PLACES_AND_ROWS:
            for row in conn.execute(sql):
                said[row[:2]].append(row[2:])
    return {place: sorted(rows, key=repr) for place, rows in said.items()}


def _open(path: Path) -> closing[sqlite3.Connection]:
    conn = sqlite3.connect(path)
    conn.text_factory = lambda text: text.decode(errors="surrogateescape")
    return closing(conn)


def integrity(path: Path) -> str:
    """All that SQLite itself has to say."""
    with _open(path) as conn:
        return "\n".join(line for (line,) in conn.execute("PRAGMA integrity_check"))


def _readable(read: Callable[[Path], T], path: Path) -> T | None:
    try:
        return read(path)
    except (sqlite3.Error, UnicodeDecodeError):
        return None
