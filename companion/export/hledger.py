"""A game as a journal for hledger (hledger.org), with balances on all postings.

hledger checks ``= BALANCE`` in the order of dates and, within a day, in the order of the file. To
keep that the order of the moves even if the clock was set back, no date is earlier than the one
above it; the real time is in the tag ``at``. A virtual posting counts the transactions: it reveals
a transaction that is missing or moved, even one that changed no balance.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count

from companion.export.accounts import (
    COMMODITY,
    AccountPosting,
    amount,
    closing,
    dates,
    holder,
    player_names,
    transactions,
)
from companion.export.game_table import GameTable, MoveRow

_COUNTER, _COUNTED = "Transactions", "TXN"
_WIDTH = 44


def text(table: GameTable) -> str:
    """Return the journal of a game."""
    return "\n".join(_paragraphs(table))


def _paragraphs(table: GameTable) -> Iterator[str]:
    found = transactions(table)
    end = closing(table, found)
    yield _head(table, end)
    balances, numbers, date = Counter[str](), count(1), ""
    for date, one in zip(dates(found), found, strict=True):
        if not one.postings:
            yield f"; {date} {_description(one.row)}\n"
            continue
        lines = [f"{date} * {_description(one.row)}", _tags(one.row)]
        lines += [_asserted(posting, balances) for posting in one.postings]
        yield "\n".join([*lines, _counted(1, next(numbers)), ""])
    yield _end(date, end, next(numbers) - 1)


def _head(table: GameTable, end: Mapping[str, int]) -> str:
    names = player_names(table)
    accounts = "".join(f"account {one}  ; name: {holder(one, names)}\n" for one in end)
    return (
        f"; {table.title}. Amounts are dollars of the game.\n"
        "; hledger -f THIS_FILE check --strict ordereddates\n"
        "; hledger -f THIS_FILE balancesheet --depth 2       what everybody was worth\n"
        "; hledger -f THIS_FILE incomestatement              who earned what, and where\n\n"
        f"commodity 1000. {COMMODITY}\ncommodity 1000. {_COUNTED}\n"
        f"{accounts}account {_COUNTER}  ; counts the transactions\n"
    )


def _description(row: MoveRow) -> str:
    # A semicolon would start a comment.
    return f"({row.entry.number}) {row.entry.text.replace(';', ',')}"


def _tags(row: MoveRow) -> str:
    by = f", by: {row.entry.by}" if row.entry.by else ""
    return f"    ; at: {row.at}, source: {row.entry.source}, turn: {row.turn}{by}"


def _asserted(posting: AccountPosting, balances: Counter[str]) -> str:
    """Return the line of a posting with the balance after it."""
    balances[posting.account] += posting.dollars
    facts = (posting.why, posting.deed, "taken back" * posting.taken_back)
    why = ", ".join(fact for fact in facts if fact)
    line = _posting(posting.account, posting.dollars, balances[posting.account])
    return f"{line}  ; {why}" if why else line


def _posting(account: str, dollars: int, balance: int) -> str:
    return f"    {account:<{_WIDTH}}  {amount(dollars)} = {amount(balance)}"


def _counted(more: int, transactions: int) -> str:
    return f"    {f'({_COUNTER})':<{_WIDTH}}  {more:>7} {_COUNTED} = {transactions:>7} {_COUNTED}"


def _end(date: str, end: Mapping[str, int], transactions: int) -> str:
    """Return a last transaction that asserts every balance of accounts and position."""
    lines = [_posting(account, 0, balance) for account, balance in end.items()]
    return "\n".join([f"{date} * the end", *lines, _counted(0, transactions), ""])
