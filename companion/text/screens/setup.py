"""Texts of the set-up: pages, house rules, game variants and the deal."""

from companion.engine.sentence import Sentence
from companion.text.catalogue import Sentences, translate
from companion.text.format import money

AGREEING = Sentences(
    {
        "players": "Players",
        "rules": "Rules",
        "house": "House rules",
        "table": "Table",
        "start": "Start",
        "seats": "{fewest} to {most} players",
        "again": "The same as last time: {table}",
        "game": "Length",
        "full": "to the end",
        "time-limit": "until an hour",
        "second-bankruptcy": "two bankrupt",
        "short": "Short Game",
        "about_full": "The last one left wins.",
        "about_time-limit": "At {until} the richest wins. Two deeds are dealt to everybody first.",
        "about_second-bankruptcy": "The second bankruptcy ends it; the richest wins.",
        "about_short": "Two deeds dealt, hotels after three houses, over at the second bankruptcy.",
        "thrown": "The highest throw begins",
        "first": "{player} begins",
        "which sign": "By which sign is {player} known?",
        "keeps": "{player} keeps the bank",
        "first keeps": "The first seat keeps the bank",
        "which banker": "Who keeps the bank? It may be somebody who does not play.",
        "banker hint": "Or type another name.",
        "employ": "Keeps it",
        "until": "Until",
        "earlier": "earlier",
        "later": "later",
        "tray none": "No dice tray was found yet. Two taps will say what the dice show.",
        "tray lost": "The dice tray is not answering. Two taps will say what the dice show.",
        "tray found": "The dice tray is here. Throw into it to try it.",
        "tray threw": "The dice tray saw {a} + {b}. That was only to try it.",
        "less": "\N{MINUS SIGN}",
        "more": "+",
        "deal": "Hand out these deeds",
        "deal about": "Everybody pays the bank what is printed on them.",
        "deal again": "Deal again",
        "which deed": "Which deed did {player} get?",
        "back": "Back",
    }
)

HOUSE_RULES = Sentences(
    {
        "free parking pot": "Taxes and fines wait on Free Parking",
        "double salary on go": "Double salary for landing on GO",
        "no auction": "No auctions",
        "no rent in jail": "No rent while its owner is in jail",
        "first lap before buying": "Nobody buys on the first lap",
        "uneven building": "Build as unevenly as you like",
        "starting cash": "Money to begin with",
        "unlimited buildings": "The bank never runs out of houses",
        "flat income tax": "Income tax is a fixed sum",
        "round to nearest": "A tenth is rounded to the nearest dollar",
        "round up": "A tenth is rounded up",
        "round down": "A tenth is rounded down",
        "jail doubles throw again": "Doubles out of jail throw again",
        "bank credit": "Part of the money is credit, for seven or more",
    }
)
"""House rules, by the name that an edition gives them."""


PROBLEMS = Sentences(
    {
        "{edition} is for {fewest} to {most} players, not {count} (SET-3)": (
            "Edition {edition} is for {fewest} to {most} players, not {count}."
        ),
        "'dealt: …': {player} cannot pay for all that with ${cash}": (
            "{player} cannot pay for all these deeds with {cash}."
        ),
    }
)
"""Problems of a set-up, by the English text of the notation."""


def problem(error: ValueError, currency: str) -> str:
    """Explain why a game cannot begin; ``currency`` is the board's.

    Problems that cannot arise on the screen keep the notation's own English text.
    """
    sentence = error.args[0]
    if not isinstance(sentence, Sentence) or sentence.template not in PROBLEMS:
        return f"{error}."
    facts = dict(sentence.facts)
    if isinstance(cash := facts.get("cash"), int):
        facts["cash"] = money(cash, currency)
    return PROBLEMS[sentence.template].format(**facts)


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return AGREEING[key].format(**fields)


def house_rule(name: str) -> str:
    """Describe a house rule; rules of a custom edition are described by their name."""
    return HOUSE_RULES[name] if name in HOUSE_RULES else translate(name.capitalize())
