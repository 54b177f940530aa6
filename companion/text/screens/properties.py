"""What the screen of holdings says: what deeds earn, and what can be done with them."""

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
"""By what they are for."""


def text_of(key: str, **fields: object) -> str:
    """One of ``HOLDINGS`` with its fields filled in."""
    return HOLDINGS[key].format(**fields)
