"""Every reason for a refusal has its sentence: what is refused, why, what would make it legal."""

import pytest

from companion.app.wording import refused
from companion.app.wording.refusals import REFUSALS
from companion.engine.decide import refusal
from companion.engine.moves import Buys, Draws, Move, Undo
from companion.engine.refusal import IllegalMove, Reason
from companion.engine.state import Game
from tests.app.positions import at, read, table

BOUGHT_BY_NOBODY = ("Ann throws 1 2", "Ann declines")

# Reason: what led there, what is refused, what is said.
REFUSED: dict[Reason, tuple[tuple[str, ...], str | Move, str]] = {
    Reason.NO_SUCH_PLAYER: (
        (),
        Buys("Zoe"),
        "Nobody here is called Zoe: at the table are Ann, Bob and Cy.",
    ),
    Reason.PLAYER_IS_OUT: (
        ("ruling: Cy is out",),
        "Cy collects rent",
        "Cy is out of the game and cannot move: only Undo goes back there.",
    ),
    Reason.OPENING_DONE: (
        (),
        "Bob opens 1 2",
        "Who starts is settled: Ann has the dice and throws for the turn.",
    ),
    Reason.NOT_YOUR_TURN: (
        (),
        "Bob throws 1 2",
        "Bob cannot throw yet: Ann has the dice until this turn is over.",
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
        "Cy has no rent to collect from Ann: ask when somebody has landed on a deed of Cy's, "
        "before the second player after that throws.",
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
        Draws("Ann", "no-such-card"),
        "There is no such card in Chance: tap one of the cards shown.",
    ),
    Reason.CARD_IS_HELD: (
        ("ruling: Bob holds chance jail card", "Ann throws 3 4"),
        "Ann draws jail-card",
        "Bob holds that card of Chance: tap the one that was really drawn.",
    ),
    Reason.NO_TAX_CHOICE: (
        (),
        "Ann pays flat tax",
        "Ann has no income tax to choose: the choice comes on landing there.",
    ),
    Reason.NOT_IN_JAIL: (
        (),
        "Ann pays fine",
        "Ann has no fine to pay: it leads out of jail, on one's own turn, before throwing.",
    ),
    Reason.FINE_TOO_LATE: (
        ("ruling: Ann is in jail, turn 3",),
        "Ann pays fine",
        "It is turn 3 in jail, too late for Ann to pay first: throw, and pay $50 only without "
        "doubles.",
    ),
    Reason.CANNOT_AFFORD_FINE: (
        ("ruling: Ann has $20; Ann is in jail",),
        "Ann pays fine",
        "Ann has $20 and the fine is $50: raise $30 more or throw for doubles.",
    ),
    Reason.NO_USE_FOR_JAIL_CARD: (
        (),
        "Ann plays jail card",
        "Ann cannot use a jail card now: it leads out of jail, on one's own turn, before throwing.",
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
        "That ruling cannot stand: Baltic Avenue is being answered for just now. Change it so that "
        "everything still adds up.",
    ),
}
BEFORE_THE_START = {
    Reason.NOT_YOUR_OPENING: (
        "Cy opens 1 2",
        "Not yet: these are the throws for who starts, and Ann is next.",
    )
}


def said(game: Game, move: str | Move) -> tuple[Reason, str]:
    error = refusal(game, read(game, move) if isinstance(move, str) else move)
    assert error is not None, "it was legal"
    return error.reason, refused(error, game)


@pytest.mark.parametrize("reason", REFUSED, ids=lambda reason: reason.name)
def test_what_is_said(reason: Reason) -> None:
    lines, move, sentence = REFUSED[reason]
    assert said(at(*lines), move) == (reason, sentence)


@pytest.mark.parametrize("reason", BEFORE_THE_START, ids=lambda reason: reason.name)
def test_what_is_said_before_the_start(reason: Reason) -> None:
    move, sentence = BEFORE_THE_START[reason]
    assert said(table(first=""), move) == (reason, sentence)


def test_every_reason_has_a_sentence_that_was_provoked() -> None:
    assert set(REFUSALS) == set(Reason)
    assert set(REFUSED) | set(BEFORE_THE_START) == set(Reason)


@pytest.mark.parametrize(
    ("lines", "move", "first"),
    [
        (
            ("ruling: Ann stands on Boardwalk", "Ann throws 3 5"),
            "Ann throws 1 1",
            "draws a card of Chance",
        ),
        (("Ann throws 1 3",), "Ann pays fine", "Ann has no fine"),
        (("Ann throws 1 3",), "Ann throws 1 2", "first Ann chooses how to pay the income tax."),
        (
            (
                "ruling: Ann has $40; Bob owns Boardwalk; Ann stands on Short Line",
                "Ann throws 2 2",
                "Bob collects rent",
            ),
            "Ann throws 1 2",
            "first Ann pays Bob $50.",
        ),
        (
            ("ruling: Bob owns Electric Company", "Ann throws 3 4", "Ann draws nearest-utility"),
            "Ann buys",
            "Ann has nothing to buy",
        ),
    ],
)
def test_what_has_to_happen_first(lines: tuple[str, ...], move: str, first: str) -> None:
    assert first in said(at(*lines), move)[1]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("ruling: Ann pays $2000 to bank", "Ann has $500 less than nothing."),
        (
            "ruling: bank owns Baltic Avenue; Baltic Avenue carries 1 house",
            "is the bank's and carries no",
        ),
        ("ruling: Baltic Avenue is mortgaged", "Baltic Avenue is the bank's and has no mortgage."),
        ("ruling: Bob has thrown 1 doubles", "Bob has not got the dice."),
        (
            "ruling: Ann owns Boardwalk; Boardwalk carries 1 house; bank owns Boardwalk",
            "Boardwalk carries buildings, and the bank builds none.",
        ),
        (
            "ruling: Ann owns Water Works; Water Works carries 1 house",
            "Water Works cannot carry the buildings on it.",
        ),
    ],
)
def test_an_impossible_ruling_speaks_of_names_not_keys(move: str, sentence: str) -> None:
    assert sentence in said(table(), move)[1]


def test_the_claim_of_1934_lapses_with_the_dice() -> None:
    assert "has the dice." in said(table(rules="1934"), "Bob collects rent")[1]


def test_nothing_to_take_back_at_all() -> None:
    assert said(table(), Undo())[1].startswith("There is nothing to take back:")


def test_pounds_in_london() -> None:
    game = at("ruling: Ann has $40", "Ann throws 3 3", game=table(where="london"))
    assert (
        "Ann has £40 and The Angel, Islington costs £100: raise £60 more"
        in said(game, "Ann buys")[1]
    )


def test_a_reason_without_a_sentence_is_still_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(REFUSALS, Reason.NO_DEBT)
    assert refused(IllegalMove(Reason.NO_DEBT), table()) == "The player owes nothing."
