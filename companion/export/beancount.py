"""A game as a journal for beancount (beancount.github.io): after every payment every balance.

beancount knows dates and no times, and asserts a balance only where a day begins. So every move has
a day of its own: move 7 is on the seventh day after the one on which the game began, and the day
after it says what every account has. The real time is in ``at``.
"""

import json
from collections.abc import Iterator
from datetime import date, timedelta

from companion.export.accounts import COMMODITY, account_names, amount, worth_telling
from companion.export.game_table import GameTable, MoveRow, Payment


def text(told: GameTable) -> str:
    """The journal."""
    return "\n".join(_paragraphs(told))


def _paragraphs(told: GameTable) -> Iterator[str]:
    names, began = account_names(told), date.fromisoformat(told.head.started_at[:10])
    yield _head(told, names, began)
    for page in worth_telling(told):
        day = began + timedelta(days=page.entry.number)
        if not page.payments:
            yield f"; {day} {page.entry.number} {page.entry.text}\n"
            continue
        postings = "".join(_postings(payment, names) for payment in page.payments)
        yield f"{day} * {_quoted(page.entry.text)}\n{_metadata(page)}{postings}"
        yield _balances(page, names, day + timedelta(days=1))


def _head(told: GameTable, names: dict[str, str], began: date) -> str:
    opened = "".join(
        f"{began} open {name} {COMMODITY}\n  name: {_quoted(who)}\n" for who, name in names.items()
    )
    return (
        f"; {told.title}. Amounts are dollars of the game.\n"
        "; Every move is a day, counted from that on which the game began; `at` is the real time.\n"
        f'option "title" "Game {told.head.number}"\n'
        f'option "operating_currency" "{COMMODITY}"\n\n{opened}'
    )


def _metadata(page: MoveRow) -> str:
    entry = page.entry
    by = f"  by: {_quoted(entry.by)}\n" if entry.by else ""
    return (
        f'  move: {entry.number}\n  at: "{page.at}"\n  source: "{entry.source}"\n'
        f"  turn: {page.turn}\n{by}"
    )


def _postings(payment: Payment, names: dict[str, str]) -> str:
    facts = {"why": payment.why, "deed": payment.deed, "taken-back": "yes" * payment.reversed}
    told = "".join(f"    {key}: {_quoted(fact)}\n" for key, fact in facts.items() if fact)
    sides = ((payment.payer, -payment.amount), (payment.payee, payment.amount))
    return "".join(f"  {names[who]:<32}{amount(dollars)}\n{told}" for who, dollars in sides)


def _balances(page: MoveRow, names: dict[str, str], day: date) -> str:
    return "".join(
        f"{day} balance {name:<32}{amount(page.balances[who])}\n" for who, name in names.items()
    )


def _quoted(words: str) -> str:
    """As JSON escapes quotes and backslashes, so does beancount; all else it takes as it is."""
    return json.dumps(words, ensure_ascii=False)
