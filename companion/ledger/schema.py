"""The versions of a ledger: migrations, in order, and what a file must then consist of.

A migration, once published, is never edited: a ledger on disk may have been through it. The version
is SQLite's ``user_version``, so that a newer file is known before any table of it is read.
"""

import sqlite3
from functools import cache

from sqlite_utils import Database, Migrations

from companion.ledger import interruptions, restorations, tables, views

APPLICATION_ID = int.from_bytes(b"bank")
"""SQLite's ``application_id``: what tells a ledger from any other program's database."""

VERSION = 3
"""The version that this program writes: one more with every migration."""

TABLES = (*tables.TABLES, restorations.NAME, interruptions.NAME)
"""What is only ever added to."""

migrations = Migrations("ledger")


@migrations()
def v1_games_moves_events(db: Database) -> None:
    """Everything of the first version."""
    made = (tables.GAMES, tables.PLAYERS, tables.MOVES, tables.EVENTS, tables.TRAY_THROWS)
    for statement in (*made, *tables.INDEXES, *tables.TRIGGERS, *views.VIEWS):
        db.execute(statement)


@migrations()
def v2_restorations(db: Database) -> None:
    """Where rows come from that were not booked here."""
    for statement in restorations.STATEMENTS:
        db.execute(statement)


@migrations()
def v3_interruptions(db: Database) -> None:
    """When the bank was cut off."""
    for statement in interruptions.STATEMENTS:
        db.execute(statement)


def upgrade(db: Database) -> None:
    """Brings a new or older ledger to this version, in one transaction."""
    with db.atomic():
        migrations.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")


def faults(db: Database) -> list[str]:
    """Tables, views, triggers and indexes that are not as this program makes them, a phrase each.

    A missing trigger is a ledger that other programs could write in.
    """
    found, wanted = _parts(db), _wanted()
    missing = [
        f"the {kind} '{name}' is missing" for kind, name in wanted if (kind, name) not in found
    ]
    changed = [
        f"the {kind} '{name}' was changed"
        for (kind, name), sql in wanted.items()
        if found.get((kind, name), sql) != sql
    ]
    foreign = [
        f"the trigger '{name}' is not the ledger's"
        for kind, name in found
        if kind == "trigger" and (kind, name) not in wanted
    ]
    return missing + changed + foreign


@cache
def _wanted() -> dict[tuple[str, str], str]:
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        upgrade(fresh)
        return _parts(fresh)


def _parts(db: Database) -> dict[tuple[str, str], str]:
    """Table and SQL of each part by kind and name, but for what SQLite and sqlite-utils keep."""
    rows = db.execute(
        "SELECT type, name, tbl_name || ': ' || coalesce(sql, 'automatic') FROM sqlite_master"
        " WHERE type = 'trigger' OR"
        " tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlite_migrations'"
    )
    return {(kind, name): sql for kind, name, sql in rows}
