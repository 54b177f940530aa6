"""Texts about bank cards: what a card that is held to a reader does, and their screen."""

from companion.text.catalogue import Sentences

CARDS = Sentences(
    {
        "title": "Bank cards",
        "hold": "Hold your card to pay",
        "about": "A USB reader that types, and a card for each seat.",
        "reader": "Reader: {name}",
        "choose": "Hold each player's card",
        "stop": "Stop",
        "now": "Hold this card now",
        "none": "No card yet",
        "ends": "Card …{digits}",
        "all": "Every seat has its card.",
        "no seats": "Seat the players first.",
        "forget": "Forget {player}'s bank card",
        "whose": "That is {player}'s bank card.",
        "unknown": "Nobody has this bank card yet: see This machine, Bank cards.",
        "nobody's": "This bank card is nobody's here.",
        "out": "{player} is out: the bank card does nothing any more.",
        "elsewhere": "A bank card counts only on the page of the game.",
        "nothing": "Nothing is due for {player}.",
        "two": "{player} has to collect and to pay: tap one of them.",
        "short": "{player} has less than {amount}: {owner} taps the rent to collect it.",
        "twice": "{player}'s bank card has counted already: take it away first.",
    }
)

PROBLEMS = Sentences(
    {
        "not-plugged-in": "The card reader is not plugged in: tap instead.",
        "no-permission": "No permission to read the card reader.",
        "in-use": "Another program has the card reader.",
    }
)
"""Reasons why no card can be read, by their ids."""

text_of = CARDS.fill
