"""Texts of the history screen: headings, sources of moves, and undo."""

from companion.text.catalogue import Sentences
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

POSTINGS = Sentences(
    {
        "start": "the money to begin with",
        "salary": "salary",
        "price": "price of {deed}",
        "bid": "bid for {deed}",
        "item": "a bid",
        "rent": "rent for {deed}",
        "tax": "tax",
        "fine": "fine",
        "card": "a card",
        "pot": "the pot",
        "bonus": "bonus for two ones",
        "build": "building on {deed}",
        "sell": "building sold from {deed}",
        "mortgage": "mortgage on {deed}",
        "lift": "mortgage lifted on {deed}",
        "interest": "interest on {deed}",
        "deal": "a deal",
        "estate": "what a player left",
        "ruling": "a ruling",
    }
)
"""Purposes of payments, by ``Paid.why``; ``start`` is the starting cash."""

OTHER = "{text} · {other}"

text_of = PAST.fill


def posting(why: str, deed: Wording, other: Wording, reversed: bool) -> Told:
    """Describe a line of a statement: the purpose, the other party, and if undone."""
    key = "item" if why == "bid" and not deed else why
    text = filled(OTHER, {"text": POSTINGS.fill(key, deed=deed), "other": other})
    return text_of("taken back", text=text) if reversed else text
