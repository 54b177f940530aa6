"""Texts of the game over screen."""

from companion.text.catalogue import Sentences

ENDING = Sentences(
    {
        "name": "player",
        "cash": "cash",
        "deeds": "deeds",
        "buildings": "buildings",
        "worth": "worth",
        "chart": "what everybody was worth",
        "history": "Look through it",
        "again": "Play again",
        "undo": "Undo",
        "fingerprint": "fingerprint",
        "report": "Report",
    }
)
