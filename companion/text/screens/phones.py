"""Texts of the phones screen, and the reasons why a wish from a phone is refused."""

from companion.text.catalogue import Sentences

PHONES = Sentences(
    {
        "title": "Phones",
        "phone": "Phone",
        "back": "Back",
        "hint": "Tap a player to join with a phone.",
        "watch": "Just watch",
        "spectators": "without buttons",
        "on phone": "on a phone",
        "at table": "at the table",
        "joining": "joining",
        "phone of": "{player}'s phone",
        "watching": "A phone to watch",
        "ends": "code ends in {left}",
        "ended": "The code has ended.",
        "new code": "New code",
        "wifi": "Join the Wi-Fi",
        "be": "Be {player}",
        "scan": "Scan to watch",
        "once": "for one phone only",
        "not reached": "Not reached? The phone must be in this Wi-Fi.",
        "off": "Phones are off. 'companion phones' starts them.",
        "off here": "Phones are off. 'This machine' in the menu switches them on.",
        "taken": "Another table on this machine has the phones. Close it first.",
        "is off": "Off.",
        "is on": "On. {count} connected.",
        "starting": "Starting …",
        "silent": "No answer. Switch it off and on.",
        "not switched": "Not possible: {why}",
        "no game": "Begin a game first.",
        # What a phone is told instead of a booked move.
        "other game": "That game has ended. Ask for a new code at the table.",
        "bad code": "Ask for a new code at the table.",
        "not yours": "Only {player} may do that.",
        "at the table only": "That is done at the table.",
        "changed": "The table has moved on: look again.",
        "unreadable": "That was not understood. Nothing was booked.",
        "busy": "The table is busy. Tap again.",
        "not booked": "Nothing was booked. Look at the table.",
    }
)


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return PHONES[key].format(**fields)
