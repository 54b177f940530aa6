"""Purposes of payments and debts, in words."""

from companion.text.catalogue import Sentences
from companion.text.told import Told, Wording

PURPOSES = Sentences(
    {
        "start": "the money to begin with",
        "salary": "salary",
        "price": "price of {deed}",
        "bid": "bid for {deed}",
        "item": "a bid",
        "rent": "rent for {deed}",
        "tax": "tax",
        "fine": "the fine for leaving jail",
        "card": "a card",
        "pot": "the pot",
        "bonus": "bonus for two ones",
        "buyback": "{deed} sold back",
        "build": "building on {deed}",
        "sell": "building sold from {deed}",
        "mortgage": "mortgage on {deed}",
        "lift": "mortgage lifted on {deed}",
        "interest": "interest on {deed}",
        "deal": "a deal",
        "loan": "repaying a loan",
        "estate": "what a player left",
        "ruling": "a ruling",
    }
)
"""Texts by ``Paid.why``, which the ledger stores; ``start`` is the starting cash."""


def purpose(why: str, deed: Wording) -> Told:
    """Say what a payment or a debt is for; ``deed`` is empty where it is for none."""
    return PURPOSES.fill("item" if why == "bid" and not deed else why, deed=deed)
