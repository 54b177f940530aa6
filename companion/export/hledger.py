"""A game as a journal for hledger (hledger.org), with balances on all postings.

hledger checks ``= BALANCE`` in the order of dates and, within a day, in the order of the file. To
keep that the order of the moves even if the clock was set back, no date is earlier than the one
above it; the real time is in the tag ``at``. A virtual posting counts the transactions: it reveals
a transaction that is missing or moved, even one that changed no balance.
"""

from collections.abc import Iterator
from itertools import accumulate, count

from companion.export.accounts import COMMODITY, account_names, amount, reported_moves
from companion.export.game_table import GameTable, MoveRow, Payment

_COUNTER, _COUNTED = "Transactions", "TXN"
_WIDTH = 32


def text(table: GameTable) -> str:
    """Return the journal of a game."""
    return "\n".join(_paragraphs(table))


def _paragraphs(table: GameTable) -> Iterator[str]:
    names = account_names(table)
    yield _head(table, names)
    balances, transactions = dict.fromkeys(names, 0), count(1)
    rows = list(reported_moves(table))
    dates = list(accumulate((row.entry.at[:10] for row in rows), max))
    for date, row in zip(dates, rows, strict=True):
        if not row.payments:
            yield f"; {date} {_description(row)}\n"
            continue
        lines = [f"{date} * {_description(row)}", _tags(row)]
        for payment in row.payments:
            lines += _postings(payment, names, balances)
        yield "\n".join([*lines, _counted(1, next(transactions)), ""])
    yield _end(dates[-1], names, table.rows[-1], next(transactions) - 1)


def _head(table: GameTable, names: dict[str, str]) -> str:
    accounts = "".join(f"account {name}  ; name: {who}\n" for who, name in names.items())
    return (
        f"; {table.title}. Amounts are dollars of the game.\n"
        "; hledger -f THIS_FILE check --strict ordereddates\n\n"
        f"commodity 1000. {COMMODITY}\ncommodity 1000. {_COUNTED}\n"
        f"{accounts}account {_COUNTER}  ; counts the transactions\n"
    )


def _description(row: MoveRow) -> str:
    # A semicolon would start a comment.
    return f"({row.entry.number}) {row.entry.text.replace(';', ',')}"


def _tags(row: MoveRow) -> str:
    by = f", by: {row.entry.by}" if row.entry.by else ""
    return f"    ; at: {row.at}, source: {row.entry.source}, turn: {row.turn}{by}"


def _postings(payment: Payment, names: dict[str, str], balances: dict[str, int]) -> list[str]:
    """Return the lines of both sides, each with the balance after the payment."""
    facts = (payment.why, payment.deed, "taken back" * payment.reversed)
    why = ", ".join(fact for fact in facts if fact)
    lines = []
    for who, dollars in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
        balances[who] += dollars
        lines.append(f"{_posting(names[who], dollars, balances[who])}  ; {why}")
    return lines


def _posting(account: str, dollars: int, balance: int) -> str:
    return f"    {account:<{_WIDTH}}{amount(dollars)} = {amount(balance)}"


def _counted(more: int, transactions: int) -> str:
    return f"    {f'({_COUNTER})':<{_WIDTH}}{more:>7} {_COUNTED} = {transactions:>7} {_COUNTED}"


def _end(date: str, names: dict[str, str], last: MoveRow, transactions: int) -> str:
    """Return a last transaction that asserts every balance of the replayed position.

    It covers the accounts that no payment touched.
    """
    lines = [_posting(name, 0, last.balances[who]) for who, name in names.items()]
    return "\n".join([f"{date} * the end", *lines, _counted(0, transactions), ""])
