"""Texts of the past games screen."""

from collections.abc import Sequence

from companion.text.catalogue import Sentences

ARCHIVE = Sentences(
    {
        "title": "Games in the ledger",
        "none": "Nobody has played here yet.",
        "back": "Back",
        "game": "Game {number}",
        "rules": "edition {edition} · {board}",
        "house": "house rules: {rules}",
        "when": "{began} to {until}",
        "more": "{names} and {count} more",
        "open": "not over · {moves}",
        "won": "{winners} won · {moves}",
        "go on": "Go on with it",
        "look": "Look through it",
        "audit": "Audit",
        "auditing": "Looking at move {number} of {moves} …",
        "sound": "Sound: every move follows from the rules and from the one before it ({moves}).",
        "not sound": "NOT SOUND. {why}",
        "cut short": "The audit was cut short: begin it again.",
        "fingerprint": "fingerprint",
        "report": "Report",
        "written": "The report is in {path}.",
        "statistics": "Statistics",
    }
)


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return ARCHIVE[key].format(**fields)


def few(names: Sequence[str], most: int = 4) -> str:
    """List the first ``most`` names and count the rest."""
    some = ", ".join(names[:most])
    return text_of("more", names=some, count=len(names) - most) if len(names) > most else some
