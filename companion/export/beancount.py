"""A game as a journal for beancount (beancount.github.io).

beancount has dates but no times, and it asserts a balance only at the start of a day. Therefore
every balance is asserted on the day after the last move. The time of each move is in its metadata
key ``at``; like hledger's, no date is earlier than the one above it.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from companion.export.accounts import (
    COMMODITY,
    AccountPosting,
    Transaction,
    amount,
    closing,
    dates,
    holder,
    player_names,
    transactions,
)
from companion.export.game_table import GameTable, MoveRow

_WIDTH = 44


def text(table: GameTable) -> str:
    """Return the journal of a game."""
    return "\n".join(_paragraphs(table))


def _paragraphs(table: GameTable) -> Iterator[str]:
    found = transactions(table)
    days, end = dates(found), closing(table, found)
    yield _head(table, end, days[0])
    for day, one in zip(days, found, strict=True):
        yield _transaction(day, one)
    closed = date.fromisoformat(days[-1]) + timedelta(days=1)
    yield "".join(
        f"{closed} balance {account:<{_WIDTH}}{amount(dollars)}\n"
        for account, dollars in end.items()
    )


def _head(table: GameTable, end: Mapping[str, int], began: str) -> str:
    names = player_names(table)
    opened = "".join(
        f"{began} open {account} {COMMODITY}\n  name: {_quoted(holder(account, names))}\n"
        for account in end
    )
    return (
        f"; {table.title}. Amounts are dollars of the game.\n"
        "; `at` is the time of a move. Every balance is asserted on the day after the last one.\n"
        f'option "title" "Game {table.head.number}"\n'
        f'option "operating_currency" "{COMMODITY}"\n\n{opened}'
    )


def _transaction(day: str, one: Transaction) -> str:
    if not one.postings:
        return f"; {day} {one.row.entry.number} {one.row.entry.text}\n"
    postings = "".join(map(_posting, one.postings))
    return f"{day} * {_quoted(one.row.entry.text)}\n{_metadata(one.row)}{postings}"


def _metadata(row: MoveRow) -> str:
    entry = row.entry
    by = f"  by: {_quoted(entry.by)}\n" if entry.by else ""
    return (
        f'  move: {entry.number}\n  at: "{row.at}"\n  source: "{entry.source}"\n'
        f"  turn: {row.turn}\n{by}"
    )


def _posting(posting: AccountPosting) -> str:
    taken_back = "yes" * posting.taken_back
    facts = {"why": posting.why, "deed": posting.deed, "taken-back": taken_back}
    metadata = "".join(f"    {key}: {_quoted(fact)}\n" for key, fact in facts.items() if fact)
    return f"  {posting.account:<{_WIDTH}}  {amount(posting.dollars)}\n{metadata}"


def _quoted(value: str) -> str:
    # beancount escapes quotes and backslashes as JSON does, and takes all other characters as is.
    return json.dumps(value, ensure_ascii=False)
