"""Every word the program says, as sentences with named fields, one catalogue for each kind.

    >>> from companion.app import wording
    >>> wording.money(1304), wording.signed(12)
    ('$1,304', '+$12')

The rules give reasons and facts, the screens show text; in between is this package, and a language
is another set of its catalogues.
"""

from companion.app.wording.cards import card
from companion.app.wording.figures import counted, listed, money, signed
from companion.app.wording.history import changes, line, told
from companion.app.wording.names import buildings, deed_name, heading, pack_name, space_name
from companion.app.wording.prompts import prompt
from companion.app.wording.refusals import refused
from companion.app.wording.tray import tray, tray_fault, tray_throw

__all__ = (
    "buildings",
    "card",
    "changes",
    "counted",
    "deed_name",
    "heading",
    "line",
    "listed",
    "money",
    "pack_name",
    "prompt",
    "refused",
    "signed",
    "space_name",
    "told",
    "tray",
    "tray_fault",
    "tray_throw",
)
