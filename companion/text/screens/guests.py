"""Texts of the screen that shows the table on another device."""

from companion.text.catalogue import Sentences

GUESTS = Sentences(
    {
        "title": "Show the table",
        "elsewhere": "on another screen",
        "another": "another screen",
        "may play": "May play, too",
        "may watch": "Only watches",
        "same": "Does it show this?",
        "no": "No",
        "let in": "Yes, let it in",
        "type": "or type there",
        "end": "End",
        "starting": "One moment. The address appears by itself.",
        "no network": "No network yet. The address appears by itself.",
        "taken": "Another program has the port. Close it, then start the table again.",
        "failed": "This machine cannot show the table elsewhere. The log says why.",
        "nobody": "Nobody else has the table yet.",
        # Devices, and what they do.
        "computer": "Computer",
        "phone": "Phone",
        "tablet": "Tablet",
        "television": "Television",
        "plays": "plays",
        "watches": "watches",
        "away": "is not there now",
        # A device asks.
        "computer asks": "A computer asks",
        "phone asks": "A phone asks",
        "tablet asks": "A tablet asks",
        "television asks": "A television asks",
        "screen asks": "A screen asks",
        "short": "{asks} · {digits}",
    }
)

text_of = GUESTS.fill
