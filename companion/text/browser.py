"""Texts of the table's page in a browser."""

from companion.text.catalogue import Sentences

BROWSER = Sentences(
    {
        "title": "The table",
        "lost": "No connection to the table",
        "trying": "as of {time} · trying again",
        # A browser on another device asks for the table.
        "may ask": "This device may show the table once somebody there lets it in.",
        "ask": "Ask at the table",
        "knocking": "Knocking at the table …",
        "same digits": "Somebody there lets it in if the table shows the same two digits.",
        "too fast": "Too fast. Wait a moment.",
        "too many": "The table is open on as many screens as it can be. Close one of them.",
        "not here": "The table answers only on this machine and in its own network.",
        "gone": "This page was closed by the table. Load it again.",
        "not understood": "The table did not understand that. Load the page again.",
    }
)
