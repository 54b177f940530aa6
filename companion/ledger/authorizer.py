"""What our own connection may do, decided by SQLite before it runs a statement.

Triggers keep other programs from changing a ledger; this keeps our own mistakes from it, also those
that triggers cannot see: DROP TRIGGER, ALTER TABLE, writable_schema, ATTACH. Whatever is not
allowed below is refused with "not authorized" (sqlite.org/c3ref/set_authorizer.html).
"""

import sqlite3

from companion.ledger.schema import TABLES

_ALWAYS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_RECURSIVE,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_SAVEPOINT,
}
_READS = {"integrity_check", "quick_check", "foreign_key_check", "table_info", "table_xinfo"}
"""Pragmas that change nothing, whatever their argument; the others may only be read back."""
_ACTS = {"optimize", "incremental_vacuum"}
"""Pragmas that write without an argument."""


def only_add(conn: sqlite3.Connection) -> None:
    """From now on ``conn`` reads, and inserts into the ledger's tables; nothing else."""
    conn.set_authorizer(_decide)


def _decide(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    allowed = action in _ALWAYS
    if action == sqlite3.SQLITE_INSERT:
        allowed = first in TABLES
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = first in _READS or (second is None and first not in _ACTS)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
