"""What the screen of debts says: how much is short, what can be raised, and who gets everything."""

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
"""By what they are for."""


def text_of(key: str, **fields: object) -> str:
    """One of ``DEBTS`` with its fields filled in."""
    return DEBTS[key].format(**fields)
