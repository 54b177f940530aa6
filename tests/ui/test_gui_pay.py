"""A payment by touch: few taps for any amount, booked once, seen in the log."""

import pytest

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash
from companion.text.screens.pay import PAY, text_of
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


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


def drag(desk: Desk, start: str, end: str) -> None:
    """A finger from the tile of one player to that of another."""
    from companion.runtime.ui_driver import Touch, lift

    places = [desk.place(desk.key("tile", name)) for name in (start, end)]
    desk.clock.wait(1.0)
    touch = Touch(*places[0])
    desk.loop.post_dispatch_input("begin", touch)
    for step in (0.2, 0.6, 1.0):
        x, y = (a + (b - a) * step for a, b in zip(*places, strict=True))
        there = Touch(x, y)
        touch.move({"x": there.sx, "y": there.sy})
        desk.loop.post_dispatch_input("update", touch)
        desk.frames(1)
    lift(touch)
    desk.frames()


def test_a_drag_from_player_to_player_names_both(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    drag(desk, "Cy", "Ann")
    pay = desk.table.pay
    assert (desk.table.screen, pay.payer, pay.payee) == ("pay", "Cy", "Ann")
    keys(desk, "20")
    desk.tap(desk.key("answer"))
    assert (desk.cash("Cy"), desk.cash("Ann")) == (1480, 1520)


@pytest.mark.parametrize("happened", ["page", "player"])
def test_a_drag_whose_start_or_end_is_gone_does_nothing(desk: Desk, happened: str) -> None:
    from companion.runtime.ui_driver import Touch, lift

    desk.sit_down("Ann Bob Cy")
    places = [desk.place(desk.key("tile", name)) for name in ("Cy", "Ann")]
    desk.clock.wait(1.0)
    touch = Touch(*places[0])
    desk.loop.post_dispatch_input("begin", touch)
    for place in places[::-1]:
        there = Touch(*place)
        touch.move({"x": there.sx, "y": there.sy})
        desk.loop.post_dispatch_input("update", touch)
        desk.frames(1)
        touch.move({"x": Touch(*places[1]).sx, "y": Touch(*places[1]).sy})
        desk.loop.post_dispatch_input("update", touch)
    if happened == "page":
        desk.table.show_screen("board")
    else:
        desk.play("Ann leaves")
    screen = desk.table.screen
    lift(touch)
    desk.frames()
    assert desk.table.screen == screen


def test_a_drag_that_returns_does_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy")
    drag(desk, "Bob", "Bob")
    assert desk.table.screen == "properties", "it never left: a tap"
    desk.table.show_screen("play")
    desk.frames()
    from companion.runtime.ui_driver import Touch, lift

    x, y = desk.place(desk.key("tile", "Bob"))
    desk.clock.wait(1.0)
    touch = Touch(x, y)
    desk.loop.post_dispatch_input("begin", touch)
    for aside in (400, 0):
        there = Touch(x + aside, y)
        touch.move({"x": there.sx, "y": there.sy})
        desk.loop.post_dispatch_input("update", touch)
    lift(touch)
    desk.frames()
    assert desk.table.screen == "play"


def test_the_bank_pays_and_is_paid(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    for payer, payee in (("bank", "Ann"), ("Bob", "bank")):
        desk.tap(PAY["title"])
        party(desk, payer)
        party(desk, payee)
        keys(desk, "5")
        desk.tap(desk.key("answer"))
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1505, 1495)


def test_a_double_tap_books_one_payment(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.open_pay("Ann", "Bob")
    desk.frames()
    keys(desk, "60")
    desk.double_tap(text_of("pay", payee="Bob", amount="$60"))
    assert (desk.moves, desk.cash("Bob")) == (1, 1560)


def test_a_payment_that_is_short_says_so_and_books_nothing(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann has $40")
    desk.table.open_pay("Ann", "Bob")
    desk.frames()
    keys(desk, "60")
    short = text_of("short", amount="$20")
    assert short in desk.texts()
    desk.tap(desk.key("answer"))
    assert (desk.moves, desk.table.screen, desk.table.notice) == (1, "pay", short)


def test_the_log_calls_a_payment_a_ruling(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.open_pay("Ann", "Bob")
    desk.frames()
    keys(desk, "7")
    assert PAY["ruling"] in desk.texts()
    desk.tap(desk.key("answer"))
    assert desk.table.lines[0].text.startswith("Ruling")


def test_leaving_books_nothing_and_forgets_the_amount(desk: Desk) -> None:
    desk.sit_down("Ann Bob")
    desk.table.open_pay("Ann", "Bob")
    desk.frames()
    keys(desk, "75")
    desk.tap(desk.table.words["back"])
    assert (desk.moves, desk.table.screen) == (0, "play")
    desk.tap(PAY["title"])
    assert desk.table.pay.amount == 0
