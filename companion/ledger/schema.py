"""Define the database: tables, triggers, views, migrations and their check.

A migration, once published, is never edited: a ledger on disk may have been through it. The version
is SQLite's ``user_version``, so that a newer file is recognized before any of its tables is read.

Every game begins with move 0, "start": the bank's payments before the first move.

Triggers keep the tables append-only, for every program that opens the file. A row is refused unless
it is the next one. Children come before the row that seals them (players before their game, events
and throw before their move), so that nothing can be added to a sealed row; that is why their
foreign keys are deferred. Each insert trigger also refuses what a UNIQUE constraint would: with
INSERT OR REPLACE that constraint would delete the older row, and SQLite runs no delete trigger for
it unless recursive_triggers is on (sqlite.org/lang_conflict.html), which is off in other programs.

The views are for people, for example in Datasette. Money is double entry: every amount has a payer
and a payee, and all accounts of a game, including bank and pot, add up to 0. An undo is booked as
reversed entries, so that plain sums are correct after it.
"""

import sqlite3
from collections.abc import Mapping
from functools import cache

from sqlite_utils import Database, Migrations

from companion.engine.problems import Problem
from companion.ledger import views
from companion.ledger.problems import Why

GAMES = """
CREATE TABLE games (
    number     INTEGER PRIMARY KEY,
    started_at TEXT NOT NULL, -- UTC, ISO 8601
    header     TEXT NOT NULL, -- what the table agreed on, in the notation
    program    TEXT NOT NULL, -- the version that began the game
    hash       TEXT NOT NULL CHECK (length(hash) = 64) -- where the chain of its moves begins
) STRICT
"""

PLAYERS = """
CREATE TABLE players (
    game INTEGER NOT NULL REFERENCES games (number) DEFERRABLE INITIALLY DEFERRED,
    seat INTEGER NOT NULL, -- from 1, clockwise
    name TEXT NOT NULL CHECK (name NOT IN ('', 'bank')),
    PRIMARY KEY (game, seat),
    UNIQUE (game, name)
) STRICT
"""

MOVES = """
CREATE TABLE moves (
    entry         INTEGER PRIMARY KEY, -- the place among all moves of all games, from 1
    game          INTEGER NOT NULL REFERENCES games (number),
    number        INTEGER NOT NULL,    -- from 0 in each game; order is by number, never by time
    at            TEXT NOT NULL,       -- UTC, ISO 8601
    "by"          TEXT NOT NULL,       -- a player, or '' for the table's own moves
    source        TEXT NOT NULL CHECK (source <> ''), -- touch, tray, button, import
    text          TEXT NOT NULL CHECK (text <> ''),   -- in the notation
    request       TEXT NOT NULL,       -- the touch, press or throw that asked for it, or ''
    previous_hash TEXT NOT NULL,
    hash          TEXT NOT NULL CHECK (length(hash) = 64),
    UNIQUE (game, number)
) STRICT
"""

EVENTS = """
CREATE TABLE events (
    game      INTEGER NOT NULL,
    move      INTEGER NOT NULL,
    number    INTEGER NOT NULL, -- from 1 in each move
    kind      TEXT NOT NULL,
    player    TEXT,
    payer     TEXT,             -- payer and payee: money changed hands, whatever the kind
    payee     TEXT,
    giver     TEXT,             -- giver and receiver: a deed or a jail card did
    receiver  TEXT,
    amount    INTEGER CHECK (amount >= 0), -- dollars
    deed      TEXT,
    space     INTEGER CHECK (space BETWEEN 0 AND 39),
    buildings INTEGER CHECK (buildings BETWEEN 0 AND 5), -- 5 is a hotel
    mortgaged INTEGER CHECK (mortgaged IN (0, 1)),
    why       TEXT,             -- what was paid for; how a claim or a debt ended
    reversed  INTEGER NOT NULL CHECK (reversed = (reversed_move IS NOT NULL)),
    reversed_move  INTEGER,     -- the event that an undo took back, at most once
    reversed_event INTEGER,
    data      TEXT NOT NULL CHECK (data GLOB '{*}'), -- the whole event, JSON
    PRIMARY KEY (game, move, number),
    FOREIGN KEY (game, move) REFERENCES moves (game, number) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (game, reversed_move, reversed_event) REFERENCES events (game, move, number),
    CHECK ((payer IS NULL) = (payee IS NULL) AND payer IS NOT payee OR payer IS NULL),
    CHECK (payer IS NULL OR amount IS NOT NULL),
    CHECK ((reversed_move IS NULL) = (reversed_event IS NULL))
) STRICT
"""

