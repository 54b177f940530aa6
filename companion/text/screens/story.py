"""Texts of the story of a finished game, and of its awards."""

from companion.text.catalogue import Plurals, Sentences

STORY = Sentences(
    {
        "worth": "Who was ahead",
        "worth short": "Ahead",
        "chances": "Who was winning",
        "chances short": "Winning",
        "moment": "The moment of the evening",
        "moment short": "The moment",
        "luck": "Whom the dice loved",
        "luck short": "The dice",
        "rent": "What earned most",
        "rent short": "Rent",
        "next": "Next",
        "report": "Report",
        "awards": "Awards",
        "rent saved": "rent dodged, against the average",
        "chance given": "chances in 100, given or taken",
        "working": "Working it out",
        "worth over time": "What each was worth, turn by turn",
        "start": "start",
        "turn": "turn {n}",
        "turn short": "t. {n}",
        "no rents": "Nobody paid rent.",
        "earned": "{amount} in {rents}",
        "most": "{deed} earned {earned}.",
        "no moment": "No move changed much.",
        "duration": "{turns} · {time}",
        "hours": "{hours} h {minutes} min",
        "minutes": "{minutes} min",
    }
)

AWARDS = Sentences(
    {
        "best_earner": ("Best earner", "{amount} · {deed}"),
        "biggest_rent": ("Biggest rent", "{payer} paid {player} {amount}"),
        "decisive_rent": ("Too much rent", "{payer} owed {player} {amount}"),
        "luckiest": ("Dodged most rent", "{player} · {amount} saved"),
        "longest_lead": ("Longest lead", "{player} · {turns}"),
        "most_patient": ("Most patient", "{player} passed {times}"),
    }
)
"""Title and text of each award."""

COUNTS = Plurals({"time": ("{n} time", "{n} times"), "rent": ("{n} rent", "{n} rents")})


def times(n: int) -> str:
    """Return a number of repetitions: ``9 times``."""
    return COUNTS.of(n, "time").format(n=n)


def rents(n: int) -> str:
    """Return a number of rent payments: ``4 rents``."""
    return COUNTS.of(n, "rent").format(n=n)


def duration(seconds: float) -> str:
    """Return a time span in hours and minutes: ``1 h 42 min``."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return str(STORY.fill("hours" if hours else "minutes", hours=hours, minutes=minutes))
