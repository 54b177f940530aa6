"""Texts of the recovery screen."""

from companion.text.catalogue import Sentences

RECOVERY = Sentences(
    {
        "title": "The ledger is damaged",
        "closed": "The ledger cannot be opened",
        "missing": "Something is missing",
        "games": "Games on the stick",
        "left": "{games}, the last move on {at}.",
        "several left": "The stick has the games of {count} cards. Choose which ones to take.",
        "take": "Take these games",
        "take one": "Take {games}, until {at}",
        "about_take": "They go on here. The stick keeps its copy.",
        "not now": "Begin without them",
        "about_not_now": "The stick stays as it is.",
        "before": "Go on with the games from before",
        "about_before": (
            "{games}, the last move on {at}. What was played since is kept in {folder}."
        ),
        "again": "Look again",
        "about_again": "Try it after a fix. The ledger is also looked for every few seconds.",
        "without": "Go on as it is",
        "about_without": "What is missing will not work.",
        "restore": "Restore from the second copy",
        "about_restore": "From {file}: {entries} entries.",
        "keep": "Keep all games that can be read",
        "about_keep": "From the damaged ledger: {entries} entries.",
        "go_on": "Go on from move {move} of game {game}",
        "about_go_on": "As a new game in a new ledger, without the other games.",
        "begin": "Begin a new ledger",
        "about_begin": "Without any game.",
        "kept": "The damaged ledger will be kept as {file}, for 'companion audit {file}'.",
        "wait": "That takes a moment.",
    }
)
"""Headings, buttons and their explanations."""


def text_of(key: str, /, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return str(RECOVERY.fill(key, **fields))
