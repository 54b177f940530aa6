"""A game as a record: header and moves, what `companion check` replays and `import` takes."""

from companion.engine.notation import format_header
from companion.ledger.reader import LedgerReader


def text(books: LedgerReader, game: int) -> str:
    """The record. Exported, imported and exported again it is the same, to the letter."""
    lines = "".join(f"{row.text}\n" for row in books.moves(game))
    return f"{format_header(books.setup(game))}\n{lines}"
