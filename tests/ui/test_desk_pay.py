"""A payment by touch: few taps for any amount, booked once, seen in the log."""

import pytest

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash
from companion.text.screens.pay import PAY, text_of
from tests.ui.driver import Desk


def keys(desk: Desk, amount: str) -> None:
    for digit in amount:
        desk.tap(desk.key("digit", digit))


def party(desk: Desk, key: str) -> None:
    desk.tap(desk.key("party", key))


def test_any_payment_is_four_taps_and_its_digits(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    desk.tap(PAY["title"])
    party(desk, "Cy")
    party(desk, "Bob")
    keys(desk, "137")
    desk.tap(text_of("pay", payee="Bob", amount="$137"))
    [played] = desk.table.session.history
    assert played.move == Rule((MoveCash("Cy", "Bob", 137),), "")
    assert desk.table.screen == "play"
    assert (desk.cash("Cy"), desk.cash("Bob")) == (1363, 1637)


def test_a_drag_from_player_to_player_names_both(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    desk.drag(desk.key("show", "properties", "Cy"), desk.key("show", "properties", "Ann"))
    pay = desk.table.values["pay"]
    assert (desk.table.screen, pay.payer, pay.payee) == ("pay", "Cy", "Ann")
    keys(desk, "20")
    desk.tap(desk.key("answer"))
    assert (desk.cash("Cy"), desk.cash("Ann")) == (1480, 1520)


@pytest.mark.parametrize("happened", ["page", "player"])
def test_a_drag_whose_start_or_end_is_gone_does_nothing(desk: Desk, happened: str) -> None:
    desk.sit_down("Ann Bob Cy")
    finger = desk.slide(desk.key("show", "properties", "Cy"), desk.key("show", "properties", "Ann"))
    if happened == "page":
        desk.table.show_screen("board")
    else:
        desk.play("Ann leaves")
    screen = desk.table.screen
    desk.lift(finger)
    desk.frames()
    assert desk.table.screen == screen


def test_a_drag_that_returns_does_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    bob = desk.key("show", "properties", "Bob")
    x, y = bob.center
    desk.drag(bob, (x + 400, y), bob)
    assert desk.table.screen == "play"
    desk.drag(bob, bob)
    assert desk.table.screen == "properties", "it never left: a tap"


def test_leaving_books_nothing_and_forgets_the_amount(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.open("pay", "Ann", "Bob")
    desk.frames()
    keys(desk, "75")
    desk.tap(desk.table.words["back"])
    assert (desk.moves, desk.table.screen) == (0, "play")
    desk.tap(PAY["title"])
    assert desk.table.values["pay"].amount == 0
