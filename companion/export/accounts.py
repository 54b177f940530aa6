"""The accounts of a game and its transactions, shared by both accounting journals.

Every player has a set of books, in which each transaction balances by itself:

- ``Assets:1-Ann:Cash``, and at their printed prices ``Assets:1-Ann:Property:Boardwalk`` and
  ``Assets:1-Ann:Buildings:Boardwalk``. ``Liabilities:1-Ann:Mortgages:Boardwalk`` is the part of the
  price that a mortgaged property no longer counts. Together they are the player's worth (QUICK-4).
- ``Income:1-Ann:Rent:Boardwalk``, ``Expenses:1-Ann:Tax`` and so on: what was earned and spent.
- ``Equity:1-Ann:Opening``: what the player began with.

Cash comes from the payments, and property from the position after each move. Where the two differ,
because somebody paid more or less than the printed price, the difference is income or an expense
under the name of its cause: ``Auctions``, ``Trades``, ``Buildings``, ``Bankruptcies``, ``Rulings``.
A loan is no booking of its own (HOUSE-1): what is lent is part of a trade, and an instalment is
income and an expense under ``Loans``. What remains of loans at the end is in no account.
An undo reverses the transactions of the moves that it takes back.

Names follow the stricter of the two programs, beancount: a number, a dash and the player's name
reduced to ASCII letters and digits. The number is the seat, and for whoever came later, also in the
place of another, the next one (FLOW-17). "Zoë 2!" in seat 3 becomes ``3-Zoe-2``; the number keeps
names apart that are equal after the reduction. Properties have the names of their keys.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from unicodedata import normalize

from companion.engine.state import BANK, POT, Game
from companion.export.game_table import GameTable, MoveRow, PaymentRow

COMMODITY = "USD"
"""Commodity for dollars of the game, whatever sign the board prints: beancount rejects "$"."""

_PURPOSES = {
    "rent": "Rent",
    "salary": "Salary",
    "tax": "Tax",
    "fine": "Fines",
    "card": "Cards",
    "pot": "Pot",
    "bonus": "Bonus",
    "buyback": "Buyback",
    "loan": "Loans",
    "interest": "Interest",
}
"""Income or expense by the purpose of a payment; payments for other purposes buy or sell."""
_CAUSES = {
    "estate": "Bankruptcies",
    "deal": "Trades",
    "bid": "Auctions",
    "build": "Buildings",
    "sell": "Buildings",
    "mortgage": "Mortgages",
    "lift": "Mortgages",
    "price": "Purchases",
}
"""Cause of a gain or loss by the purposes of a move's payments, the weightiest first."""
_VERBS = {" accepts": "Trades", " hands over ": "Debts", " places on ": "Auctions"}
"""Cause of a gain or loss by the words of a move without such a payment."""
_UNDO = re.compile(r"undo(?: (\d+))?")


@dataclass(frozen=True, slots=True)
class AccountPosting:
    """Change of one account; a positive amount increases an asset or an expense.

    ``why`` and ``deed`` are those of the payment, if it comes from one. ``taken_back`` is True for
    a posting of an undo.
    """

    account: str
    dollars: int
    why: str = ""
    deed: str = ""
    taken_back: bool = False

    def reversed(self) -> "AccountPosting":
        """Return the posting of an undo."""
        return AccountPosting(self.account, -self.dollars, self.why, self.deed, taken_back=True)


@dataclass(frozen=True, slots=True)
class Transaction:
    """Postings of one move; none for a move that is only mentioned."""

    row: MoveRow
    postings: tuple[AccountPosting, ...]


def transactions(table: GameTable) -> list[Transaction]:
    """Return the transactions of a game: of moves that changed an account, rulings and undos."""
    names, before = player_names(table), None
    standing: list[tuple[AccountPosting, ...]] = []
    found = []
    for row in table.rows:
        if undo := _UNDO.fullmatch(row.entry.text):
            first = len(standing) - int(undo[1] or 1)
            taken_back = [posting for postings in standing[first:] for posting in postings]
            postings = tuple(posting.reversed() for posting in reversed(taken_back))
            del standing[first:]
        else:
            postings = tuple(_postings(row, before, names))
            standing += [postings] if row.entry.number else []
        if postings or undo or row.entry.text.startswith("ruling"):
            found.append(Transaction(row, postings))
        before = row.position
    return found


def player_names(table: GameTable) -> dict[str, str]:
    """Map each player to the part of the account names that stands for the player."""
    people = enumerate(table.people, 1)
    return {name: f"{number}-{_ascii(name)}".rstrip("-") for number, name in people}


