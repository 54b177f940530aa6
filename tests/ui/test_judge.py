"""Rulings put together tap by tap: every kind of effect, checked before it is made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import rulings
from companion.engine.moves import Rule
from companion.engine.notation import parse_move
from companion.engine.rulings import Effect
from companion.ledger.ledger import Ledger
from companion.table.ruling import AMOUNT, PEOPLE
from companion.table.session import Session, Source
from companion.text.screens.setup import SETUP
from companion.ui.ruling.state import RulingState
from tests.ui.driver import setup

pytestmark = pytest.mark.usefixtures("keys")

LINES = ("Ann throws 4 5", "Ann buys", "Bob throws 4 5")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, setup("Ann Bob Cy"))
        for line in LINES:
            session.play(parse_move(line, session.setup), Source.IMPORT)
        yield session


@pytest.fixture
def judge(session: Session) -> RulingState:
    judge = RulingState(lambda: session)
    judge.open()
    return judge


def ruled(judge: RulingState, kind: str, *picks: str | int) -> None:
    """One effect by taps; whole numbers are keyed in."""
    if kind in PEOPLE:
        judge.wanted = kind
        judge.open()
    else:
        judge.pick(kind)
    for pick in picks:
        if judge.page == "write":
            judge.entry = str(pick)
            judge.settle_entry()
        elif isinstance(pick, int):
            for digit in str(pick):
                judge.press(digit)
            judge.settle_amount()
        else:
            judge.pick(pick)


def move(judge: RulingState) -> Rule:
    [answer] = judge.answers
    return answer.move


@pytest.mark.parametrize(
    ("taps", "effect"),
    [
        (("has cash", "Ann", 500), rulings.SetCash("Ann", 500)),
        (("cash goes", "Ann", "bank", 50), rulings.MoveCash("Ann", "bank", 50)),
        (("owes", "Ann", "Bob", 20), rulings.SetDebt("Ann", "Bob", 20)),
        (("owns", "boardwalk", "Bob"), rulings.SetOwner("Bob", "boardwalk")),
        (("carries", "connecticut-avenue", "5"), rulings.SetBuildings("connecticut-avenue", 5)),
        (("mortgaged", "connecticut-avenue", "yes"), rulings.SetMortgaged("connecticut-avenue", 1)),
        (("mortgaged", "connecticut-avenue", ""), rulings.SetMortgaged("connecticut-avenue", 0)),
        (("stands", "Cy", "39"), rulings.MoveToken("Cy", 39)),
        (("jail", "Cy", "2"), rulings.SetJail("Cy", 2)),
        (("card", "chance", "Cy"), rulings.SetJailCard("Cy", "chance")),
        (("dice", "Cy"), rulings.SetTurn("Cy")),
        (("doubles", "Cy", "1"), rulings.SetDoubles("Cy", 1)),
        (("renamed", "Cy", "Eve"), rulings.Rename("Cy", "Eve")),
        (("renamed", "Cy", "CY"), rulings.Rename("Cy", "CY")),
        (("joins", "Eve "), rulings.Join("Eve")),
        (("claims",), rulings.ClearClaims()),
        (("out", "Cy"), rulings.RemovePlayer("Cy")),
    ],
)
def test_every_effect_can_be_tapped(
    judge: RulingState, session: Session, taps: tuple[str | int, ...], effect: Effect
) -> None:
    ruled(judge, *taps)
    assert judge.page == "ruling"
    assert move(judge) == Rule((effect,))
    session.play(move(judge), Source.TOUCH)


def test_every_effect_of_the_rules_is_among_them(judge: RulingState) -> None:
    known = {kind.__name__ for kind in Effect.__subclasses__()}
    assert sum(len(row.kinds) for row in judge.kinds) == len(known) - len(PEOPLE) == 13


@pytest.mark.parametrize("name", ["", "bank", "ann", "a:b", "Max Joins", "A Is Called B"])
def test_a_name_that_cannot_be_is_said_where_it_is_written(judge: RulingState, name: str) -> None:
    ruled(judge, "renamed", "Cy", name)
    assert judge.page == "write"
    assert judge.heading in {*SETUP.values()}
    judge.leave()
    assert judge.page == "pick"


def test_a_name_has_single_spaces(judge: RulingState, session: Session) -> None:
    ruled(judge, "renamed", "Cy", " Al  B ")
    session.play(move(judge), Source.TOUCH)
    assert session.setup.players == ("Ann", "Bob", "Al B")


def test_what_follows_a_name_has_the_name(judge: RulingState, session: Session) -> None:
    ruled(judge, "renamed", "Cy", "Eve")
    judge.begin()
    ruled(judge, "has cash", "Eve", 700)
    session.play(move(judge), Source.TOUCH)
    assert session.game.players["Eve"].cash == 700
    assert session.setup.players == ("Ann", "Bob", "Eve")


def test_several_effects_and_a_reason_are_one_move(judge: RulingState) -> None:
    ruled(judge, "cash goes", "Ann", "Bob", 50)
    judge.begin()
    ruled(judge, "stands", "Cy", "5")
    judge.give_reason("the table agreed on it ")
    assert move(judge) == Rule(
        (rulings.MoveCash("Ann", "Bob", 50), rulings.MoveToken("Cy", 5)), "the table agreed on it"
    )
    assert [line.text for line in judge.lines] == [
        "Cash goes(amount=$50, payee=Bob, payer=Ann)",
        "Stands(player=Cy, space=Reading Railroad)",
    ]


def test_what_it_changes_is_seen_before_it_is_booked(judge: RulingState, session: Session) -> None:
    before = session.game
    ruled(judge, "has cash", "Bob", 1000)
    assert [(c.player, c.before, c.after) for c in judge.changes] == [("Bob", 1500, 1000)]
    assert session.game is before


def test_the_first_key_replaces_the_cash_as_it_is(judge: RulingState) -> None:
    judge.pick("has cash")
    judge.pick("Ann")
    assert (judge.page, judge.shown_amount) == (AMOUNT, "$1,380")
    for key in ("8", "7", "9"):
        judge.press(key)
    assert judge.amount == 879
    assert [(c.player, c.before, c.after) for c in judge.changes] == [("Ann", 1380, 879)]
    judge.press("backspace")
    judge.add(10)
    assert judge.amount == 97


def test_a_quick_amount_adds_to_the_cash_as_it_is(judge: RulingState) -> None:
    judge.pick("has cash")
    judge.pick("Ann")
    judge.add(100)
    assert judge.amount == 1480


def test_the_next_effect_builds_on_the_one_before(judge: RulingState) -> None:
    ruled(judge, "owns", "boardwalk", "Cy")
    judge.begin()
    judge.pick("carries")
    assert "boardwalk" in [tile.key for tile in judge.tiles]
    judge.pick("boardwalk")
    judge.pick("2")
    assert judge.reason == ""


def test_what_cannot_stand_is_said_and_can_be_taken_out(judge: RulingState) -> None:
    ruled(judge, "cash goes", "Ann", "Bob", 500)
    judge.begin()
    for _ in range(4):
        judge.begin()
        ruled(judge, "cash goes", "Ann", "Bob", 500)
    assert "NEGATIVE_CASH" in judge.reason
    assert not judge.answers[0].open
    for _ in range(4):
        judge.take_out(0)
    assert judge.reason == ""
    judge.take_out(0)
    assert judge.page == "kinds", "nothing is left to rule"


def test_leaving_goes_back_one_question_at_a_time(judge: RulingState) -> None:
    judge.pick("cash goes")
    judge.pick("Ann")
    judge.leave()
    assert judge.question == "payer"
    judge.leave()
    assert judge.question == "title"
    assert not judge.ruled
    judge.leave()
    assert judge.ruled


def test_a_move_made_meanwhile_is_weighed_in(judge: RulingState, session: Session) -> None:
    ruled(judge, "owns", "reading-railroad", "Bob")
    judge.begin()
    ruled(judge, "mortgaged", "reading-railroad", "yes")
    assert judge.reason == ""
    session.play(parse_move("Cy throws 1 4", session.setup), Source.TRAY)
    judge.moved()
    assert "DEED_IS_PENDING" in judge.reason
    assert not judge.ruled


def test_the_ruling_itself_ends_it(judge: RulingState, session: Session) -> None:
    ruled(judge, "has cash", "Bob", 1000)
    session.play(move(judge), Source.TOUCH)
    judge.moved()
    assert judge.ruled


def test_a_reason_is_written_by_the_letter_panel(judge: RulingState) -> None:
    ruled(judge, "has cash", "Bob", 1000)
    judge.ask_why()
    judge.write()
    for key in ("A", "U", "N", "T", " ", "turn", "4"):
        judge.type(key)
    judge.give_reason(judge.entry)
    assert move(judge).note == "Aunt 4"


def test_a_second_finger_means_nothing_that_is_gone(judge: RulingState) -> None:
    judge.pick("cash goes")
    judge.pick("cash goes")
    judge.pick("Ann")
    judge.pick("Bob")
    judge.pick("Bob")
    judge.add(50)
    judge.settle_amount()
    judge.settle_amount()
    assert move(judge) == Rule((rulings.MoveCash("Ann", "Bob", 50),))
    judge.pick("Ann")
    judge.take_out(1)
    assert len(judge.lines) == 1
