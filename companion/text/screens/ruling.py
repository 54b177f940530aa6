"""Texts of the ruling screen: effects, questions and reasons."""

from companion.text.catalogue import Sentences

RULING = Sentences(
    {
        "title": "What needs fixing?",
        "ruling": "Correction",
        "more": "Fix something else too",
        "rule": "Save correction",
        "leave": "Leave",
        "set": "Done",
        "why": "Why?",
        "no reason": "No reason given",
        "other reason": "Another reason",
        "which reason": "Why?",
        "write": "In your own words",
        "wrong tap": "Wrong tap? Going back is cleaner.",
        "open history": "Open history",
        "same person": "the same person",
        "other person": "somebody else",
        "in jail": "in jail, turn {turn}",
        "out of jail": "out of jail",
        "is mortgaged": "is mortgaged",
        "is not mortgaged": "is not mortgaged",
    }
)

KINDS = Sentences(
    {
        "has cash": "Set a balance",
        "cash goes": "Pay someone",
        "owes": "What is owed",
        "owns": "Who owns it",
        "carries": "Houses",
        "mortgaged": "Mortgage",
        "free": "Free landings",
        "stands": "Move a token",
        "jail": "In jail or free",
        "card": "Jail cards",
        "dice": "Whose turn",
        "doubles": "Doubles count",
        "claims": "Forget rents",
        "out": "Player leaves",
    }
)
"""Kinds of effects."""

ROWS = Sentences(
    {
        "money": "Money",
        "property": "Property",
        "player": "Player",
        "turn": "Turn",
    }
)
"""Headings of the kinds of effects."""

EFFECTS = Sentences(
    {
        "has cash": "{player} has {amount}",
        "cash goes": "{payer} pays {payee} {amount}",
        "owes": "{debtor} owes {creditor} {amount}",
        "owns": "{deed} belongs to {owner}",
        "carries": "{street} has {buildings}",
        "mortgaged": "{owned} {mortgaged}",
        "free": "{guest} has {landings} on {rented}",
        "stands": "{player} stands on {space}",
        "jail": "{player} is {turn}",
        "card": "{holder} holds the jail card of {pack}",
        "dice": "{player} has the dice",
        "doubles": "{roller} has rolled {count}",
        "claims": "All rent not asked for is forgotten",
        "renamed": "{player} is called {name} from now on: {person}",
        "joins": "{name} joins the game",
        "out": "{player} is out of the game",
    }
)
"""Descriptions of effects, by the values chosen."""

QUESTIONS = Sentences(
    {
        "player": "Who?",
        "roller": "Who?",
        "payer": "Who pays?",
        "payee": "Who gets it?",
        "debtor": "Who owes?",
        "creditor": "Owes whom?",
        "owner": "Whose is it?",
        "holder": "Who holds it?",
        "deed": "Which deed?",
        "street": "Which street?",
        "owned": "Which deed?",
        "buildings": "What is on it?",
        "mortgaged": "And so it …",
        "rented": "Which deed?",
        "guest": "Who lands free?",
        "landings": "How many times?",
        "space": "Where?",
        "turn": "Where now?",
        "pack": "Which pack's card?",
        "count": "How many doubles?",
        "amount": "How much?",
        "name": "What name?",
        "person": "The same person?",
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

text_of = RULING.fill
