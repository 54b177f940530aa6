"""A game as a record in the notation, as ``companion check`` reads it."""

from companion.engine.notation import format_header
from companion.ledger.reader import LedgerReader


def text(reader: LedgerReader, game: int) -> str:
    """Return the record of a game: the header, then one line a move.

    Importing the record and exporting the game again gives exactly the same text.
    """
    lines = "".join(f"{row.text}\n" for row in reader.moves(game))
    return f"{format_header(reader.setup(game))}\n{lines}"
