"""Texts for players, in the language of the table.

Begin reading in ``catalogue``: tables (``Sentences``, ``Plurals``) have the texts in English, and a
lookup returns the current language. The engine reports reasons and facts; this package turns them
into sentences. ``screens`` has one module for each screen. Of the project, the package imports only
the engine, ``companion.odds`` and ``companion.resources``.

    >>> from companion import text
    >>> text.money(1304), text.signed(12)
    ('$1,304', '+$12')
"""

from companion.text.cards import card, card_tile
from companion.text.catalogue import (
    coverage,
    in_language,
    language,
    languages,
    set_language,
    set_language_of_task,
)
from companion.text.format import (
    counted,
    decimal,
    listed,
    money,
    number,
    signed,
    signed_sum,
    sum_of,
)
from companion.text.history import changes, describe, line
from companion.text.names import buildings, deed_name, pack_name, space_name
from companion.text.problems import explain, translate_message
from companion.text.prompts import prompt
from companion.text.refusals import refused, refused_briefly
from companion.text.tray import (
    button_stuck,
    no_buttons,
    pin_troubles,
    tray,
    tray_fault,
    tray_problem,
    tray_roll,
)

__all__ = (
    "buildings",
    "button_stuck",
    "card",
    "card_tile",
    "changes",
    "counted",
    "coverage",
    "decimal",
    "deed_name",
    "describe",
    "explain",
    "in_language",
    "language",
    "languages",
    "line",
    "listed",
    "money",
    "no_buttons",
    "number",
    "pack_name",
    "pin_troubles",
    "prompt",
    "refused",
    "refused_briefly",
    "set_language",
    "set_language_of_task",
    "signed",
    "signed_sum",
    "space_name",
    "sum_of",
    "translate_message",
    "tray",
    "tray_fault",
    "tray_problem",
    "tray_roll",
)
