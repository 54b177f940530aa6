"""The statement of one account: every payment, and the balance after it."""

from dataclasses import dataclass
from datetime import datetime

from companion.ledger.reader import LedgerReader

_STATEMENT = """
SELECT move, at, why, deed, other, reversed, dollars, balance
FROM statements WHERE game = ? AND account = ?
"""


@dataclass(frozen=True, slots=True)
class Posting:
    """A payment as one account sees it: dollars in (or, less than 0, out), and what it then has.

    ``other`` is whom it was with; ``reversed`` says that an undo took the payment back.
    """

    move: int
    at: datetime
    why: str
    deed: str
    other: str
    reversed: bool
    dollars: int
    balance: int


def statement(books: LedgerReader, game: int, account: str) -> list[Posting]:
    """Every payment of ``account``, a player, ``bank`` or ``pot``, in order. Raises LedgerError."""
    rows = books.ask(lambda db: list(db.execute(_STATEMENT, [game, account])))
    return [
        Posting(move, datetime.fromisoformat(at), why, deed or "", other, bool(back), *dollars)
        for move, at, why, deed, other, back, *dollars in rows
    ]
