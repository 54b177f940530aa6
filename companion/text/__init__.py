"""Every word the program says, as sentences with named fields, one catalogue for each kind.

    >>> from companion.ui import wording
    >>> wording.money(1304), wording.signed(12)
    ('$1,304', '+$12')

The rules give reasons and facts, the screens show text; in between is this package. Sentences stand
in tables (``Sentences``, ``Plurals``) in English; looked up, they are in the language that is
spoken, of which ``languages`` has the codes and ``speak`` chooses one.
"""

from companion.text.cards import card, card_in_a_word, card_title
from companion.text.catalogue import language, languages, set_language, translate_message
from companion.text.format import counted, listed, money, signed
from companion.text.history import changes, describe, line
from companion.text.names import buildings, deed_name, pack_name, space_name
from companion.text.prompts import prompt
from companion.text.refusals import refused
from companion.text.tray import button_stuck, no_buttons, tray, tray_fault, tray_throw

__all__ = (
    "buildings",
    "button_stuck",
    "card",
    "card_in_a_word",
    "card_title",
    "changes",
    "counted",
    "deed_name",
    "describe",
    "language",
    "languages",
    "line",
    "listed",
    "money",
    "no_buttons",
    "pack_name",
    "prompt",
    "refused",
    "set_language",
    "signed",
    "space_name",
    "translate_message",
    "tray",
    "tray_fault",
    "tray_throw",
)
