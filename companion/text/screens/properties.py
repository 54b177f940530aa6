"""Texts of the properties screen: what deeds earn, and actions on them."""

from companion.text.catalogue import Sentences

HOLDINGS = Sentences(
    {
        "title": "{player}'s properties",
        "hint": "Tap houses to build or sell. Tap a name to mortgage.",
        "hint_deeds": "Tap a name to mortgage.",
        "no_deeds": "{player} owns no deeds yet.",
        "reset": "Reset",
        "close": "All properties",
        "earns": "Rent {amount}",
        "mortgaged": "Mortgaged",
        "build": "Build {buildings} {loss}",
        "sell": "Sell {buildings} {gain}",
        "mortgage": "Mortgage {gain}",
        "sell back": "Sell back {gain}",
        "loan": "{borrower} owes {lender} {amount}",
        "loan_left": "{amount} left",
        "next": "next {amount} when {borrower} passes GO",
        "at_go": "next {amount} at GO",
        "next_least": "next {amount}",
        "loan_paid": "{done} of {times} paid",
        "secured": "secured by {deed}",
        "pay_off": "Pay off {amount}",
        "ask": "Ask {lender}",
        "trade": "Trade",
        "forgive": "Forgive",
        "lift": "Lift the mortgage {loss}",
    }
)
"""Texts by purpose."""

text_of = HOLDINGS.fill