def closing(table: GameTable, found: list[Transaction]) -> dict[str, int]:
    """Return the balance of every account at the end, in the order of their names.

    Those of assets and liabilities are the amounts in the position: journals compare the two.
    """
    balances = Counter[str]()
    for one in found:
        for posting in one.postings:
            balances[posting.account] += posting.dollars
    position, names = table.position, player_names(table)
    owned = {account: dollars for (_, account), dollars in _property(position, names).items()}
    owned |= {_cash(name, names): player.cash for name, player in position.players.items()}
    owned[_cash(POT, names)] = position.pot
    for account in balances:
        if account.startswith(("Assets", "Liabilities")):
            balances[account] = owned.get(account, 0)
    return dict(sorted(balances.items()))


def dates(found: list[Transaction]) -> list[str]:
    """Return the day of each transaction in UTC; none is earlier than the one before it."""
    return list(accumulate((one.row.entry.at[:10] for one in found), max))


def holder(account: str, names: Mapping[str, str]) -> str:
    """Return the player whose account it is, or the pot."""
    part = account.split(":")[1]
    return next((name for name, own in names.items() if own == part), POT)


def amount(dollars: int) -> str:
    """Format an amount of the commodity, right-aligned in a column."""
    return f"{dollars:>7} {COMMODITY}"


def _postings(
    row: MoveRow, before: Game | None, names: Mapping[str, str]
) -> Iterator[AccountPosting]:
    """Yield the postings of a move, those of each player adding up to 0."""
    open_sums = Counter[str]()
    for payment in row.payments:
        for who, dollars in ((payment.payer, -payment.amount), (payment.payee, payment.amount)):
            if who != BANK:
                yield AccountPosting(_cash(who, names), dollars, payment.why, payment.deed)
                open_sums[who] += dollars
            if who in names and row.entry.number and payment.why in _PURPOSES:
                yield _earned(names[who], dollars, payment)
                open_sums[who] -= dollars
    then = _property(before, names) if before else {}
    now = _property(row.position, names)
    for (who, account), dollars in {**dict.fromkeys(then, 0), **now}.items():
        if change := dollars - then.get((who, account), 0):
            yield AccountPosting(account, change)
            open_sums[who] += change
    for who, dollars in open_sums.items():
        if dollars:
            yield AccountPosting(_difference(who, dollars, row, names), -dollars)


def _cash(who: str, names: Mapping[str, str]) -> str:
    return f"Assets:{names[who]}:Cash" if who in names else "Assets:Pot"


def _earned(name: str, dollars: int, payment: PaymentRow) -> AccountPosting:
    """Return the income or the expense of one side of a payment."""
    root = "Income" if dollars > 0 else "Expenses"
    account = f"{root}:{name}:{_PURPOSES[payment.why]}"
    if payment.why == "rent" and payment.deed:
        account += f":{_deed(payment.deed)}"
    return AccountPosting(account, -dollars, payment.why, payment.deed)


def _property(position: Game, names: Mapping[str, str]) -> dict[tuple[str, str], int]:
    """Return the amounts of properties, buildings and mortgages by owner and account (QUICK-4)."""
    found = {}
    for key, holding in position.holdings.items():
        deed, who = position.board.deeds[key], holding.owner
        name = names[who]
        found[who, f"Assets:{name}:Property:{_deed(key)}"] = deed.price
        if rank := position.rank(key):
            found[who, f"Assets:{name}:Buildings:{_deed(key)}"] = rank * deed.house_price
        if holding.mortgaged:
            account = f"Liabilities:{name}:Mortgages:{_deed(key)}"
            found[who, account] = deed.price // 2 - deed.price
    return found


def _difference(who: str, dollars: int, row: MoveRow, names: Mapping[str, str]) -> str:
    """Return the account of a gain, or of a loss if ``dollars`` is negative."""
    if who == POT:
        return "Equity:Pot"
    if not row.entry.number:
        return f"Equity:{names[who]}:Opening"
    root = "Income" if dollars > 0 else "Expenses"
    return f"{root}:{names[who]}:{_cause(who, row)}"


def _cause(who: str, row: MoveRow) -> str:
    if row.entry.text.startswith("ruling"):
        return "Rulings"
    purposes = {payment.why for payment in row.payments if who in (payment.payer, payment.payee)}
    for why, cause in _CAUSES.items():
        if why in purposes:
            return cause
    return next((cause for verb, cause in _VERBS.items() if verb in row.entry.text), "Bankruptcies")


def _deed(key: str) -> str:
    return key.title()


def _ascii(name: str) -> str:
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[A-Za-z0-9]+", letters))
