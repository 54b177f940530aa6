"""Texts of the events.

Each pair has a full sentence, and a short phrase to append to another sentence. The phrase is ""
where an event never follows another one.
"""

from companion.text.catalogue import Sentences
from companion.text.told import Told, filled

PHRASES = Sentences(
    {
        "rolled.start": ("{player} rolled {total} for who starts", ""),
        "tied": ("{players} tie and roll again", "{players} tie and roll again"),
        "starts": ("{player} starts", "{player} starts"),
        "dice": ("{player} has the dice", "{player} has the dice"),
        "last round": ("the last round has begun", "the last round has begun"),
        "rolled": ("{player} rolled {total}", "rolled {total}"),
        "rolled.rent": ("{player} rolled {total} for the rent", ""),
        "moved": ("{player} moved to {space}", "{space}"),
        "jailed": ("{player} went to jail", "to jail"),
        "jail.stays": ("{player} stays in jail", "stays in jail"),
        "jail.turn": ("{player} is in jail, turn {jail_turn}", ""),
        "jail.left": ("{player} left jail", "out of jail"),
        "salary": ("{payee} collected the salary {gain}", "salary {gain}"),
        "bonus": ("{payee} got the bonus {gain}", "bonus {gain}"),
        "pot": ("{payee} took the pot {gain}", "the pot {gain}"),
        "price": ("{payer} bought {deed} {loss}", "{payer} bought {deed} {loss}"),
        "bid": ("{payer} bought {deed} at auction {loss}", "sold to {payer} {loss}"),
        "item": ("{payer} won the auction {loss}", "sold to {payer} {loss}"),
        "rent": ("{payer} paid {payee} rent for {deed} {amount}", "paid {payee} rent {amount}"),
        "tax": ("{payer} paid tax {loss}", "tax {loss}"),
        "fine": ("{payer} paid the fine {loss}", "fine {loss}"),
        "build": ("{payer} built on {deed} {loss}", "{payer} built on {deed} {loss}"),
        "sell": ("{payee} sold from {deed} {gain}", "{deed} {gain}"),
        "buyback": ("{payee} sold {deed} back {gain}", "{payee} sold {deed} back {gain}"),
        "mortgage": ("{payee} mortgaged {deed} {gain}", "{deed} {gain}"),
        "lift": ("{payer} lifted the mortgage on {deed} {loss}", "{deed} {loss}"),
        "interest": ("{payer} paid interest on {deed} {loss}", "interest {loss}"),
        "gain": ("{payee} got {amount} from {payer}", "{gain}"),
        "loss": ("{payer} paid {payee} {amount}", "{loss}"),
        "paid": ("{payer} paid {payee} {amount}", "{payer} paid {payee} {amount}"),
        "owns": ("{receiver} owns {deed}", "{receiver} owns {deed}"),
        "carries": ("{deed} has {buildings}", "{deed} has {buildings}"),
        "mortgaged": ("{deed} is mortgaged", "{deed} is mortgaged"),
        "lifted": ("{deed} is not mortgaged", "{deed} is not mortgaged"),
        "bids": ("{player} bid {amount}", ""),
        "passed": ("{player} passed", ""),
        "sealed": ("{player} has keyed in", ""),
        "opened": ("bids opened: {bids}", "opened: {bids}"),
        "bids tied": (
            "{players} tie at {amount} and bid once more",
            "{players} tie at {amount} and bid once more",
        ),
        "lapsed": (
            "{owner} did not ask {payer} for rent: {amount} lapsed",
            "{owner}'s rent of {amount} lapsed",
        ),
        "debt": ("{debtor} owes {creditor} {amount}: {why}", "{debtor} owes {creditor} {amount}"),
        "reduced": (
            "{debtor} still owes {creditor} {left}",
            "{debtor} still owes {creditor} {left}",
        ),
        "owed_on": (
            "{debtor} now owes {receiver} {amount}",
            "{debtor} now owes {receiver} {amount}",
        ),
        "released": (
            "{creditor} forgave {debtor} {amount}",
            "{creditor} forgave {debtor} {amount}",
        ),
        "rent_released": ("{owner} forgave {payer} {amount}", "{owner} forgave {payer} {amount}"),
        "promised": (
            "{owner} promised {player} {landings} on {deed}",
            "{owner} promised {player} {landings} on {deed}",
        ),
        "kept": ("{player} landed free on {deed}", "free this time"),
        "bound": (
            "the promise to {player} for {deed} binds {receiver}",
            "the promise to {player} for {deed} binds {receiver}",
        ),
        "void": (
            "the promise to {player} for {deed} is void",
            "the promise to {player} for {deed} is void",
        ),
        "loan": (
            "{payer} paid {payee} {amount} of the loan",
            "paid {payee} {amount} of the loan",
        ),
        "lent": (
            "{borrower} will pay {lender} {instalments}",
            "{borrower} will pay {lender} {instalments}",
        ),
        "loan.passed": (
            "{borrower} will now pay {receiver} {instalments}",
            "{borrower} will now pay {receiver} {instalments}",
        ),
        "loan.released": (
            "the loan of {borrower} from {lender} is forgiven",
            "the loan of {borrower} from {lender} is forgiven",
        ),
        "loan.void": (
            "the loan of {borrower} from {lender} is over",
            "the loan of {borrower} from {lender} is over",
        ),
        "unsecured": ("{deed} secures no loan any more", "{deed} secures no loan any more"),
        "claims": ("{player} wants one, too", ""),
        "waives": ("{player} wants none", ""),
        "offered": ("{player} offered {other} {gives} for {wants}", ""),
        "traded": ("{player}: {wants} from {other}, {gives}", ""),
        "traded.sold": ("{other}: {gives} from {player}, {wants}", ""),
        "traded.asked": ("{player}: {wants} from {other}", ""),
        "traded.given": ("{other}: {gives} from {player}", ""),
        "refused": ("{other} refused the offer of {player}", ""),
        "withdrawn": ("{player} took the offer back", ""),
        "drew": ("{player} drew {pack}: {card}", ""),
        "jail_card": ("{receiver} holds a jail card", "a jail card"),
        "used_card": ("{giver} used a jail card", "jail card used"),
        "gave_card": ("{giver} gave {receiver} a jail card", "{giver} gave {receiver} a jail card"),
        "doubles": ("{player} has rolled {doubles}", "{player} has rolled {doubles}"),
        "joined": ("{player} joined the game", "{player} joined the game"),
        "seat": ("{giver} is called {receiver}", "{giver} is called {receiver}"),
        "replaced": ("{receiver} plays on for {giver}", "{receiver} plays on for {giver}"),
        "out": ("{player} is out of the game", "{player} is out of the game"),
        "won": ("{winners} won", "{winners} won"),
    }
)


def sentence(key: str, /, **fields: object) -> Told:
    """Return the full sentence of an event with its fields filled in."""
    return filled(PHRASES[key][0], fields)


def short_phrase(key: str, /, **fields: object) -> Told:
    """Return the short phrase of an event with its fields filled in."""
    return filled(PHRASES[key][1], fields)
