"""What a ledger says, read without the program, and whether an audit names what was changed in it.

What is said: every row of every table, the SQL of every part, and what SQLite itself checks of
pages and indexes. Bytes that no row uses say nothing, nor do the counters in the head of the file,
nor sqlite-utils' own list of when each migration ran.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from tests.ledger.tampering import GAMES, faults

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
_NAMED = (
    (r"Move \d+ of game (\d+): comes where move (\d+) is missing", lambda *found: found),
    (r"Move (\d+) of game (\d+): ", lambda move, game: (game, move)),
    (r"After move (\d+) of game (\d+): ", lambda move, game: (game, move + 1)),
    (r"Game (\d+): ", lambda game: (game, HEAD)),
    (r"Throw (\d+) of the tray ", lambda number: (THROWS, number)),
    (r"Restoration (\d+) ", lambda number: (RESTORATIONS, number)),
    (r"Interruption (\d+) ", lambda number: (INTERRUPTIONS, number)),
)


def place_named(fault: str) -> Place | None:
    """The place that a sentence names as the first bad one; None when it is about the file."""
    for pattern, place in _NAMED:
        if found := re.match(pattern, fault):
            return place(*map(int, found.groups()))
    return None


class Said:
    """What a ledger says while it is sound, for comparison."""

    def __init__(self, path: Path) -> None:
        self.schema, self.rows = schema(path), scanned(path)
        assert faults(path) == dict.fromkeys(GAMES, "")

    def judged(self, path: Path) -> str:
        """Where the file ``path`` says something else, which the audit has to find.

        Fails when it does not, or when it names another row than the first of a game.
        """
        pages, rows = _readable(integrity, path), _readable(scanned, path)
        same_schema = _readable(schema, path) == self.schema
        if pages == "ok" and rows == self.rows and same_schema:
            return "in nothing that is said"
        found = faults(path)
        said = [fault for fault in found.values() if fault]
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
        return "in a row"

    def _names_the_first(self, found: dict[int, str], rows: Rows) -> None:
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
