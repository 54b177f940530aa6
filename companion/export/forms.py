"""The formats of a game that are one text, made of its table: one entry each.

``companion export`` has an option for each, and a bundle a file.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.export import beancount, hledger, json_object
from companion.export.game_table import GameTable


class TextFormat(NamedTuple):
    """One format; its name is that of the option and the ending of the file."""

    text: Callable[[GameTable], str]
    about: str
    """Help of the option, behind *Write*."""
    in_bundle: str
    """Line about the file in the read-me of a bundle."""


FORMS = {
    "json": TextFormat(
        json_object.text,
        "one JSON object: every move, event and balance",
        "every move, event and balance as one object",
    ),
    "hledger": TextFormat(
        hledger.text,
        "a journal for hledger, every posting with its balance",
        "a journal: hledger -f game.hledger check --strict ordereddates",
    ),
    "beancount": TextFormat(
        beancount.text,
        "a journal for beancount, every balance asserted at the end",
        "a journal: bean-check game.beancount",
    ),
}
