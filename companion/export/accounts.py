"""Account names and selection of moves, shared by both accounting journals.

Account names follow the stricter of the two programs, beancount: ``Assets:``, the seat, a dash and
the player's name reduced to ASCII letters and digits. "Zoë 2!" in seat 3 becomes
``Assets:3-Zoe-2``; the seat keeps names apart that are equal after the reduction. The pot is
``Assets:Pot``. The bank is ``Equity:Bank``, whose balance is negative: the money it has issued.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

from companion.engine.state import BANK, POT
from companion.export.game_table import GameTable, MoveRow

COMMODITY = "USD"
"""Commodity for dollars of the game, whatever sign the board prints: beancount rejects "$"."""


def account_names(table: GameTable) -> dict[str, str]:
    """Map each player, the pot and the bank to the account's name in a journal."""
    seats = {name: f"Assets:{n}-{_ascii(name)}" for n, name in enumerate(table.head.players, 1)}
    names = {POT: "Assets:Pot", BANK: "Equity:Bank"} | seats
    return {account: names[account].rstrip("-") for account in table.accounts}


def reported_moves(table: GameTable) -> Iterator[MoveRow]:
    """Yield the moves with payments, and every start, ruling and undo."""
    for row in table.rows:
        if row.payments or re.match("start|ruling|undo", row.entry.text):
            yield row


def amount(dollars: int) -> str:
    """Format an amount of the commodity, right-aligned in a column."""
    return f"{dollars:>7} {COMMODITY}"


def _ascii(name: str) -> str:
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[A-Za-z0-9]+", letters))
