"""Texts of the debt screen: the shortfall, ways to raise cash, and bankruptcy."""

from companion.text.catalogue import Sentences

DEBTS = Sentences(
    {
        "lead": "{player} owes {creditor} {amount}",
        "short": "{amount} short",
        "enough": "Enough: pay now",
        "detail": "{why} · {player} has {cash}, could raise {more} more",
        "detail_dry": "{why} · {player} has {cash}",
        "nothing": "There is nothing left to sell or mortgage.",
        "queue": "Also to pay: {debts}",
        "queued": "{player} owes {creditor} {amount}",
        "mortgage": "Mortgage",
        "sell": "Sell {buildings}",
        "group": "the whole group",
        "hands_over": "Hand over to {creditor}: {amount} off",
        "puts_up": "Let the bank auction it",
        "estate": "{receiver} gets {goods}.",
        "estate_auctioned": "{receiver} takes {goods}, and auctions the deeds at once.",
    }
)
"""Texts by purpose."""


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return DEBTS[key].format(**fields)