TRAY_THROWS = """
CREATE TABLE tray_throws (
    number   INTEGER PRIMARY KEY, -- from 1
    identity TEXT NOT NULL UNIQUE CHECK (identity <> ''),
    outcome  TEXT NOT NULL CHECK (outcome IN ('used', 'refused', 'discarded', 'fault')),
    a        INTEGER CHECK (a BETWEEN 1 AND 6),
    b        INTEGER CHECK (b BETWEEN 1 AND 6),
    game     INTEGER, -- the move that it became
    move     INTEGER,
    at       TEXT NOT NULL, -- UTC, ISO 8601
    previous_hash TEXT NOT NULL, -- '' for the first
    hash     TEXT NOT NULL CHECK (length(hash) = 64),
    UNIQUE (game, move),
    FOREIGN KEY (game, move) REFERENCES moves (game, number) DEFERRABLE INITIALLY DEFERRED,
    CHECK ((outcome = 'used') = (move IS NOT NULL) AND (game IS NULL) = (move IS NULL)),
    CHECK ((outcome = 'fault') = (a IS NULL) AND (a IS NULL) = (b IS NULL))
) STRICT
"""

INDEXES = (
    "CREATE UNIQUE INDEX moves_request ON moves (request) WHERE request <> ''",
    """CREATE UNIQUE INDEX events_reversed ON events (game, reversed_move, reversed_event)
       WHERE reversed_move IS NOT NULL""",
    "CREATE INDEX events_game_ended ON events (game) WHERE kind = 'GameEnded'",
)

SEATS_CHANGE = "kind IN ('PlayerJoined', 'SeatPassed')"
"""Condition of the events after which others sit at the table."""

_NEXT_ENTRY = "1 + coalesce((SELECT max(entry) FROM moves), 0)"
_NEXT_GAME = "1 + coalesce((SELECT max(number) FROM games), 0)"
_NEXT_MOVE = "coalesce((SELECT 1 + max(number) FROM moves WHERE game = NEW.game), 0)"
_HEAD = """coalesce(
    (SELECT hash FROM moves WHERE game = NEW.game AND number = NEW.number - 1),
    (SELECT hash FROM games WHERE number = NEW.game))"""

_REFUSED = {
    "games": {
        "a game takes the next number": f"NEW.number IS NOT {_NEXT_GAME}",
    },
    "players": {
        "players sit down before their game begins": f"NEW.game IS NOT {_NEXT_GAME}",
        "a player takes the next seat": """NEW.seat IS NOT
            1 + (SELECT count(*) FROM players WHERE game = NEW.game)""",
        "a name is taken": """EXISTS
            (SELECT 1 FROM players WHERE game = NEW.game AND name = NEW.name)""",
    },
    "moves": {
        "a move takes the next number of its game": f"NEW.number IS NOT {_NEXT_MOVE}",
        "a move takes the next entry": f"NEW.entry IS NOT {_NEXT_ENTRY}",
        "a move follows from the one before it": f"NEW.previous_hash IS NOT {_HEAD}",
        "a request counts once": """NEW.request <> '' AND EXISTS
            (SELECT 1 FROM moves WHERE request = NEW.request AND request <> '')""",
    },
    "events": {
        "events come before the move that seals them": f"NEW.move IS NOT {_NEXT_MOVE}",
        "an event takes the next number of its move": """NEW.number IS NOT
            1 + (SELECT count(*) FROM events WHERE game = NEW.game AND move = NEW.move)""",
        "an event is taken back once": """NEW.reversed_move IS NOT NULL AND EXISTS
            (SELECT 1 FROM events WHERE game = NEW.game
             AND reversed_move = NEW.reversed_move AND reversed_event = NEW.reversed_event)""",
    },
    "tray_throws": {
        "a throw takes the next number": """NEW.number IS NOT
            1 + coalesce((SELECT max(number) FROM tray_throws), 0)""",
        "a throw follows from the one before it": """NEW.previous_hash IS NOT
            coalesce((SELECT hash FROM tray_throws WHERE number = NEW.number - 1), '')""",
        "a throw counts once": """EXISTS
            (SELECT 1 FROM tray_throws WHERE identity = NEW.identity)""",
        "a throw comes before the move that seals it": f"""NEW.move IS NOT NULL AND
            (NEW.move IS NOT {_NEXT_MOVE} OR EXISTS
             (SELECT 1 FROM tray_throws WHERE game = NEW.game AND move = NEW.move))""",
    },
}
_FIRST_TABLES = tuple(_REFUSED)


