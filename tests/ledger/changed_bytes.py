"""One changed byte in the file of a ledger: did it change what the ledger says?

The judge here shares no code with the product. It asks SQLite alone, and only about what the
product had no complaint of.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

from companion.ledger.errors import Damaged
from companion.runtime.inspection import InspectionResult
from companion.runtime.ledger_session import LedgerSession
from companion.table.session import Session

MIGRATIONS = "_sqlite_migrations"
"""The table in which sqlite-utils notes what it did to the file, and when. Its SQL is that of the
version of sqlite-utils; nothing reads the time."""

Look = Callable[[LedgerSession], InspectionResult]


def change(path: Path, at: int, random: Random) -> None:
    """Any other byte in place of the one that is there."""
    with path.open("r+b") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ random.randrange(1, 256)]))


def discovery(folder: Path, look: Look) -> str:
    """Return when a fault is reported: at opening, with the game in hand, or by ``look``."""
    with LedgerSession(folder, None) as books:
        if books.ledger is None:
            assert books.damage, books.trouble
            return "opening"
        try:
            game = books.ledger.latest_unfinished()
            assert game
            Session.resume(books.ledger, game)
        except Damaged:
            return "game in hand"
        found = look(books)
    if isinstance(found, Damaged):
        return "background"
    assert found is None, found
    return ""


def contents(path: Path) -> str:
    """A digest of all that a ledger says, however SQLite looks for it; "" if SQLite complains."""
    digest = sha256()
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as conn:
            conn.execute("PRAGMA cell_size_check = ON")
            if not _is_whole(conn):
                return ""
            for row in _all(conn):
                digest.update(repr(row).encode())
    except (sqlite3.Error, UnicodeError):
        return ""
    return digest.hexdigest()


def _is_whole(conn: sqlite3.Connection) -> bool:
    """Return True if SQLite finds no fault; with views there, it may pass over free pages."""
    alone = bytearray(conn.serialize())
    alone[18:20] = b"\1\1"  # no log beside it
    with closing(sqlite3.connect(":memory:")) as copy:
        copy.deserialize(bytes(alone))
        copy.execute("PRAGMA writable_schema = ON")
        copy.execute("DELETE FROM sqlite_schema WHERE type = 'view'")
        copy.commit()
        copy.execute("PRAGMA writable_schema = RESET")
        whole = copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return whole and conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def _all(conn: sqlite3.Connection) -> Iterator[object]:
    for pragma in ("application_id", "user_version", "encoding"):
        yield pragma, conn.execute(f"PRAGMA {pragma}").fetchall()
    parts = conn.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    ).fetchall()
    yield from (part for part in parts if part[2] != MIGRATIONS)
    yield conn.execute(f"SELECT migration_set, name FROM {MIGRATIONS} ORDER BY rowid").fetchall()
    for table in (name for kind, name, *_ in parts if kind == "table" and name != MIGRATIONS):
        for row in conn.execute(f"SELECT rowid, * FROM {table} NOT INDEXED ORDER BY rowid"):
            # Once as the pages have the rows, and once as each is found by its number.
            yield row
            found = conn.execute(f"SELECT rowid, * FROM {table} WHERE rowid = ?", row[:1])
            yield found.fetchone() == row
