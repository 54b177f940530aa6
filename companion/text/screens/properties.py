"""Texts of the properties screen: what deeds earn, and actions on them."""

from companion.text.catalogue import Sentences

HOLDINGS = Sentences(
    {
        "hint": (
            "Tap a place to build or sell, a deed for its mortgage. "
            "The bank has {houses} and {hotels}."
        ),
        "no_deeds": "{player} owns no deeds yet.",
        "earns": "earns {amount}",
        "earns_nothing": "earns nothing",
        "mortgaged": "mortgaged",
        "build": "Build {buildings} {loss}",
        "sell": "Sell {buildings} {gain}",
        "mortgage": "Mortgage {gain}",
        "lift": "Lift the mortgage {loss}",
    }
)
"""Texts by purpose."""


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return HOLDINGS[key].format(**fields)
