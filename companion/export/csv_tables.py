"""A game as tables for a spreadsheet: CSV (RFC 4180) in UTF-8 with a heading.

A spreadsheet evaluates a text that begins like a formula, and players choose the text of names and
notes. Therefore every text is quoted, and a text that begins like a formula gets an apostrophe in
front (OWASP, "CSV Injection"). Numbers are not quoted, so that they stay numbers.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields

from companion.export.deeds import DeedFields, deeds
from companion.export.game_table import GameTable, MoveRow, PaymentRow

_MOVES = ("number", "at", "by", "source", "turn", "turn_of", "text", "hash")
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters of a formula; the last four are full-width forms of the first four."""
_BALANCES = ("turn", "turn_of", "move", "at", "account", "dollars")


def tables(table: GameTable) -> dict[str, str]:
    """Return the text of every CSV file by its name."""
    entries = (astuple(payment) for row in table.rows for payment in row.payments)
    return {
        "moves.csv": csv_text(_MOVES, map(_move, table.rows)),
        "entries.csv": csv_text(_names(PaymentRow), entries),
        "deeds.csv": csv_text(_names(DeedFields), map(astuple, deeds(table.position))),
        "balances.csv": csv_text(_BALANCES, _balances(table)),
    }


def _move(row: MoveRow) -> tuple[object, ...]:
    entry = row.entry
    place = (entry.number, row.at, entry.by, entry.source, row.turn, row.turn_of)
    return (*place, entry.text, entry.hash)


def _balances(table: GameTable) -> Iterator[tuple[object, ...]]:
    for row in table.turns():
        for account in table.accounts:
            place = (row.turn, row.turn_of, row.entry.number, row.at)
            yield (*place, account, row.balances.get(account, 0))


def _names(row: type[PaymentRow] | type[DeedFields]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(row))


def csv_text(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return rows below a heading; a text that begins like a formula gets an apostrophe."""
    table = io.StringIO(newline="")
    writer = csv.writer(table, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(heading)
    writer.writerows(map(_cell, row) for row in rows)
    return table.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):  # 1 or 0, as in the ledger
        return int(value)
    if isinstance(value, str) and value.startswith(_FORMULAS):
        return f"'{value}"
    return value
