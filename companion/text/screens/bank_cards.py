"""Texts about bank cards: what a card that is held to a reader does, and their screen."""

from companion.text.catalogue import Sentences

CARDS = Sentences(
    {
        "nobody's": "This bank card is nobody's here.",
        "out": "{player} is out: the bank card does nothing any more.",
        "elsewhere": "A bank card counts only on the page of the game.",
        "nothing": "Nothing is due for {player}.",
        "two": "{player} has to collect and to pay: tap one of them.",
        "short": "{player} has less than {amount}: {owner} taps the rent to collect it.",
        "twice": "{player}'s bank card has counted already: take it away first.",
    }
)

text_of = CARDS.fill
