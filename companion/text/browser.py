"""Texts of the table's page in a browser."""

from companion.text.catalogue import Sentences

BROWSER = Sentences(
    {
        "title": "The table",
        "lost": "No connection to the table. It comes back by itself.",
        "too many": "The table is open on as many screens as it can be. Close one of them.",
        "not here": "The table answers only on this machine and in its own network.",
        "gone": "This page was closed by the table. Load it again.",
        "not understood": "The table did not understand that. Load the page again.",
    }
)