def comes_next(table: str, refused: Mapping[str, str]) -> str:
    """Make the trigger that refuses a row for each sentence whose condition is true."""
    checks = "".join(
        f"\n    SELECT RAISE(ABORT, '{sentence}') WHERE {condition};"
        for sentence, condition in refused.items()
    )
    return f"CREATE TRIGGER {table}_come_next BEFORE INSERT ON {table} BEGIN{checks}\nEND"


def is_kept(table: str) -> tuple[str, ...]:
    """Make the triggers that refuse to change or delete a row."""
    return tuple(
        f"CREATE TRIGGER {table}_keep_{change} BEFORE {change.upper()} ON {table} BEGIN\n"
        f"    SELECT RAISE(ABORT, 'the ledger is only ever added to');\nEND"
        for change in ("update", "delete")
    )


TRIGGERS = (
    *(comes_next(table, refused) for table, refused in _REFUSED.items()),
    *(trigger for table in _FIRST_TABLES for trigger in is_kept(table)),
)


ENTRIES = """
CREATE VIEW entries AS
SELECT game, move, number, payer, payee, amount, why, deed, reversed
FROM events WHERE payer IS NOT NULL
"""

POSTINGS = """
CREATE VIEW postings AS
SELECT game, move, number, payee AS account, amount AS dollars, payer AS other, why, deed, reversed
FROM entries
UNION ALL
SELECT game, move, number, payer, -amount, payee, why, deed, reversed
FROM entries
"""

BALANCES = """
CREATE VIEW balances AS
SELECT game, account, sum(dollars) AS dollars FROM postings GROUP BY game, account
"""

STATEMENTS = """
CREATE VIEW statements AS
SELECT postings.game, account, move, at, text, why, deed, other, reversed, dollars,
       sum(dollars) OVER (
           PARTITION BY postings.game, account ORDER BY move, postings.number
       ) AS balance
FROM postings JOIN moves ON moves.game = postings.game AND moves.number = move
ORDER BY postings.game, account, move, postings.number
"""

STANDING_EVENTS = """
CREATE VIEW standing_events AS
SELECT * FROM events AS told
WHERE NOT reversed AND NOT EXISTS (
    SELECT 1 FROM events AS undo
    WHERE undo.game = told.game
      AND undo.reversed_move = told.move AND undo.reversed_event = told.number
)
"""

# A deed that has been back at the bank carries no building and no mortgage, whatever was before.
DEEDS = """
CREATE VIEW deeds AS
WITH told AS (
    SELECT *, row_number() OVER (PARTITION BY game ORDER BY move, number) AS place
    FROM standing_events WHERE deed IS NOT NULL AND payer IS NULL
),
owned AS (
    SELECT game, deed, receiver, max(place) FROM told WHERE kind = 'DeedPassed' GROUP BY game, deed
),
since AS (
    SELECT told.* FROM told WHERE place > coalesce(
        (SELECT max(back.place) FROM told AS back
         WHERE back.game = told.game AND back.deed = told.deed
           AND back.kind = 'DeedPassed' AND back.receiver = 'bank'), 0)
),
built AS (
    SELECT game, deed, buildings, max(place) FROM since
    WHERE buildings IS NOT NULL GROUP BY game, deed
),
pledged AS (
    SELECT game, deed, mortgaged, max(place) FROM since
    WHERE mortgaged IS NOT NULL GROUP BY game, deed
)
SELECT owned.game, owned.deed, receiver AS owner,
       coalesce(buildings, 0) AS buildings, coalesce(mortgaged, 0) AS mortgaged
FROM owned LEFT JOIN built USING (game, deed) LEFT JOIN pledged USING (game, deed)
WHERE receiver <> 'bank'
"""

