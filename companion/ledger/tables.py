"""The tables of the first ledger version, and the triggers that keep them append-only.

Every game begins with move 0, "start": what the bank hands out before the first move.

A row is refused unless it is the next one. Children come before the row that seals them (players
before their game, events and throw before their move), so that nothing can be added to a sealed
one; that is why their foreign keys are deferred. Triggers hold for every program that opens the
file. Each insert trigger also refuses what a UNIQUE constraint would: with INSERT OR REPLACE that
constraint would delete the older row, and SQLite runs no delete trigger for it unless
recursive_triggers is on (sqlite.org/lang_conflict.html), which it is not in other programs.
"""

from collections.abc import Mapping

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
TABLES = tuple(_REFUSED)


def comes_next(table: str, refused: Mapping[str, str]) -> str:
    """The trigger that refuses a row for each sentence whose condition holds."""
    checks = "".join(
        f"\n    SELECT RAISE(ABORT, '{sentence}') WHERE {condition};"
        for sentence, condition in refused.items()
    )
    return f"CREATE TRIGGER {table}_come_next BEFORE INSERT ON {table} BEGIN{checks}\nEND"


def is_kept(table: str) -> tuple[str, ...]:
    """The triggers that refuse to change or delete a row."""
    return tuple(
        f"CREATE TRIGGER {table}_keep_{change} BEFORE {change.upper()} ON {table} BEGIN\n"
        f"    SELECT RAISE(ABORT, 'the ledger is only ever added to');\nEND"
        for change in ("update", "delete")
    )


TRIGGERS = (
    *(comes_next(table, refused) for table, refused in _REFUSED.items()),
    *(trigger for table in TABLES for trigger in is_kept(table)),
)
