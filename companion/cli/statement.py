"""``companion statement``: the account of a player, payment by payment."""

from dataclasses import asdict
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.ledger_access import game_or_last, open_reader
from companion.cli.options import AsJson, GameOrLast, argument, command, echo_json
from companion.cli.report import Language
from companion.engine.limits import excerpt
from companion.engine.state import BANK, POT
from companion.ledger.reader import LedgerReader, Posting, statement
from companion.text import deed_name, money, set_language, signed
from companion.text.names import party_name
from companion.text.screens.history import posting


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
    set_language(language)
    with open_reader(folder) as reader:
        number = game_or_last(reader, game)
        account = _account(reader, number, account)
        board = reader.setup(number).board
        postings = statement(reader, number, account)
    if as_json:
        rows = [asdict(one) for one in postings]
        echo_json({"game": number, "account": account, "postings": rows})
        return
    for one in postings:
        deed = deed_name(board, one.deed) if one.deed else ""
        click.echo(_line(one, deed, board.currency))


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


def _line(one: Posting, deed: str, currency: str) -> str:
    why = posting(one.why, deed, party_name(one.other), one.reversed)
    sums = (signed(one.dollars, currency), money(one.balance, currency))
    return f"{one.move:>5}  {sums[0]:>10}  {sums[1]:>10}  {why}"
