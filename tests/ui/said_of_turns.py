"""What is said when the rules of a turn refuse: what led there, what is refused, the sentence."""

from companion.engine.moves import Buy, DrawCard, Move, Undo
from companion.engine.refusals import Reason

BOUGHT_BY_NOBODY = ("Ann throws 1 2", "Ann declines")

# Reason: what led there, what is refused, what is said.
REFUSED: dict[Reason, tuple[tuple[str, ...], str | Move, str]] = {
    Reason.NO_SUCH_PLAYER: (
        (),
        Buy("Zoe"),
        "NO_SUCH_PLAYER(player=Zoe, players=and(last=Cy, most=Ann, Bob))",
    ),
    Reason.PLAYER_IS_OUT: (
        ("ruling: Cy is out",),
        "Cy collects rent",
        "PLAYER_IS_OUT(player=Cy)",
    ),
    Reason.OPENING_DONE: (
        (),
        "Bob opens 1 2",
        "OPENING_DONE(dice=Ann)",
    ),
    Reason.NOT_YOUR_TURN: (
        (),
        "Bob throws 1 2",
        "NOT_YOUR_TURN(player=Bob, turn=Ann)",
    ),
    Reason.ANSWER_FIRST: (
        ("Ann throws 1 2",),
        "Ann throws 1 2",
        "ANSWER_FIRST(waiting=ToBuy(deed=Baltic Avenue, player=Ann))",
    ),
    Reason.NOT_NOW: (
        ("ruling: Bob owns Oriental Avenue", "Ann throws 3 3", "Ann throws 1 2", "Ann declines"),
        "Bob collects rent",
        "ANSWER_FIRST(waiting=Auction(item=Connecticut Avenue))",
    ),
    Reason.GAME_IS_OVER: (
        ("ruling: Ann is out; Bob is out",),
        "Cy throws 1 2",
        "GAME_IS_OVER",
    ),
    Reason.NOTHING_TO_BUY: (
        (),
        "Ann buys",
        "NOTHING_TO_BUY(player=Ann)",
    ),
    Reason.CANNOT_AFFORD_DEED: (
        ("ruling: Ann has $40", "Ann throws 3 3"),
        "Ann buys",
        "CANNOT_AFFORD_DEED(amount=$100, cash=$40, deed=Oriental Avenue, player=Ann, short=$60)",
    ),
    Reason.NOTHING_TO_DECLINE: (
        (),
        "Ann declines",
        "NOTHING_TO_DECLINE(player=Ann)",
    ),
    Reason.NO_AUCTION: (
        (),
        "Ann passes",
        "NO_AUCTION",
    ),
    Reason.BID_TOO_LOW: (
        (*BOUGHT_BY_NOBODY, "Bob bids $60"),
        "Ann bids $60",
        "BID_TOO_LOW(amount=$60, least=$61)",
    ),
    Reason.CANNOT_AFFORD_BID: (
        ("ruling: Bob has $40", *BOUGHT_BY_NOBODY),
        "Bob bids $1050",
        "CANNOT_AFFORD_BID(amount=$1,050, cash=$40, player=Bob, short=$1,010)",
    ),
    Reason.HAS_PASSED: (
        (*BOUGHT_BY_NOBODY, "Bob passes"),
        "Bob bids $5",
        "HAS_PASSED(player=Bob)",
    ),
    Reason.LEADS_AUCTION: (
        (*BOUGHT_BY_NOBODY, "Bob bids $60"),
        "Bob passes",
        "LEADS_AUCTION(bid=$60, player=Bob)",
    ),
    Reason.NO_CLAIM: (
        ("ruling: Bob owns Baltic Avenue", "Ann throws 1 2"),
        "Cy collects rent from Ann",
        "no claim on payer(lapses=throw, payer=Ann, player=Cy)",
    ),
    Reason.NO_DEBT: (
        (),
        "Ann pays",
        "NO_DEBT(player=Ann)",
    ),
    Reason.CANNOT_PAY_DEBT: (
        ("ruling: Ann has $40; Ann stands on space 36", "Ann throws 1 1"),
        "Ann pays",
        "CANNOT_PAY_DEBT(amount=$75, cash=$40, creditor=bank, player=Ann, short=$35)",
    ),
    Reason.NO_CARD_TO_DRAW: (
        (),
        "Ann draws advance-to-go",
        "NO_CARD_TO_DRAW(chance=Chance, chest=Community Chest, player=Ann)",
    ),
    Reason.NOT_IN_PACK: (
        ("Ann throws 3 4",),
        DrawCard("Ann", "no-such-card"),
        "NOT_IN_PACK(pack=Chance)",
    ),
    Reason.CARD_IS_HELD: (
        ("ruling: Bob holds chance jail card", "Ann throws 3 4"),
        "Ann draws jail-card",
        "CARD_IS_HELD(holder=Bob, pack=Chance)",
    ),
    Reason.NO_TAX_CHOICE: (
        (),
        "Ann pays flat tax",
        "NO_TAX_CHOICE(player=Ann)",
    ),
    Reason.NOT_IN_JAIL: (
        (),
        "Ann pays fine",
        "NOT_IN_JAIL(player=Ann)",
    ),
    Reason.FINE_TOO_LATE: (
        ("ruling: Ann is in jail, turn 3",),
        "Ann pays fine",
        "FINE_TOO_LATE(fine=$50, player=Ann, turn=3)",
    ),
    Reason.CANNOT_AFFORD_FINE: (
        ("ruling: Ann has $20; Ann is in jail",),
        "Ann pays fine",
        "CANNOT_AFFORD_FINE(amount=$50, cash=$20, player=Ann, short=$30)",
    ),
    Reason.NO_USE_FOR_JAIL_CARD: (
        (),
        "Ann plays jail card",
        "NO_USE_FOR_JAIL_CARD(player=Ann)",
    ),
    Reason.NO_JAIL_CARD: (
        ("ruling: Ann is in jail",),
        "Ann plays jail card",
        "NO_JAIL_CARD(player=Ann)",
    ),
    Reason.NO_CHANCE_OFFERED: (
        (),
        "Ann takes a chance",
        "NO_CHANCE_OFFERED(player=Ann)",
    ),
    Reason.NOTHING_TO_UNDO: (
        ("Ann throws 1 2",),
        Undo(3),
        "undo(n=1)",
    ),
    Reason.IMPOSSIBLE_RULING: (
        ("Ann throws 1 2",),
        "ruling: Bob owns Baltic Avenue",
        "IMPOSSIBLE_RULING(problem=DEED_IS_PENDING(deed=Baltic Avenue))",
    ),
}
BEFORE_THE_START = {
    Reason.NOT_YOUR_OPENING: (
        "Cy opens 1 2",
        "NOT_YOUR_OPENING(turn=Ann)",
    )
}
