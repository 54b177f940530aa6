"""What both plain-text accounting journals have in common: names, and which moves are told.

Names of accounts have to suit the stricter of the two, beancount: ``Assets:`` and then seat, dash
and the player's name in ASCII, whatever else is in it left out ("Zoë 2!" in seat 3 is
``Assets:3-Zoe-2``; the seat tells apart who else would be called the same). The pot is
``Assets:Pot``. The bank is ``Equity:Bank``: what it has handed out is less than nothing.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

from companion.engine.state import BANK, POT
from companion.export.game_table import GameTable, MoveRow

COMMODITY = "USD"
"""Dollars of the game, whatever sign the board prints; beancount takes no "$"."""


def account_names(told: GameTable) -> dict[str, str]:
    """The name of every account in a journal, by what it is called at the table."""
    seats = {name: f"Assets:{n}-{_ascii(name)}" for n, name in enumerate(told.head.players, 1)}
    names = {POT: "Assets:Pot", BANK: "Equity:Bank"} | seats
    return {account: names[account].rstrip("-") for account in told.accounts}


def worth_telling(told: GameTable) -> Iterator[MoveRow]:
    """The moves that paid something and, whether they did or not, the start, rulings and undo."""
    for page in told.pages:
        if page.payments or re.match("start|ruling|undo", page.entry.text):
            yield page


def amount(dollars: int) -> str:
    """An amount of the commodity, in a column."""
    return f"{dollars:>7} {COMMODITY}"


def _ascii(name: str) -> str:
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[A-Za-z0-9]+", letters))
