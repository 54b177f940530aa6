"""Texts of the auction screen, and of the page on which a bid is keyed in."""

from companion.text.catalogue import Sentences

AUCTION = Sentences(
    {
        "title": "A bid",
        "high": "High bid {amount}",
        "first": "First bid",
        "bid": "Bid {amount}",
        "no bid": "Bid",
        "no amount": "Key in an amount.",
        "too low": "at least {amount}",
        "all": "All",
        "leads": "High bid",
        "leaves": "leaves {amount}",
        "passed": "Passed",
        "cannot": "Can't bid",
        "none": "No bid yet",
        "from": "From {amount}",
        "promises": "with promises",
        "sealed": "Sealed bids",
        "sealed from": "Sealed, from {amount}",
        "tied": "A tie: once more, from {amount}",
        "key in": "{player}: your bid",
        "hand": "Hold your hand over it.",
        "keyed": "Keyed in",
        "too much": "That is more than your cash.",
    }
)
"""Texts by purpose."""

text_of = AUCTION.fill
