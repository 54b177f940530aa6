"""Refusals: why a move is not legal, as data. The sentence for people is written elsewhere."""

from enum import Enum


class Reason(Enum):
    """Every way of being wrong, each with the clause of the rules that says so."""

    def __init__(self, clause: str, meaning: str) -> None:
        self.clause = clause
        self.meaning = meaning

    NO_SUCH_PLAYER = ("SET-3", "nobody of that name is at the table")
    PLAYER_IS_OUT = ("BANK-5", "the player has left the game")
    NOT_YOUR_OPENING = ("SET-6", "somebody else makes the next opening throw")
    OPENING_DONE = ("SET-6", "the opening throws are over")
    NOT_YOUR_TURN = ("SET-7", "somebody else has the dice")
    ANSWER_FIRST = ("FLOW-1", "something waits for an answer")
    NOT_NOW = ("FLOW-2", "this cannot be done in this phase")
    GAME_IS_OVER = ("FLOW-2", "after the end there is nothing but undo")
    NOTHING_TO_BUY = ("BUY-1", "the player stands on no unowned deed")
    CANNOT_AFFORD_DEED = ("BUY-1", "the deed costs more than the cash in hand")
    NOTHING_TO_DECLINE = ("BUY-2", "the player stands on no unowned deed")
    NO_AUCTION = ("FLOW-5", "nothing is being auctioned")
    BID_TOO_LOW = ("BUY-3", "a bid must exceed the high bid")
    CANNOT_AFFORD_BID = ("BUY-4", "a bid may not exceed the bidder's cash")
    HAS_PASSED = ("FLOW-5", "a pass is final")
    LEADS_AUCTION = ("FLOW-5", "the high bidder neither passes nor raises alone")
    NO_CLAIM = ("RENT-6", "there is no rent to ask for")
    NO_DEBT = ("FLOW-3", "the player owes nothing")
    CANNOT_PAY_DEBT = ("FLOW-3", "the debt is more than the cash in hand")
    NO_CARD_TO_DRAW = ("CARD-1", "the player has no card to draw")
    NOT_IN_PACK = ("CARD-1", "the pack has no such card")
    CARD_IS_HELD = ("FLOW-19", "a player holds that card")
    NO_TAX_CHOICE = ("TAX-1", "there is no income tax to choose")
    NOT_IN_JAIL = ("JAIL-5", "the player is not in jail with a throw to come")
    FINE_TOO_LATE = ("JAIL-5", "the fine may no longer be paid before throwing")
    CANNOT_AFFORD_FINE = ("JAIL-5", "the fine is more than the cash in hand")
    NO_USE_FOR_JAIL_CARD = ("JAIL-6", "the player is not in jail with a throw to come")
    NO_JAIL_CARD = ("JAIL-6", "the player holds no jail card")
    NO_CHANCE_OFFERED = ("CARD-1", "no card offers a Chance card")
    NOTHING_TO_UNDO = ("FLOW-7", "fewer moves than that still stand")
    IMPOSSIBLE_RULING = ("TABLE-1", "the ruling would leave a position that cannot exist")


class IllegalMove(ValueError):
    """A move that the rules refuse; the game is as it was.

    ``reason`` is why, ``facts`` the names and numbers that a sentence about it needs.
    """

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(f"{reason.clause}: {reason.meaning}")
        self.reason = reason
        self.facts = facts
