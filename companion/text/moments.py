"""Texts of moments: who did what, its result, and the rent still due."""

from companion.text.catalogue import Sentences

MOMENTS = Sentences(
    {
        # Rolls.
        "moved": "to {space}",
        "rolled.start": "for who starts",
        "rolled.rent": "for the rent of {deed}",
        "tied": "{players} roll again",
        "jailed.doubles": "Three doubles: go to jail",
        "jailed": "Go to jail",
        "jail.no doubles": "No doubles",
        "jail.stays": "no doubles: stays in jail",
        # The space reached.
        "rent.of": "{owner}'s {deed}",
        "rent": "Rent",
        "rent.was": "was {amount}",
        "rent.set": "Rent for a full set",
        "rent.house": "Rent with a house",
        "rent.houses": "Rent with {count} houses",
        "rent.hotel": "Rent with a hotel",
        "rent.owned": "Rent with {owned} of {size}",
        "rent.dice": "Rent: {times} \N{MULTIPLICATION SIGN} {total}",
        "rent.double": "Double rent",
        "rent.paid": "Rent paid",
        "rent.jailed": "No rent: {owner} is in jail",
        "rent.mortgaged": "Mortgaged: no rent",
        "own": "{player} owns it",
        "for_sale": "For sale",
        "not_yet": "Not for sale in the first round",
        "draw": "Draw a card",
        "visit": "Just visiting",
        "salary": "Salary",
        "loan.salary": "Salary, then {paid}",
        "loan.sum": "Salary, then {amount} for loans",
        "loan.to": "{amount} to {payee}",
        "pot": "The pot",
        # Properties.
        "sold": "Sold to {player}",
        "unsold": "No bid",
        "unsold.kept": "the bank keeps it",
        "set": "{player} has all {set}!",
        "sets": "{player} has {count} full sets!",
        "set.street": "Rent doubles. House: {amount}",
        "set.other": "The rent grows.",
        "part": "{owned} of {size} in the set",
        "build": "{player} built {buildings}",
        "build.rent": "Rent up to {amount}",
        "traded": "{player} and {other} traded",
        "traded.who": "{player} and {other}",
        "traded.gets": "{player} gets {goods}",
        "traded.for": "{gives} for {wants}",
        # Cards.
        "drew": "{player} drew {pack}",
        "card.pays": "{payer} pays {payee}",
        "card.each": "Everybody pays {player}",
        "card.to each": "{player} pays everybody",
        "card.kept": "{player} keeps it",
        # The end.
        "leaves": "{player} leaves",
        "estate": "Everything goes to {receiver}",
        "estate.for sale": "The properties are for sale again",
        "more": "{count} more",
        "play on": "{count} play on",
        # Undo.
        "undid": "Undid {moves}",
    }
)

CLAIMS = Sentences(
    {
        "until.throw": "until {player} rolls",
        "until.receive": "until {player} has the dice",
        "collect": "{owner}: collect {amount}",
        "collect.slim": "Collect {amount}",
        "from": "from {payer}",
        "short": "{payer} is {amount} short",
        "short.slim": "{amount} short",
        "lapsed": "Missed: {amount}",
    }
)
"""Texts of a rent that is still due; the shortest of them fit a third of a screen."""

moment = MOMENTS.fill
claim = CLAIMS.fill
