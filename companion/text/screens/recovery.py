"""Texts of the recovery screen."""

from companion.text.catalogue import Sentences

RECOVERY = Sentences(
    {
        "title": "The ledger does not hold",
        "closed": "The ledger cannot be opened",
        "missing": "Something is missing",
        "again": "Look again",
        "about_again": "When it was mended. It is looked for every few seconds anyway.",
        "without": "Go on as it is",
        "about_without": "What is missing will not work.",
        "restore": "Restore from the second copy",
        "about_restore": "Makes a new ledger of {file}, which has {entries} entries. {kept}",
        "keep": "Keep all games that can be read",
        "about_keep": "Makes a new ledger of the damaged one, with {entries} entries. {kept}",
        "go_on": "Go on from move {move} of game {game}",
        "about_go_on": "As a new game in a new ledger, without the other games. {kept}",
        "begin": "Begin a new ledger",
        "about_begin": "Without any game. {kept}",
        "kept": "The damaged one stays beside it: 'companion audit {file}' reads it.",
        "wait": "That takes a moment.",
    }
)
"""Headings, buttons and their explanations."""
