"""A game as a journal for hledger (hledger.org/hledger.html): every posting says its balance.

hledger checks ``= BALANCE`` in the order of dates and, within a day, of the file. So that this is
the order of the moves even where the clock was put back, no date is before the one above it; the
real time is in the tag ``at``. A virtual posting counts the transactions, which shows one that is
missing or in another place even if it moved no money in the end.
"""

from collections.abc import Iterator
from itertools import accumulate, count

from companion.export.accounts import COMMODITY, account_names, amount, worth_telling
from companion.export.game_table import GameTable, MoveRow, Payment

_COUNTER, _COUNTED = "Transactions", "TXN"
_WIDTH = 32


def text(told: GameTable) -> str:
    """The journal."""
    return "\n".join(_paragraphs(told))


def _paragraphs(told: GameTable) -> Iterator[str]:
    names = account_names(told)
    yield _head(told, names)
    balances, transactions = dict.fromkeys(names, 0), count(1)
    pages = list(worth_telling(told))
    dates = list(accumulate((page.entry.at[:10] for page in pages), max))
    for date, page in zip(dates, pages, strict=True):
        if not page.payments:
            yield f"; {date} {_description(page)}\n"
            continue
        lines = [f"{date} * {_description(page)}", _tags(page)]
        for payment in page.payments:
            lines += _postings(payment, names, balances)
        yield "\n".join([*lines, _counted(1, next(transactions)), ""])
    yield _end(dates[-1], names, told.pages[-1], next(transactions) - 1)


def _head(told: GameTable, names: dict[str, str]) -> str:
    accounts = "".join(f"account {name}  ; name: {who}\n" for who, name in names.items())
    return (
        f"; {told.title}. Amounts are dollars of the game.\n"
        "; hledger -f THIS_FILE check --strict ordereddates\n\n"
        f"commodity 1000. {COMMODITY}\ncommodity 1000. {_COUNTED}\n"
        f"{accounts}account {_COUNTER}  ; counts the transactions\n"
    )


def _description(page: MoveRow) -> str:
    """A semicolon would begin a comment."""
    return f"({page.entry.number}) {page.entry.text.replace(';', ',')}"


def _tags(page: MoveRow) -> str:
    by = f", by: {page.entry.by}" if page.entry.by else ""
    return f"    ; at: {page.at}, source: {page.entry.source}, turn: {page.turn}{by}"


def _postings(payment: Payment, names: dict[str, str], balances: dict[str, int]) -> list[str]:
    """Both sides, each with the balance after it."""
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
    """What everybody has by the rules, also those who were never paid."""
    lines = [_posting(name, 0, last.balances[who]) for who, name in names.items()]
    return "\n".join([f"{date} * the end", *lines, _counted(0, transactions), ""])
