"""``companion statement``: the account of a player, payment by payment."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

import click

from companion.cli.data import Data
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_game
from companion.cli.options import AsJson, GameOrLast, argument, command, echo, table
from companion.engine.board import Board
from companion.engine.limits import excerpt
from companion.engine.state import BANK, POT
from companion.ledger.reader import LedgerReader, Posting, statement
from companion.text import deed_name, money, signed
from companion.text.names import party_name
from companion.text.screens.history import posting

HEADS = ("move", "paid", "balance", "reason")


class StatementResult(TypedDict):
    """Every payment of an account."""

    game: int
    account: str
    postings: Sequence[Posting]


@command
def statement_command(
    account: Annotated[str, argument()],
    game: GameOrLast,
    as_json: AsJson,
    language: Language,
    folder: Data,
) -> None:
    """Print every payment of ACCOUNT and the balance after it.

    ACCOUNT is a player, "bank" or "pot"; GAME is a game number (default: the last). Payments
    that were taken back are listed, too, with their reversals.

    Exit status: 0, or 2 when there is no such account or the ledger cannot be read.
    """
    use_language(language, folder)
    with open_game(folder, game) as (reader, number):
        account = _account(reader, number, account)
        board = reader.setup(number).board
        postings = statement(reader, number, account)
    facts: StatementResult = {"game": number, "account": account, "postings": postings}
    rows = (_row(one, board) for one in postings)
    echo(as_json, facts, table(HEADS, rows, "move paid balance"))


def _account(reader: LedgerReader, game: int, name: str) -> str:
    """Return the account of that name, in whatever case. Raises UsageError if there is none."""
    accounts = (*reader.people(game), BANK, POT)
    found = [account for account in accounts if account.lower() == name.lower()]
    if found:
        # Somebody whose name was spelt anew has two accounts that differ only in case.
        return name if name in found else found[0]
    raise click.UsageError(
        f"Game {game} has no account '{excerpt(name)}'. Choose one of: {', '.join(accounts)}."
    )


def _row(one: Posting, board: Board) -> tuple[str, ...]:
    deed = deed_name(board, one.deed) if one.deed else ""
    why = posting(one.why, deed, party_name(one.other), one.reversed)
    paid, left = signed(one.dollars, board.currency), money(one.balance, board.currency)
    return str(one.move), str(paid), str(left), str(why)
