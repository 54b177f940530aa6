"""Texts of the ruling screen: effects, questions and reasons."""

from companion.text.catalogue import Sentences

RULING = Sentences(
    {
        "title": "What is to be put right?",
        "ruling": "A ruling",
        "more": "And something else",
        "rule": "Make it so",
        "take out": "tap to take out",
        "leave": "Leave",
        "back": "Back",
        "clear": "Nothing",
        "set": "That is right",
        "why": "Why",
        "no reason": "no reason given",
        "other reason": "In your own words …",
        "which reason": "Why does the table rule so?",
        "write": "In your own words",
        "in jail": "in jail, turn {turn}",
        "out of jail": "out of jail",
        "is mortgaged": "is mortgaged",
        "is not mortgaged": "is not mortgaged",
    }
)

KINDS = Sentences(
    {
        "has cash": "Somebody's cash",
        "cash goes": "Money from one to another",
        "owns": "Who owns a deed",
        "carries": "Houses and hotels",
        "mortgaged": "A mortgage",
        "stands": "Where a token stands",
        "jail": "In jail or out of it",
        "card": "Who holds a jail card",
        "dice": "Who has the dice",
        "doubles": "How many doubles were thrown",
        "claims": "Forget all rent not asked for",
        "out": "Somebody out of the game",
    }
)
"""Kinds of effects."""

EFFECTS = Sentences(
    {
        "has cash": "{player} has {amount}",
        "cash goes": "{payer} pays {payee} {amount}",
        "owns": "{deed} belongs to {owner}",
        "carries": "{street} has {buildings}",
        "mortgaged": "{owned} {mortgaged}",
        "stands": "{player} stands on {space}",
        "jail": "{player} is {turn}",
        "card": "{holder} holds the jail card of {pack}",
        "dice": "{player} has the dice",
        "doubles": "{thrower} has thrown {count}",
        "claims": "All rent not asked for is forgotten",
        "out": "{player} is out of the game",
    }
)
"""Descriptions of effects, by the values chosen."""

QUESTIONS = Sentences(
    {
        "player": "Who?",
        "thrower": "Who?",
        "payer": "Who pays?",
        "payee": "Who gets it?",
        "owner": "Whose is it?",
        "holder": "Who holds it?",
        "deed": "Which deed?",
        "street": "Which street?",
        "owned": "Which deed?",
        "buildings": "What is on it?",
        "mortgaged": "And so it …",
        "space": "Where?",
        "turn": "Where does that leave the player?",
        "pack": "Which pack's card?",
        "count": "How many doubles in this turn?",
        "amount": "How much?",
    }
)
"""Questions, by the value asked for."""

REASONS = Sentences(
    {
        "mistake": "something was tapped wrongly",
        "forgot": "something was forgotten",
        "dice": "the dice were read wrongly",
        "card": "the wrong card was tapped",
        "agreed": "the table agreed on it",
        "house rule": "a house rule of ours",
        "count": "the money was counted again",
        "start": "this game began without the bank",
    }
)
"""Suggested reasons; players can write another one."""


def text_of(key: str, **fields: object) -> str:
    """Return the text of ``key`` with its fields filled in."""
    return RULING[key].format(**fields)
