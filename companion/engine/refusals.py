"""Refusals of illegal moves, as data: a reason and its facts.

``companion.text.refusals`` turns them into sentences for players.

``refusal`` returns the refusal that ``play`` would raise, or None:

    >>> from companion.engine import moves, refusal, start
    >>> from companion.engine.notation import read_header
    >>> game = start(read_header("players: Ann, Bob"))
    >>> refused = refusal(game, moves.Build("Ann", ("boardwalk",)))
    >>> print(refused)
    BLD-1: the player does not own the whole group
    >>> refused.reason.name, refused.facts["missing"]
    ('NOT_YOUR_GROUP', 'park-place')
"""

from enum import Enum


class Reason(Enum):
    """A reason to refuse a move, with the clause of the rules and a short meaning for logs."""

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
    HAS_SEALED_BID = ("HOUSE-17", "what is keyed in stands until the bids are opened")
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
    NOT_YOUR_GROUP = ("BLD-1", "the player does not own the whole group")
    GROUP_MORTGAGED = ("BLD-5", "a lot of the group is mortgaged")
    HAS_HOTEL = ("BLD-4", "a lot carries one hotel and nothing after it")
    NOT_READY_FOR_HOTEL = ("BLD-3", "a hotel needs all its houses on every lot of the group")
    UNEVEN = ("BLD-2", "another lot of the group has fewer buildings")
    NO_BUILDING_LEFT = ("SHORT-1", "the bank has no such building left")
    CANNOT_AFFORD_BUILDING = ("BLD-1", "the building costs more than the cash in hand")
    NOT_ASKED_TO_SHARE = ("SHORT-2", "the player is not asked about a building")
    NOTHING_TO_PLACE = ("FLOW-6", "the player has won no building to place")
    CANNOT_PLACE = ("SHORT-2", "the bidder could not place the building")
    NO_BUILDING_THERE = ("SELL-1", "the lot carries no building")
    UNEVEN_SALE = ("SELL-1", "another lot of the group has more buildings")
    NO_HOUSES_FOR_HOTEL = ("SELL-3", "the bank has too few houses to break a hotel down")
    NOT_ALL_HOTELS = ("SELL-2", "not every lot of the group carries a hotel")
    COUNT_FOR_EACH_LOT = ("SELL-1", "a count for each lot of the group is wanted")
    NOT_SOLD_DOWN = ("SELL-1", "the group cannot be sold down to that")
    DEBTOR_MAY_NOT = ("FLOW-2", "a debtor may not build, lift or bid")
    NOT_YOUR_DEED = ("MORT-4", "only the owner mortgages a deed, or lifts its mortgage")
    ALREADY_MORTGAGED = ("MORT-1", "the deed is mortgaged")
    GROUP_BUILT = ("MORT-2", "the group carries buildings")
    NOT_MORTGAGED = ("MORT-3", "the deed is not mortgaged")
    CANNOT_AFFORD_LIFT = ("MORT-3", "lifting costs more than the cash in hand")
    NO_RECEIVED_MORTGAGE = ("MORT-5", "no mortgage received waits for that answer")
    CANNOT_PAY_INTEREST = ("MORT-5", "the receiver could not pay the tenth of every mortgage")
    NO_SELLING_BACK = ("HOUSE-22", "this table sells no deeds back")
    NOT_YOURS_TO_SELL = ("HOUSE-22", "only the owner sells a deed back")
    DEED_NOT_FREE = ("HOUSE-22", "only unmortgaged deeds of bare groups are sold back")
    BOUGHT_THIS_TURN = ("HOUSE-22", "a deed is not sold back in the turn in which it was bought")
    OFFER_OPEN = ("FLOW-8", "there is one open offer at the table")
    NO_OFFER = ("FLOW-8", "there is no open offer that the player could answer")
    EMPTY_OFFER = ("DEAL-1", "a deal gives something to somebody else")
    TRADE_ON_TURN = ("HOUSE-13", "a deal needs somebody who has the dice")
    BUILD_ON_TURN = ("HOUSE-13", "only who has the dice builds")
    TRADE_IN_JAIL = ("HOUSE-14", "nobody in jail makes a deal")
    NOT_YOURS_TO_DEAL = ("DEAL-1", "only what one has can be dealt")
    NOTHING_OWED = ("FLOW-8", "only what the other player owes can be released")
    NO_PROMISES = ("DEAL-1", "this table makes no promises in deals")
    NOT_YOURS_TO_PROMISE = ("DEAL-1", "only who has the deed after the deal promises landings")
    NO_LOANS = ("DEAL-4", "nobody lends money at this table")
    LOAN_OUT_OF_RANGE = ("HOUSE-1", "a loan is a dollar or more at each of 1 to 20 salaries")
    TOO_MANY_LOANS = ("HOUSE-1", "a borrower has five loans at most")
    NO_LOAN = ("HOUSE-4", "there is no loan between the two")
    NOT_YOUR_LOAN = ("HOUSE-5", "only a loan that one gave somebody else can be passed on")
    DEBT_BEFORE_LOAN = ("HOUSE-4", "a debt is paid before a loan is paid off")
    CANNOT_PAY_OFF = ("HOUSE-4", "what remains of the loans is more than the cash in hand")
    NOT_YOURS_TO_PLEDGE = ("HOUSE-6", "only an own deed after the deal secures a loan, one alone")
    DEED_IS_SECURITY = ("HOUSE-6", "the deed secures a loan")
    CANNOT_AFFORD_DEAL = ("DEAL-1", "the deal's cash is not in hand")
    DEAL_OF_BUILT_GROUP = ("DEAL-2", "a lot of the group carries a building")
    DEAL_SAVES_NOBODY = ("FLOW-8", "the debtor could not raise the oldest debt after the deal")
    DEAL_WEAKENS_DEBTOR = ("FLOW-8", "a debtor's deal may not lower what the debtor can raise")
    NO_RENT_IN_LOTS = ("RENT-10", "no rent of the player's may be paid in lots")
    LOT_NOT_FREE = ("RENT-10", "only one's own unmortgaged deeds of unbuilt groups will do")
    SELLER_DOES_NOT_BID = ("FLOW-10", "the debtor does not bid on the deed put up")
    NOT_AMONG_BIDDERS = ("FLOW-6", "only the builder and those who claimed may bid")
    NOT_BANKRUPT = ("BANK-1", "the player does not owe more than can be raised")
    HIGH_BIDDER_STAYS = ("FLOW-13", "the high bidder cannot leave")
    NOT_YET_TIME = ("FLOW-16", "the end waits until nothing must be answered")
    NOTHING_TO_UNDO = ("FLOW-7", "fewer moves than that still stand")
    IMPOSSIBLE_RULING = ("TABLE-1", "the ruling would leave a position that cannot exist")


class IllegalMove(ValueError):
    """Raised if the rules refuse a move; the game is unchanged.

    ``facts`` are the names and numbers that a sentence about the ``reason`` needs.
    """

    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.reason.clause}: {self.reason.meaning}"
