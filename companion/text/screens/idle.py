"""Texts of the idle screen."""

from companion.text.catalogue import Sentences

IDLE = Sentences(
    {
        "turn": "{player}\N{RIGHT SINGLE QUOTATION MARK}s turn",
        "over": "Game over",
        "wake": "Touch to wake.",
        "wake by roll": "Touch to wake. A roll wakes it too.",
    }
)
"""Texts by purpose."""


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return IDLE[key].format(**fields)
