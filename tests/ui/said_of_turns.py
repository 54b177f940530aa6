"""What is said when the rules of a turn refuse: what led there, what is refused, the sentence."""

from companion.engine.moves import Buy, DrawCard, Move, Undo
from companion.engine.refusals import Reason

BOUGHT_BY_NOBODY = ("Ann throws 1 2", "Ann declines")

# Reason: what led there, what is refused, what is said.
REFUSED: dict[Reason, tuple[tuple[str, ...], str | Move, str]] = {
    Reason.NO_SUCH_PLAYER: (
        (),
        Buy("Zoe"),
        "Nobody here is called Zoe: at the table are Ann, Bob and Cy.",
    ),
    Reason.PLAYER_IS_OUT: (
        ("ruling: Cy is out",),
        "Cy collects rent",
        "Cy is out of the game and cannot move: only Undo can change that.",
    ),
    Reason.OPENING_DONE: (
        (),
        "Bob opens 1 2",
        "Who starts is settled: Ann has the dice and throws.",
    ),
    Reason.NOT_YOUR_TURN: (
        (),
        "Bob throws 1 2",
        "It is not Bob's turn: Ann has the dice until this turn is over.",
    ),
    Reason.ANSWER_FIRST: (
        ("Ann throws 1 2",),
        "Ann throws 1 2",
        "That has to wait: first Ann buys Baltic Avenue or lets it be auctioned.",
    ),
    Reason.NOT_NOW: (
        ("ruling: Bob owns Oriental Avenue", "Ann throws 3 3", "Ann throws 1 2", "Ann declines"),
        "Bob collects rent",
        "That has to wait: first the auction of Connecticut Avenue has to end.",
    ),
    Reason.GAME_IS_OVER: (
        ("ruling: Ann is out; Bob is out",),
        "Cy throws 1 2",
        "The game is over: only Undo goes back into it.",
    ),
    Reason.NOTHING_TO_BUY: (
        (),
        "Ann buys",
        "Ann has nothing to buy: first land on a deed that nobody owns.",
    ),
    Reason.CANNOT_AFFORD_DEED: (
        ("ruling: Ann has $40", "Ann throws 3 3"),
        "Ann buys",
        "Ann has $40 and Oriental Avenue costs $100: raise $60 more or let it be auctioned.",
    ),
    Reason.NOTHING_TO_DECLINE: (
        (),
        "Ann declines",
        "Ann has nothing to decline: first land on a deed that nobody owns.",
    ),
    Reason.NO_AUCTION: (
        (),
        "Ann passes",
        "Nothing is being auctioned: an auction begins when somebody lands on a deed and does not "
        "buy it.",
    ),
    Reason.BID_TOO_LOW: (
        (*BOUGHT_BY_NOBODY, "Bob bids $60"),
        "Ann bids $60",
        "$60 is too low: bid $61 or more.",
    ),
    Reason.CANNOT_AFFORD_BID: (
        ("ruling: Bob has $40", *BOUGHT_BY_NOBODY),
        "Bob bids $1050",
        "Bob has $40 and cannot bid $1,050: raise $1,010 more or pass.",
    ),
    Reason.HAS_PASSED: (
        (*BOUGHT_BY_NOBODY, "Bob passes"),
        "Bob bids $5",
        "Bob has passed, which is final: bid again in the next auction.",
    ),
    Reason.LEADS_AUCTION: (
        (*BOUGHT_BY_NOBODY, "Bob bids $60"),
        "Bob passes",
        "Bob leads with $60: wait until somebody bids more.",
    ),
    Reason.NO_CLAIM: (
        ("ruling: Bob owns Baltic Avenue", "Ann throws 1 2"),
        "Cy collects rent from Ann",
        "Cy has no rent to collect from Ann: ask when somebody lands on Cy's deed, before the "
        "second player after that throws.",
    ),
    Reason.NO_DEBT: (
        (),
        "Ann pays",
        "Ann owes nothing, so there is nothing to pay.",
    ),
    Reason.CANNOT_PAY_DEBT: (
        ("ruling: Ann has $40; Ann stands on space 36", "Ann throws 1 1"),
        "Ann pays",
        "Ann has $40 and owes the bank $75: raise $35 more, then pay.",
    ),
    Reason.NO_CARD_TO_DRAW: (
        (),
        "Ann draws advance-to-go",
        "Ann has no card to draw: first land on Chance or Community Chest.",
    ),
    Reason.NOT_IN_PACK: (
        ("Ann throws 3 4",),
        DrawCard("Ann", "no-such-card"),
        "There is no such card in Chance: tap one of the cards shown.",
    ),
    Reason.CARD_IS_HELD: (
        ("ruling: Bob holds chance jail card", "Ann throws 3 4"),
        "Ann draws jail-card",
        "Bob holds that Chance card: tap the one that was really drawn.",
    ),
    Reason.NO_TAX_CHOICE: (
        (),
        "Ann pays flat tax",
        "Ann has no income tax to choose: the choice comes on landing there.",
    ),
    Reason.NOT_IN_JAIL: (
        (),
        "Ann pays fine",
        "Ann has no fine to pay: a player in jail pays it before throwing.",
    ),
    Reason.FINE_TOO_LATE: (
        ("ruling: Ann is in jail, turn 3",),
        "Ann pays fine",
        "On turn 3 in jail Ann throws first: pay $50 only without doubles.",
    ),
    Reason.CANNOT_AFFORD_FINE: (
        ("ruling: Ann has $20; Ann is in jail",),
        "Ann pays fine",
        "Ann has $20 and the fine is $50: raise $30 more or throw for doubles.",
    ),
    Reason.NO_USE_FOR_JAIL_CARD: (
        (),
        "Ann plays jail card",
        "Ann cannot use a jail card now: a player in jail uses it before throwing.",
    ),
    Reason.NO_JAIL_CARD: (
        ("ruling: Ann is in jail",),
        "Ann plays jail card",
        "Ann holds no jail card: throw for doubles, or get a card first.",
    ),
    Reason.NO_CHANCE_OFFERED: (
        (),
        "Ann takes a chance",
        "Ann cannot take a Chance card: only a card that says “fine or Chance” offers it.",
    ),
    Reason.NOTHING_TO_UNDO: (
        ("Ann throws 1 2",),
        Undo(3),
        "There is only 1 move to take back: undo no more than that.",
    ),
    Reason.IMPOSSIBLE_RULING: (
        ("Ann throws 1 2",),
        "ruling: Bob owns Baltic Avenue",
        "That ruling cannot stand: Baltic Avenue waits for an answer just now. Change it so that "
        "everything still adds up.",
    ),
}
BEFORE_THE_START = {
    Reason.NOT_YOUR_OPENING: (
        "Cy opens 1 2",
        "Not yet: these are the throws for who starts, and Ann is next.",
    )
}
