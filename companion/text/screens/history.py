"""Texts of the history screen: headings, sources of moves, and undo."""

from companion.text.catalogue import Sentences
from companion.text.purposes import purpose
from companion.text.told import Told, Wording, filled

PAST = Sentences(
    {
        "everybody": "Everyone",
        "any deed": "All places",
        "which player": "Whose moves?",
        "which deed": "Which place?",
        "which account": "Whose statement?",
        "title": "History",
        "moves": "Moves",
        "accounts": "Statements",
        "cancel": "Cancel",
        "pick back": "Back",
        "none": "There are no such moves.",
        "nothing yet": "Nobody has moved yet.",
        "nothing paid": "Nothing was paid yet.",
        "older": "Older moves",
        "hint": "Tap a move to undo to before it.",
        "gone": "That move was taken back already.",
        "undoing": "Undo to before this?",
        "these go": "The history keeps what is undone.",
        "take back": "Undo {moves}",
        "undone": "undone",
        "source.touch": "by hand",
        "source.tray": "tray",
        "source.button": "button",
        "source.phone": "phone",
        "source.import": "imported",
        "taken back": "taken back: {text}",
    }
)

OTHER = "{text} · {other}"

text_of = PAST.fill


def posting(why: str, deed: Wording, other: Wording, reversed: bool) -> Told:
    """Describe a line of a statement: the purpose, the other party, and if undone."""
    text = filled(OTHER, {"text": purpose(why, deed), "other": other})
    return text_of("taken back", text=text) if reversed else text
