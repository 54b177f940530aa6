"""Texts of the screen of the Bluetooth dice, and sentences about a die."""

from companion.text.catalogue import Sentences
from companion.text.told import Told, Typed, Wording

DICE = Sentences(
    {
        "title": "Dice",
        "two": "Two dice, one roll",
        "awake": "Awake. Last roll: {face}",
        "waiting": "Awake.",
        "asleep": "Asleep: roll it to wake it",
        "forget": "Forget this die",
        "last": "Last roll",
        "choose": "Roll each die once",
        "again": "Choose the dice anew",
        "stop": "Stop",
        "first": "Roll the first die",
        "second": "Roll the other die",
        "empty": "No die yet",
        "other": "Another die was near: it does not count.",
        "low": "{die}: {percent} % in the battery. Charge it soon.",
        "no bluetooth": "Bluetooth is missing or switched off.",
    }
)

COLORS = Sentences(
    {
        "K": "Black die",
        "R": "Red die",
        "G": "Green die",
        "B": "Blue die",
        "Y": "Yellow die",
        "O": "Orange die",
        "": "Die",
    }
)
"""Names of dice by the letter of a color, as a GoDice has it in its own name."""

text_of = DICE.fill


def die_name(name: str) -> Wording:
    """Return what people call a die: its color, or the name that its owner gave it."""
    if name.startswith("GoDice_"):
        letter = (name.split("_") + [""] * 3)[2]
        return COLORS[letter if letter in COLORS else ""]
    return Told(Typed(name)) if name else COLORS[""]
