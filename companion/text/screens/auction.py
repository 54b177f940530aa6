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
    }
)
"""Texts by purpose."""

text_of = AUCTION.fill
