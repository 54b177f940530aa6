"""A game as tables for a spreadsheet: CSV (RFC 4180) in UTF-8, the first line a heading.

A spreadsheet runs a text as a formula if it begins like one, and a name or a note is anybody's. So
every text is in quotation marks, and one that begins like a formula has an apostrophe before it
(OWASP, "CSV Injection"). Numbers are not: they stay numbers.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields

from companion.export.deeds import DeedRow, deeds
from companion.export.game_table import GameTable, MoveRow, Payment

_MOVES = ("number", "at", "by", "source", "turn", "turn_of", "text", "hash")
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Beginnings of a formula; the last four are the first four in full width."""
_BALANCES = ("turn", "turn_of", "move", "at", "account", "dollars")


def tables(told: GameTable) -> dict[str, str]:
    """The text of every file by its name."""
    entries = (astuple(payment) for page in told.pages for payment in page.payments)
    return {
        "moves.csv": _text(_MOVES, map(_move, told.pages)),
        "entries.csv": _text(_names(Payment), entries),
        "deeds.csv": _text(_names(DeedRow), map(astuple, deeds(told.position))),
        "balances.csv": _text(_BALANCES, _balances(told)),
    }


def _move(page: MoveRow) -> tuple[object, ...]:
    entry = page.entry
    place = (entry.number, page.at, entry.by, entry.source, page.turn, page.turn_of)
    return (*place, entry.text, entry.hash)


def _balances(told: GameTable) -> Iterator[tuple[object, ...]]:
    for page in told.turns():
        for account in told.accounts:
            place = (page.turn, page.turn_of, page.entry.number, page.at)
            yield (*place, account, page.balances[account])


def _names(row: type[Payment] | type[DeedRow]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(row))


def _text(heading: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    # Whether a payment was reversed is 1 or 0, as in the ledger.
    table = io.StringIO(newline="")
    writer = csv.writer(table, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(heading)
    writer.writerows(map(_cell, row) for row in rows)
    return table.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value.startswith(_FORMULAS):
        return f"'{value}"
    return value
