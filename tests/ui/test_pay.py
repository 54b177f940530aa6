"""A payment that no rule asks for: who, to whom, how much, and the ruling that books it."""

from dataclasses import replace

import pytest

from companion.engine.moves import Rule
from companion.engine.rulings import MoveCash
from companion.engine.state import Game, start
from companion.screens.pay import Pay, begun, followed, parties, payment, tapped
from companion.table.keyed_amount import BACKSPACE, STEPS
from companion.table.prompts import Change
from companion.text.screens.pay import PAY, text_of
from tests.ui.positions import at, table
from tests.words import plain


def after(pay: Pay, *dos: tuple[object, ...], game: Game | None = None) -> Pay:
    """The payment after some taps."""
    for do in dos:
        pay = tapped(pay, do, game or table())
    return pay


def keyed(digits: str) -> list[tuple[str, str]]:
    return [("digit", digit) for digit in digits]


def test_everybody_in_the_game_and_the_bank_can_pay() -> None:
    assert parties(at("ruling: Bob is out"), begun()) == ["Ann", "Cy", "bank"]
    assert parties(table(), begun("Ann")) == ["Bob", "Cy", "bank"]


def test_the_pot_can_pay_where_there_is_one() -> None:
    assert "pot" not in parties(table(), begun())
    game = table(house_rules=("free parking pot",))
    assert parties(game, begun()) == ["Ann", "Bob", "Cy", "bank", "pot"]


@pytest.mark.parametrize(
    ("payer", "payee", "changes"),
    [
        ("Ann", "Bob", (Change("Ann", 1500, 1440), Change("Bob", 1500, 1560))),
        ("Cy", "Ann", (Change("Cy", 1500, 1440), Change("Ann", 1500, 1560))),
        ("Bob", "bank", (Change("Bob", 1500, 1440),)),
        ("bank", "Cy", (Change("Cy", 1500, 1560),)),
    ],
)
def test_a_payment_is_a_ruling_with_its_balances(
    payer: str, payee: str, changes: tuple[Change, ...]
) -> None:
    pays = payment(table(), Pay(payer, payee, 60))
    assert pays
    assert pays.move == Rule((MoveCash(payer, payee, 60),), "")
    assert (pays.changes, pays.reason) == (changes, "")


def test_a_payment_is_refused_with_what_is_missing() -> None:
    game = at("ruling: Ann has $40")

    def refusal(amount: int) -> str:
        pays = payment(game, Pay("Ann", "Bob", amount))
        assert pays
        return pays.reason

    assert refusal(0) == PAY["no amount"]
    assert refusal(40) == ""
    assert plain(refusal(100)) == plain(text_of("short", amount="$60"))


def test_whoever_is_missing_is_asked_for() -> None:
    pay = begun()
    assert (pay.asking, parties(table(), pay)) == ("payer", ["Ann", "Bob", "Cy", "bank"])
    pay = after(pay, ("party", "Ann"))
    assert (pay.asking, parties(table(), pay)) == ("payee", ["Bob", "Cy", "bank"])
    pay = after(pay, ("party", "Bob"))
    assert (pay.asking, parties(table(), pay)) == ("", [])
    assert begun("Cy", "Ann") == Pay("Cy", "Ann", asking="")


def test_parties_can_be_chosen_again() -> None:
    pay = after(begun("Ann", "Bob"), ("digit", "5"), ("side", "payer"), ("party", "Bob"))
    assert pay == Pay("Bob", "", 5, "payee")
    assert after(pay, ("party", "Bob")) == pay, "nobody pays himself"
    assert after(pay, ("party", "Cy")) == Pay("Bob", "Cy", 5, "")


def test_keys_and_quick_amounts_make_the_amount() -> None:
    pay = after(begun("Ann", "Bob"), *keyed("12"), ("digit", "00"), ("digit", BACKSPACE))
    assert pay.amount == 120
    pay = after(pay, *(("quick", step) for step in STEPS))
    assert pay.amount == 120 + sum(STEPS)
    assert after(pay, ("quick", None)).amount == 1500


def test_somebody_who_leaves_is_asked_for_again() -> None:
    pay = after(begun("Ann", "Bob"), *keyed("60"))
    assert followed(pay, table()) == pay
    assert followed(pay, at("ruling: Bob is out")) == Pay("Ann", "", 60, "payee")
    choosing = after(pay, ("side", "payer"))
    assert followed(choosing, table()) == choosing


def test_nobody_pays_before_the_opening_rolls_are_over() -> None:
    game = start(replace(table().setup, first=""))
    assert payment(game, Pay("Ann", "Bob", 50)).reason
    assert not payment(table(), Pay("Ann", "Bob", 50)).reason
