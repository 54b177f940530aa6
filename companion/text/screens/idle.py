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

text_of = IDLE.fill
