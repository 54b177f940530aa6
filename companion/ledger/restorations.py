"""The table of the second ledger version: which rows were not booked here, but brought back.

A ledger that was damaged or lost is made anew, from its second copy and from what is still readable
of it. The moves keep their hashes; this says in which file they were found. The rows are a chain of
their own, like the throws of the tray.
"""

from companion.ledger import tables

NAME = "restorations"

TABLE = """
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

_REFUSED = {
    "a restoration takes the next number": """NEW.number IS NOT
        1 + coalesce((SELECT max(number) FROM restorations), 0)""",
    "a restoration follows from the one before it": """NEW.previous_hash IS NOT
        coalesce((SELECT hash FROM restorations WHERE number = NEW.number - 1), '')""",
}
STATEMENTS = (TABLE, tables.comes_next(NAME, _REFUSED), *tables.is_kept(NAME))
