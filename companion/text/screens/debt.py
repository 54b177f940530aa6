"""Texts of the debt screen: the shortfall, ways to raise cash, and bankruptcy."""

from companion.text.catalogue import Sentences

DEBTS = Sentences(
    {
        "lead": "{player} owes {creditor} {amount}",
        "owes": "{player} owes {amount}",
        "due": "owes {amount}",
        "to": "to {creditor}",
        "then": "then {amount} more",
        "cash_of": "Cash {amount}",
        "short": "{amount} short",
        "mortgage": "Mortgage to raise {amount}",
        "sell": "Sell or mortgage to raise {amount}",
        "raise": "Raise {amount}",
        "could": "could raise {amount}",
        "nothing": "There is nothing left to sell or mortgage.",
        "dry": "Nothing left to sell",
        "pay": "Pay {creditor} {amount}",
        "bankrupt": "Go bankrupt",
        "trade": "Trade instead",
        "more": "{count} more",
        "group": "All of {set}",
        "puts_up": "Auction {deed}",
        "sells_back": "Sell {deed} back",
    }
)
"""Texts by purpose."""

text_of = DEBTS.fill
