"""Heads of the columns that commands print, and what stands below them."""

from companion.text.catalogue import Sentences

COLUMNS = Sentences(
    {
        "game": "Game",
        "date": "Date",
        "players": "Players",
        "player": "Player",
        "edition": "Edition",
        "board": "Board",
        "about": "What it is",
        "rules": "Rules",
        "moves": "Moves",
        "move": "Move",
        "result": "Result",
        "paid": "Paid",
        "balance": "Balance",
        "reason": "Reason",
    }
)
RESULTS = Sentences(
    {
        "won": "{names} won",
        "not over": "not over",
        "imported": "{result}, imported",
    }
)
