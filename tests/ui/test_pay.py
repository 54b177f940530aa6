"""A payment that no rule asks for: who, to whom, how much, and the ruling that books it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.moves import Rule
from companion.engine.notation import parse_move
from companion.engine.rulings import MoveCash
from companion.ledger.ledger import Ledger
from companion.table.keyed_amount import BACKSPACE, STEPS
from companion.table.pay import parties, payment
from companion.table.prompts import Change
from companion.table.session import Session, Source
from companion.text.screens.pay import PAY, text_of
from companion.ui.pay.state import PayState
from tests.ui.driver import setup
from tests.ui.positions import at, table


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Ledger.open(tmp_path) as ledger:
        yield Session.begin(ledger, setup("Ann Bob Cy"))


@pytest.fixture
def screens() -> list[str]:
    return []


@pytest.fixture
def pay(session: Session, screens: list[str]) -> PayState:
    return PayState(lambda: session, screens.append)


def play(session: Session, line: str) -> None:
    session.play(parse_move(line, session.setup), Source.IMPORT)


def key(pay: PayState, digits: str) -> None:
    for digit in digits:
        pay.press(digit)


def keys(choices: list[object]) -> list[str]:
    return [choice.key for choice in choices]  # type: ignore[attr-defined]


def test_everybody_in_the_game_and_the_bank_can_pay() -> None:
    assert keys([*parties(at("ruling: Bob is out"))]) == ["Ann", "Cy", "bank"]
    assert keys([*parties(table(), without="Ann")]) == ["Bob", "Cy", "bank"]


def test_the_pot_can_pay_where_there_is_one() -> None:
    assert "pot" not in keys([*parties(table())])
    game = table(house_rules=("free parking pot",))
    assert keys([*parties(game)]) == ["Ann", "Bob", "Cy", "bank", "pot"]


@pytest.mark.parametrize(
    ("payer", "payee", "changes"),
    [
        ("Ann", "Bob", (Change("Ann", 1500, 1440), Change("Bob", 1500, 1560))),
        ("Bob", "bank", (Change("Bob", 1500, 1440),)),
        ("bank", "Cy", (Change("Cy", 1500, 1560),)),
    ],
)
def test_a_payment_is_a_ruling_with_its_balances(
    payer: str, payee: str, changes: tuple[Change, ...]
) -> None:
    pays = payment(table(), payer, payee, 60)
    assert pays.move == Rule((MoveCash(payer, payee, 60),), "")
    assert (pays.changes, pays.reason) == (changes, "")


def test_a_payment_is_refused_with_what_is_missing() -> None:
    game = at("ruling: Ann has $40")
    assert payment(game, "Ann", "Bob", 0).reason == PAY["no amount"]
    assert payment(game, "Ann", "Bob", 40).reason == ""
    assert payment(game, "Ann", "Bob", 100).reason == text_of("short", amount="$60")


def test_the_screen_asks_for_whoever_is_missing(pay: PayState, screens: list[str]) -> None:
    pay.open()
    assert (pay.asking, keys(pay.choices)) == ("payer", ["Ann", "Bob", "Cy", "bank"])
    pay.choose("Ann")
    assert (pay.asking, keys(pay.choices)) == ("payee", ["Bob", "Cy", "bank"])
    pay.choose("Bob")
    assert (pay.asking, pay.choices) == ("", [])
    assert screens == ["pay"]


def test_a_drag_from_player_to_player_asks_for_nothing(pay: PayState) -> None:
    pay.open("Cy", "Ann")
    assert (pay.asking, pay.payer.key, pay.payee.key) == ("", "Cy", "Ann")
    key(pay, "75")
    [answer] = pay.answers
    assert answer.move == Rule((MoveCash("Cy", "Ann", 75),), "")
    assert [change.player for change in pay.changes] == ["Cy", "Ann"]


def test_parties_can_be_chosen_again(pay: PayState) -> None:
    pay.open("Ann", "Bob")
    key(pay, "5")
    pay.ask("payer")
    assert "Bob" in keys(pay.choices)
    pay.choose("Bob")
    assert (pay.asking, pay.payer.key, pay.payee.key) == ("payee", "Bob", "")
    pay.choose("Cy")
    [answer] = pay.answers
    assert answer.move == Rule((MoveCash("Bob", "Cy", 5),), "")


def test_keys_and_quick_amounts_make_the_amount(pay: PayState) -> None:
    pay.open("Ann", "Bob")
    key(pay, "12")
    pay.press("00")
    pay.press(BACKSPACE)
    assert pay.amount == 120
    for quick in pay.quick:
        if quick.step in STEPS:
            pay.add(quick.step)
    assert pay.amount == 120 + sum(STEPS)
    pay.add(None)
    assert (pay.amount, pay.answers[0].reason) == (1500, "")


def test_the_bank_has_no_everything(pay: PayState) -> None:
    pay.open("bank", "Ann")
    assert [quick.step for quick in pay.quick] == [*STEPS]
    pay.ask("payer")
    pay.choose("Bob")
    assert [quick.step for quick in pay.quick] == [*STEPS, None]


def test_only_its_own_booking_leads_back_to_the_game(
    pay: PayState, session: Session, screens: list[str]
) -> None:
    pay.open("Ann", "Bob")
    key(pay, "60")
    play(session, "Ann throws 1 2")
    pay.moved()
    assert (screens, pay.amount) == (["pay"], 60)
    session.play(pay.answers[0].move, Source.TOUCH)
    pay.moved()
    assert screens == ["pay", "play"]


def test_somebody_who_leaves_is_asked_for_again(pay: PayState, session: Session) -> None:
    pay.open("Ann", "Bob")
    play(session, "ruling: Bob is out")
    pay.moved()
    assert (pay.asking, pay.payee.key, pay.answers) == ("payee", "", [])
