"""The table of the third ledger version: when the bank was cut off, and where in the books.

A ledger that is closed leaves no log beside it. Where one is found, the program before was cut off
here: power, kill or crash; nothing booked was lost. Which of them it was, nobody knows. The rows
are a chain of their own, like the throws of the tray.
"""

from companion.ledger import tables

NAME = "interruptions"

TABLE = """
CREATE TABLE interruptions (
    number      INTEGER PRIMARY KEY, -- from 1
    at          TEXT NOT NULL,       -- UTC, ISO 8601: when the ledger was opened again
    last_entry  INTEGER NOT NULL CHECK (last_entry >= 0), -- of the moves booked by then, all games
    previous_hash TEXT NOT NULL,     -- '' for the first
    hash        TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT
"""

_REFUSED = {
    "an interruption takes the next number": """NEW.number IS NOT
        1 + coalesce((SELECT max(number) FROM interruptions), 0)""",
    "an interruption comes after the last move": """NEW.last_entry IS NOT
        coalesce((SELECT max(entry) FROM moves), 0)""",
    "an interruption follows from the one before it": """NEW.previous_hash IS NOT
        coalesce((SELECT hash FROM interruptions WHERE number = NEW.number - 1), '')""",
}
STATEMENTS = (TABLE, tables.comes_next(NAME, _REFUSED), *tables.is_kept(NAME))
