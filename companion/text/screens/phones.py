"""Texts of the phones screen, and the reasons why a wish from a phone is refused."""

from companion.text.catalogue import Sentences

PHONES = Sentences(
    {
        "title": "Phones",
        "phone": "Phone",
        "network": "Wi-Fi",
        "hint": "Every player scans this with a phone.",
        "on phone": "on a phone",
        "at table": "at the table",
        "asks": "knocks",
        "may join": "Phones may join",
        "closed here": "No more phones may join.",
        # A phone asks to be a player, and shows two digits.
        "wants": "A phone wants to be {player}",
        "second wants": "Another phone wants to be {player}",
        "same": "Does it show this, too?",
        "somebody else": "Somebody else's? Then say No.",
        "no": "No",
        "let in": "Let in",
        "let player in": "Yes, let {player} in",
        "yes": "Yes",
        "knocks": "{player}'s phone knocks",
        "phone knocks": "Phone knocks",
        "shows": "Does it show {digits}?",
        "knocks short": "{player} knocks · {digits}",
        "wifi": "Join the Wi-Fi",
        "scan": "Scan to join",
        "here": "Open a wallet here",
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
        "closed": "The table lets no more phones in.",
        "said no": "The table said no.",
        "many ask": "Many phones ask already. Try again in a minute.",
        "not yours": "Only {player} may do that.",
        "at the table only": "That is done at the table.",
        "changed": "The table has moved on: look again.",
        "unreadable": "That was not understood. Nothing was booked.",
        "busy": "The table is busy. Tap again.",
        "not booked": "Nothing was booked. Look at the table.",
    }
)

text_of = PHONES.fill
