"""Reference for commits: the same rows, tables and settings without the ledger."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from companion.ledger import schema
from companion.ledger.reader import LedgerReader

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
_ROWS = {
    "events": "SELECT * FROM events WHERE game = ? AND move = ? ORDER BY number",
    "moves": "SELECT * FROM moves WHERE game = ? AND number = ?",
}


class Raw:
    """A database with the settings of the ledger that ``books`` reads, but without triggers."""

    def __init__(self, path: Path, books: LedgerReader) -> None:
        self._books = books
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
        found = {table: self._rows(sql, game, move) for table, sql in _ROWS.items()}
        began = perf_counter()
        self._conn.execute("BEGIN IMMEDIATE")
        for table, rows in found.items():
            self._insert(table, rows)
        self._conn.execute("COMMIT")
        return perf_counter() - began

    def _rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        return self._books.query(lambda db: db.execute(sql, parameters).fetchall())

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" * len(rows[0]))
        with closing(self._conn.cursor()) as cursor:
            cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
