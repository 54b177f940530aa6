"""Take one game out of a ledger, into a file that can be verified without the other games.

The rows are copied as they are. A game's chain begins with the hash of the game itself, so all of
it is there, with the same fingerprint. The chains of the tray's throws, of restorations and of
interruptions run through all games: an extract has their rows that concern the game, each with its
own hash, and links are verified only between neighbours.

``application_id`` tells an extract from a ledger. So an extract is never mistaken for a ledger
whose other games were deleted, and no game is played in it.
"""

import sqlite3
from contextlib import closing

from companion.ledger import schema
from companion.ledger.copies import image
from companion.ledger.errors import no_such_game
from companion.ledger.reader import LedgerReader

_OTHERS = (
    # First what is found by the times and places of the game's moves.
    """DELETE FROM tray_throws WHERE game IS NOT :game AND NOT (outcome <> 'used' AND at BETWEEN
       (SELECT started_at FROM games WHERE number = :game) AND
       (SELECT at FROM moves WHERE game = :game ORDER BY number DESC LIMIT 1))""",
    "DELETE FROM events WHERE game <> :game",
    "DELETE FROM moves WHERE game <> :game",
    "DELETE FROM players WHERE game <> :game",
    "DELETE FROM games WHERE number <> :game",
    """DELETE FROM restorations WHERE NOT EXISTS
       (SELECT 1 FROM moves WHERE entry BETWEEN first_entry AND last_entry)""",
    """DELETE FROM interruptions WHERE last_entry NOT BETWEEN
       (SELECT min(entry) FROM moves) AND (SELECT max(entry) FROM moves)""",
)
"""Statements that leave the rows of one game."""


def extract(reader: LedgerReader, game: int) -> bytes:
    """Return the rows of one game as the bytes of a database.

    Raises LedgerError if there is no such game or the ledger cannot be read.
    """
    if game not in reader.numbers():
        raise no_such_game(game)
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.deserialize(image(reader))
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        kept = triggers.fetchall()
        for name, _ in kept:
            conn.execute(f"DROP TRIGGER {name}")
        for statement in _OTHERS:
            conn.execute(statement, {"game": game})
        for _, sql in kept:
            conn.execute(sql)
        conn.execute(f"PRAGMA application_id = {schema.EXTRACT_ID}")
        conn.commit()
        conn.execute("VACUUM")  # Deleted rows would stay readable in free pages.
        return conn.serialize()