VIEWS = (ENTRIES, POSTINGS, BALANCES, STATEMENTS, STANDING_EVENTS, DEEDS)


RESTORATIONS = """
CREATE TABLE restorations (
    number      INTEGER PRIMARY KEY, -- from 1
    at          TEXT NOT NULL,       -- UTC, ISO 8601
    first_entry INTEGER NOT NULL,    -- of the moves of all games, from this one
    last_entry  INTEGER NOT NULL CHECK (last_entry >= first_entry AND first_entry > 0),
    source      TEXT NOT NULL CHECK (source <> ''), -- the file that they were found in
    previous_hash TEXT NOT NULL,     -- '' for the first
    hash        TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT
"""

_RESTORATIONS_REFUSED = {
    "a restoration takes the next number": """NEW.number IS NOT
        1 + coalesce((SELECT max(number) FROM restorations), 0)""",
    "a restoration follows from the one before it": """NEW.previous_hash IS NOT
        coalesce((SELECT hash FROM restorations WHERE number = NEW.number - 1), '')""",
}
_RESTORATIONS_STATEMENTS = (
    RESTORATIONS,
    comes_next("restorations", _RESTORATIONS_REFUSED),
    *is_kept("restorations"),
)


INTERRUPTIONS = """
CREATE TABLE interruptions (
    number      INTEGER PRIMARY KEY, -- from 1
    at          TEXT NOT NULL,       -- UTC, ISO 8601: when the ledger was opened again
    last_entry  INTEGER NOT NULL CHECK (last_entry >= 0), -- of the moves booked by then, all games
    previous_hash TEXT NOT NULL,     -- '' for the first
    hash        TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT
"""

_INTERRUPTIONS_REFUSED = {
    "an interruption takes the next number": """NEW.number IS NOT
        1 + coalesce((SELECT max(number) FROM interruptions), 0)""",
    "an interruption comes after the last move": """NEW.last_entry IS NOT
        coalesce((SELECT max(entry) FROM moves), 0)""",
    "an interruption follows from the one before it": """NEW.previous_hash IS NOT
        coalesce((SELECT hash FROM interruptions WHERE number = NEW.number - 1), '')""",
}
_INTERRUPTIONS_STATEMENTS = (
    INTERRUPTIONS,
    comes_next("interruptions", _INTERRUPTIONS_REFUSED),
    *is_kept("interruptions"),
)


APPLICATION_ID = int.from_bytes(b"bank")
"""SQLite's ``application_id``, which distinguishes a ledger from other databases."""

EXTRACT_ID = int.from_bytes(b"game")
"""``application_id`` of a file with one game taken out of a ledger."""

VERSION = 7
"""Version that this program writes: one more with every migration."""

TABLES = (*_FIRST_TABLES, "restorations", "interruptions")
"""Append-only tables."""

_ASKED = (*TABLES, Migrations.migrations_table)

migrations = Migrations("ledger")


@migrations()
def v1_games_moves_events(db: Database) -> None:
    """Create everything of the first version."""
    made = (GAMES, PLAYERS, MOVES, EVENTS, TRAY_THROWS)
    for statement in (*made, *INDEXES, *TRIGGERS, *VIEWS):
        db.execute(statement)


@migrations()
def v2_restorations(db: Database) -> None:
    """Add the table of moves that were restored from other files."""
    for statement in _RESTORATIONS_STATEMENTS:
        db.execute(statement)


@migrations()
def v3_interruptions(db: Database) -> None:
    """Add the table of interruptions."""
    for statement in _INTERRUPTIONS_STATEMENTS:
        db.execute(statement)


