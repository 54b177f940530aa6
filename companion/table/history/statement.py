"""Account statement as the screen shows it, newest payment first."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.engine.board import Board
from companion.table.session import Posting
from companion.text import deed_name, money, signed
from companion.text.names import party_name
from companion.text.screens.history import posting
from companion.text.told import Wording, capital


@dataclass(frozen=True, slots=True)
class StatementLine:
    """Payment: move number, time, purpose, amount with its tone, and new balance."""

    number: int
    at: str
    text: Wording
    amount: Wording
    tone: str
    balance: Wording


def statement_lines(postings: Iterable[Posting], board: Board) -> list[StatementLine]:
    """Lines of a statement, in the order of ``postings``."""
    return [_line(one, board) for one in postings]


def _line(one: Posting, board: Board) -> StatementLine:
    deed = deed_name(board, one.deed) if one.deed else ""
    return StatementLine(
        one.move,
        f"{one.at.astimezone():%H:%M}",
        capital(posting(one.why, deed, party_name(one.other), one.reversed)),
        signed(one.dollars, board.currency),
        "in" if one.dollars > 0 else "out",
        money(one.balance, board.currency),
    )
