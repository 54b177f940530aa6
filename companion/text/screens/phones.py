"""Texts of the phones screen, and the reasons why a wish from a phone is refused."""

from companion.text.catalogue import Sentences

PHONES = Sentences(
    {
        "title": "Phones",
        "phone": "Phone",
        "network": "Wi-Fi",
        "hint": "Every player scans this with a phone.",
        "let in": "Is the phone theirs? Tap the player.",
        "on phone": "on a phone",
        "at table": "at the table",
        "asks": "tap to let in",
        "wifi": "Join the Wi-Fi",
        "scan": "Scan to join",
        "off": "Phones are off. 'companion phones' starts them.",
        "off here": "Phones are off. 'This machine' in the menu switches them on.",
        "taken": "Another table on this machine has the phones. Close it first.",
        "is off": "Off.",
        "is on": "On. {count} connected.",
        "starting": "Starting …",
        "silent": "No answer. Switch it off and on.",
        "not switched": "Not possible: {why}",
        "no network": "No network yet. The code appears by itself.",
        "no game": "Begin a game first.",
        # What a phone is told instead of a booked move.
        "other game": "That game has ended. Scan the code at the table.",
        "bad code": "Scan the code at the table.",
        "asked already": "Another phone asks to be {player}.",
        "not yours": "Only {player} may do that.",
        "at the table only": "That is done at the table.",
        "changed": "The table has moved on: look again.",
        "unreadable": "That was not understood. Nothing was booked.",
        "busy": "The table is busy. Tap again.",
        "not booked": "Nothing was booked. Look at the table.",
    }
)

text_of = PHONES.fill
