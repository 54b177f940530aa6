"""A game as a journal for beancount (beancount.github.io).

Every balance is asserted after each payment. beancount has dates but no times, and it asserts a
balance only at the start of a day. Therefore each move gets a day of its own: move 7 is dated seven
days after the game began, and the next day asserts the balance of every account. The real time of
the move is in the metadata key ``at``.
"""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from companion.export.accounts import COMMODITY, account_names, amount, reported_moves
from companion.export.game_table import GameTable, MoveRow, Payment


def text(table: GameTable) -> str:
    """Return the journal of a game."""
    return "\n".join(_paragraphs(table))


def _paragraphs(table: GameTable) -> Iterator[str]:
    names, began = account_names(table), date.fromisoformat(table.head.started_at[:10])
    yield _head(table, names, began)
    for row in reported_moves(table):
        day = began + timedelta(days=row.entry.number)
        if not row.payments:
            yield f"; {day} {row.entry.number} {row.entry.text}\n"
            continue
        postings = "".join(_postings(payment, names) for payment in row.payments)
        yield f"{day} * {_quoted(row.entry.text)}\n{_metadata(row)}{postings}"
        yield _balances(row, names, day + timedelta(days=1))


def _head(table: GameTable, names: dict[str, str], began: date) -> str:
    opened = "".join(
        f"{began} open {name} {COMMODITY}\n  name: {_quoted(who)}\n" for who, name in names.items()
    )
    return (
        f"; {table.title}. Amounts are dollars of the game.\n"
        "; Every move is a day, counted from that on which the game began; `at` is the real time.\n"
        f'option "title" "Game {table.head.number}"\n'
        f'option "operating_currency" "{COMMODITY}"\n\n{opened}'
    )


def _metadata(row: MoveRow) -> str:
    entry = row.entry
    by = f"  by: {_quoted(entry.by)}\n" if entry.by else ""
    return (
        f'  move: {entry.number}\n  at: "{row.at}"\n  source: "{entry.source}"\n'
        f"  turn: {row.turn}\n{by}"
    )


def _postings(payment: Payment, names: dict[str, str]) -> str:
    facts = {"why": payment.why, "deed": payment.deed, "taken-back": "yes" * payment.reversed}
    metadata = "".join(f"    {key}: {_quoted(fact)}\n" for key, fact in facts.items() if fact)
    sides = ((payment.payer, -payment.amount), (payment.payee, payment.amount))
    return "".join(f"  {names[who]:<32}{amount(dollars)}\n{metadata}" for who, dollars in sides)


def _balances(row: MoveRow, names: dict[str, str], day: date) -> str:
    return "".join(
        f"{day} balance {name:<32}{amount(row.balances[who])}\n" for who, name in names.items()
    )


def _quoted(value: str) -> str:
    # beancount escapes quotes and backslashes as JSON does, and takes all other characters as is.
    return json.dumps(value, ensure_ascii=False)
