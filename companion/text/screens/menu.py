"""Texts of the menu and the preferences."""

from companion.text.catalogue import Sentences

COMFORT = Sentences(
    {
        "menu": "Menu",
        "back": "Back",
        "ruling": "Put something right by hand",
        "leave": "Somebody leaves",
        "finish": "End the game now",
        "finish about": "This is what everybody is worth now.",
        "games": "Games in the ledger",
        "new": "New game",
        "close": "Close the bank",
        "comfort": "Screen, sound, language",
        "brightness": "Brightness",
        "no brightness": "The brightness of this screen cannot be set here.",
        "dims": "Dims after {minutes} min",
        "never dims": "Never dims",
        "turn": "Turn the screen",
        "face": "Turn to whose turn it is",
        "who sits where": "Who sits where? Tap to change it.",
        "near": "near side",
        "left": "left side",
        "far": "far side",
        "right": "right side",
        "sound": "Sounds",
        "dice": "Dice by hand",
        "language": "Language",
        "parting": "Who leaves the table?",
        "leaves": "{player} leaves",
    }
)


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return COMFORT[key].format(**fields)
