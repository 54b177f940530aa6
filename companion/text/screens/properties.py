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
        "lift": "Lift the mortgage {loss}",
    }
)
"""Texts by purpose."""

text_of = HOLDINGS.fill
