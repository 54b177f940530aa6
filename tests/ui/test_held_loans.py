"""The loans of a player below the deeds: who owes whom, what is paid, what comes next."""

import pytest

from companion.engine.moves import Goods, PayOff
from companion.engine.state import Game
from companion.screens.trade import Trade, opened
from companion.table.properties.loans import HeldLoan, held_loans
from companion.table.properties.view import held_deeds
from companion.table.trade.draft import TradeDraft
from tests.ui.driver import Desk
from tests.ui.positions import at, table
from tests.ui.touch import Hand
from tests.words import plain

RULE = ("loans between players",)
LENT = (
    "ruling: Bob owns Kentucky Avenue; Bob owns Boardwalk",
    "Ann offers Bob $300 for $110 at each of the next 3 times secured by Kentucky Avenue",
    "Bob accepts",
)
PAST_GO = ("ruling: Bob stands on Boardwalk; Bob has the dice", "Bob throws 5 6")
keys = pytest.mark.usefixtures("keys")


def lent(*lines: str) -> Game:
    return at(*LENT, *lines, game=table(house_rules=RULE))


def the_loan(game: Game, player: str) -> HeldLoan:
    [loan] = held_loans(game, player)
    return loan


def paid(game: Game) -> tuple[int, int]:
    loan = the_loan(game, "Bob")
    return loan.done, loan.times


@keys
def test_borrower_and_lender_see_the_same_loan_and_nobody_else_does() -> None:
    game = lent()
    bobs, anns = the_loan(game, "Bob"), the_loan(game, "Ann")
    assert plain(bobs.owes[0]) == "loan(amount=$330, borrower=Bob, lender=Ann)"
    assert (bobs.owes, bobs.next, bobs.secured) == (anns.owes, anns.next, anns.secured)
    assert held_loans(game, "Cy") == []
    assert (plain(bobs.asks[0]), plain(anns.asks[0])) == ("ask(lender=Ann)", "forgive")


def test_what_fell_due_is_paid_unless_it_waits_as_a_debt() -> None:
    assert paid(lent()) == (0, 3)
    assert paid(lent(*PAST_GO)) == (1, 3)
    poor = lent("ruling: Bob has $0", "ruling: Bob owes Ann $410 at each of the next 2 times")
    owing = at(*PAST_GO, game=poor)
    assert owing.debts
    assert paid(owing) == (0, 2)


def test_a_deed_that_secures_a_loan_is_marked() -> None:
    assert [(deed.key, deed.secures) for deed in held_deeds(lent(), "Bob")] == [
        ("kentucky-avenue", True),
        ("boardwalk", False),
    ]


@keys
def test_the_borrower_pays_all_at_once_or_sees_what_is_missing() -> None:
    pays = the_loan(lent(), "Bob").pays
    assert pays
    assert (pays.move, pays.open) == (PayOff("Bob", "Ann"), True)
    assert the_loan(lent(), "Ann").pays is None
    poor = the_loan(lent("ruling: Bob has $146"), "Bob")
    assert "short(short=$184)" in plain(poor.paying[-1])


def test_a_trade_about_a_loan_begins_with_the_loan_among_the_goods() -> None:
    ended = Trade(TradeDraft(("Ann", "Bob"), (Goods(loan=True), Goods())))
    assert opened(Trade(), lent(), "Ann", "Bob") == ended
    asked = lent("Cy offers Ann $5 for nothing")
    assert opened(Trade(), asked, "Ann", "Bob") != ended


def test_a_loan_is_paid_off_and_forgiven_by_touch(desk: Desk) -> None:
    desk.table.begin(table("Ann Bob Cy", house_rules=RULE).setup)
    desk.play(*LENT, "ruling: Cy owes Ann $90 when passing GO")
    Hand(desk).make(PayOff("Bob", "Ann"))
    desk.table.open("properties", "Ann")
    desk.frames()
    desk.tap(desk.key("show", "trade", "Ann", "Cy"))
    assert desk.table.screen == "trade"
    assert desk.table.values["trade"].draft.goods[0] == Goods(loan=True)
