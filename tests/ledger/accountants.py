"""Two programs for plain-text accounting, and what somebody may do to a journal."""

import csv
import io
import re
import subprocess
from collections.abc import Callable
from random import Random

from beancount import loader
from beancount.core.data import Transaction

STRICT = ("check", "--strict", "ordereddates")
Balances = dict[str, int]


def hledger(journal: str, *command: str) -> subprocess.CompletedProcess[str]:
    """The program, with the journal as its input."""
    whole = ["hledger", "-f", "-", *command]
    return subprocess.run(whole, input=journal, capture_output=True, text=True, check=False)


def hledger_balances(journal: str) -> Balances:
    """What every account has, if hledger accepts the journal; otherwise nothing."""
    if hledger(journal, *STRICT).returncode:
        return {}
    shown = hledger(journal, "balance", "-N", "-E", "--flat", "-O", "csv", "not:Transactions")
    rows = csv.DictReader(io.StringIO(shown.stdout))
    return {row["account"]: int(row["balance"].split()[0]) for row in rows}


def hledger_statement(journal: str, *command: str) -> Balances:
    """The accounts of a statement of hledger with their amounts, by sections in one."""
    shown = hledger(journal, *command, "-N", "-E", "-O", "csv")
    rows = [row for row in csv.reader(io.StringIO(shown.stdout)) if ":" in row[0] and row[1]]
    return {account: int(amount.split()[0]) for account, amount in rows}


def beancount_balances(journal: str) -> Balances:
    """What every account has, if beancount accepts the journal; otherwise nothing."""
    entries, errors, _ = loader.load_string(journal)
    balances = {entry.account: 0 for entry in entries if hasattr(entry, "booking")}
    for entry in entries:
        for posting in entry.postings if isinstance(entry, Transaction) else ():
            balances[posting.account] += int(posting.units.number)
    return {} if errors else balances


ACCOUNTANTS: dict[str, Callable[[str], Balances]] = {
    "hledger": hledger_balances,
    "beancount": beancount_balances,
}

_PAYS = re.compile(r"\d{4}-\d\d-\d\d \* (?!the end)")
_ROOTS = "Assets|Liabilities|Equity|Income|Expenses"
_POSTING = re.compile(rf"^( +)((?:{_ROOTS}):\S+)( +)(-?\d+) USD", re.MULTILINE)


def _transactions(paragraphs: list[str]) -> list[int]:
    return [place for place, text in enumerate(paragraphs) if _PAYS.match(text)]


def edit(journals: dict[str, str], random: Random) -> tuple[str, dict[str, str]]:
    """The same change made to both journals, and what it was."""
    what, change = random.choice([*EDITS.items()])
    seed = random.random()
    return what, {form: change(text, Random(seed)) for form, text in journals.items()}


def _in_one(journal: str, random: Random, change: Callable[[str, list[str]], str]) -> str:
    """The journal with one of its transactions changed; ``change`` knows the accounts, too."""
    paragraphs = journal.split("\n\n")
    place = random.choice(_transactions(paragraphs))
    accounts = sorted({match[2] for match in _POSTING.finditer(journal)})
    paragraphs[place] = change(paragraphs[place], accounts)
    return "\n\n".join(paragraphs)


def _other_sum(journal: str, random: Random) -> str:
    """Of two postings, so that they still add up to nothing."""

    def change(paragraph: str, accounts: list[str]) -> str:
        found = [*_POSTING.finditer(paragraph)]
        one, other = sorted(random.sample(range(len(found)), 2))
        more = random.choice([-100, -1, 1, 10])
        for side, sign in ((found[other], 1), (found[one], -1)):
            amount = int(side[4]) + sign * more
            paragraph = f"{paragraph[: side.start(4)]}{amount}{paragraph[side.end(4) :]}"
        return paragraph

    return _in_one(journal, random, change)


def _other_account(journal: str, random: Random) -> str:
    def change(paragraph: str, accounts: list[str]) -> str:
        paid = [found for found in _POSTING.finditer(paragraph) if int(found[4])]
        found = random.choice(paid)
        other = random.choice([account for account in accounts if account != found[2]])
        return f"{paragraph[: found.start(2)]}{other}{paragraph[found.end(2) :]}"

    return _in_one(journal, random, change)


def _other_order(journal: str, random: Random) -> str:
    """Two transactions change places; each keeps the date of its place."""
    paragraphs = journal.split("\n\n")
    a, b = random.sample(_transactions(paragraphs), 2)
    first, second = paragraphs[a], paragraphs[b]
    paragraphs[a], paragraphs[b] = first[:10] + second[10:], second[:10] + first[10:]
    return "\n\n".join(paragraphs)


def _deleted(journal: str, random: Random) -> str:
    paragraphs = journal.split("\n\n")
    del paragraphs[random.choice(_transactions(paragraphs))]
    return "\n\n".join(paragraphs)


EDITS: dict[str, Callable[[str, Random], str]] = {
    "a sum on both sides": _other_sum,
    "an account": _other_account,
    "the order": _other_order,
    "a deleted transaction": _deleted,
}