@migrations()
def v4_views_for_people(db: Database) -> None:
    """Add views of results, throws, turns, ownership and rents, and of the printed deeds."""
    for statement in views.VIEWS:
        db.execute(statement)


@migrations()
def v5_phones(db: Database) -> None:
    """Allow moves whose source is ``phone``.

    No table changes. Programs of earlier versions do not know the source and refuse the ledger.
    """


@migrations()
def v6_minutes_played(db: Database) -> None:
    """Count the minutes of a game without pauses, and none for one that was imported."""
    db.execute("DROP VIEW results")
    db.execute(views.RESULTS)


@migrations()
def v7_people_and_promises(db: Database) -> None:
    """Find quickly who joined a game, or took over a seat.

    Programs of earlier versions do not know these events, nor those of promises, and refuse the
    ledger.
    """
    db.execute(f"CREATE INDEX events_seats ON events (game) WHERE {SEATS_CHANGE}")


def version(db: Database) -> int:
    """Return the version of a ledger, 0 if it is empty."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_extract(db: Database) -> bool:
    """Return True if the file has one game taken out of a ledger."""
    return bool(db.execute("PRAGMA application_id").fetchone()[0] == EXTRACT_ID)


def migrated(db: Database) -> int:
    """Return the number of migrations that sqlite-utils noted: the version, unless it is damaged.

    0 if the notes are damaged.
    """
    if disguised(db):
        return 0
    try:
        return len(migrations.applied(db))
    except (LookupError, sqlite3.OperationalError):  # A column has another name.
        return 0


def upgrade(db: Database) -> None:
    """Bring a new or older ledger to this version, in one transaction."""
    with db.atomic():
        migrations.apply(db)
        if not is_extract(db):
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")


def disguised(db: Database) -> Problem | None:
    """Name a table of ours that is a view or a virtual table, which could be endless.

    This looks at the list of parts only. Nothing else may be asked of a file before it.
    """
    names = ", ".join("?" for _ in _ASKED)
    found = db.execute(
        f"SELECT name FROM sqlite_master WHERE name COLLATE NOCASE IN ({names})"
        " AND type IN ('table', 'view') AND NOT rootpage",
        _ASKED,
    ).fetchone()
    return Problem(Why.PART_CHANGED, kind="table", name=found[0]) if found else None


def changed_view(db: Database) -> Problem | None:
    """Name a view that is missing or differs from this program's: nothing may be asked of it."""
    return next((fault for fault in faults(db) if fault.facts.get("kind") == "view"), None)


def faults(db: Database) -> list[Problem]:
    """Name the tables, views, triggers, indexes and migrations that differ from this program's.

    Without a trigger, other programs could change the ledger. Without the note of a migration, the
    next version of the program could not upgrade the ledger.
    """
    found, wanted = _parts(db), _wanted()
    missing = [
        Problem(Why.PART_MISSING, kind=kind, name=name)
        for kind, name in wanted
        if (kind, name) not in found
    ]
    changed = [
        Problem(Why.PART_CHANGED, kind=kind, name=name)
        for (kind, name), sql in wanted.items()
        if found.get((kind, name), sql) != sql
    ]
    foreign = [
        Problem(Why.FOREIGN_TRIGGER, name=name)
        for kind, name in found
        if kind == "trigger" and (kind, name) not in wanted
    ]
    unknown = [
        Problem(Why.PART_MISSING, kind="migration", name=step.name)
        for step in migrations.pending(db)
    ]
    return missing + changed + foreign + unknown


@cache
def _wanted() -> dict[tuple[str, str], str]:
    with Database(sqlite3.connect(":memory:"), execute_plugins=False) as fresh:
        upgrade(fresh)
        return _parts(fresh)


def _parts(db: Database) -> dict[tuple[str, str], str]:
    """Return table and SQL of each part by kind and name.

    Parts of SQLite and sqlite-utils themselves are left out.
    """
    rows = db.execute(
        "SELECT type, name, tbl_name || ': ' || coalesce(sql, 'automatic') FROM sqlite_master"
        " WHERE type = 'trigger' OR"
        " tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlite_migrations'"
    )
    return {(kind, name): sql for kind, name, sql in rows}
