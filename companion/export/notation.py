"""A game as a record in the notation, as ``companion check`` reads it."""

from companion.engine.notation import format_header
from companion.ledger.reader import LedgerReader


def text(reader: LedgerReader, game: int) -> str:
    """Return the record of a game: the header, then one line a move.

    Importing the record and exporting the game again gives exactly the same text.
    """
    lines = "".join(f"{entry.text}\n" for entry in reader.entries(game) if entry.number)
    return f"{format_header(reader.setup(game))}\n{lines}"
