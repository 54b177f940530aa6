"""Rulings put together tap by tap: every kind of effect, checked before it is made."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine import decide, rulings, start
from companion.engine.moves import Rule
from companion.engine.notation import parse_move
from companion.engine.rulings import Effect
from companion.ledger.ledger import Ledger
from companion.table.prompts import Answer
from companion.table.ruling import AMOUNT, PEOPLE, begun, effect_line, kinds, ruling_answer, tapped
from companion.table.session import Session, Source
from companion.text.event_texts import PHRASES
from companion.text.history import line
from companion.text.screens.setup import SETUP
from tests.ui.driver import setup
from tests.ui.examples import RECORDS
from tests.ui.positions import table
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")

LINES = ("Ann throws 4 5", "Ann buys", "Bob throws 4 5")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(
            ledger, table("Ann Bob Cy", house_rules=("promises in deals",)).setup
        )
        for line in LINES:
            session.play(parse_move(line, session.setup), Source.IMPORT)
        yield session


class Judge:
    """Somebody who puts a ruling together."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.ruling = begun(session.game)

    def does(self, *dos: tuple[object, ...]) -> None:
        for do in dos:
            self.ruling = tapped(self.ruling, do, self.session.game)

    def picks(self, *keys: str) -> None:
        self.does(*(("pick", key) for key in keys))

    def rules(self, kind: str, *picks: str) -> None:
        """One effect by taps; sums are keyed in."""
        if kind in PEOPLE:
            self.ruling = begun(self.session.game, kind)
        else:
            self.does(("page", "kinds"), ("kind", kind))
        for pick in picks:
            if self.ruling.page == "write":
                self.ruling = replace(self.ruling, entry=pick)
                self.does(("set",))
            elif pick.startswith("$"):
                self.does(*(("digit", digit) for digit in pick[1:]), ("set",))
            else:
                self.picks(pick)

    @property
    def answer(self) -> Answer:
        return ruling_answer(self.session.game, self.ruling.effects, self.ruling.note)


@pytest.fixture
def judge(session: Session) -> Judge:
    return Judge(session)


TAPPED = (RECORDS / "rulings.txt").read_text("utf-8").splitlines()
"""Rulings, and the taps that lead to each."""


@pytest.mark.parametrize("line", TAPPED)
def test_every_effect_can_be_tapped(judge: Judge, session: Session, line: str) -> None:
    ruling, taps = line.split(":")
    judge.rules(*(tap.strip() for tap in taps.split(",")))
    assert judge.ruling.page == "ruling"
    assert judge.answer.move == parse_move(f"ruling: {ruling}", session.setup)
    session.play(judge.answer.move, Source.TOUCH)


def test_every_effect_of_the_rules_is_among_them(judge: Judge) -> None:
    # What is owed of a loan is written: the screen has no place for times and securities.
    known = {kind.__name__ for kind in Effect.__subclasses__()} - {"SetLoan"}
    assert (
        sum(len(row.kinds) for row in kinds(judge.session.game)) == len(known) - len(PEOPLE) == 14
    )


@pytest.mark.parametrize("name", ["", "bank", "ann", "a:b", "Max Joins", "joins", "A Is Called B"])
def test_a_name_that_cannot_be_is_said_where_it_is_written(judge: Judge, name: str) -> None:
    judge.rules("renamed", "Cy", name)
    assert judge.ruling.page == "write"
    assert judge.ruling.problem in {*SETUP.values()}
    judge.does(("leave",))
    assert judge.ruling.page == "pick"


def test_a_name_has_single_spaces(judge: Judge, session: Session) -> None:
    judge.rules("renamed", "Cy", " Al  B ", "same")
    session.play(judge.answer.move, Source.TOUCH)
    assert session.setup.players == ("Ann", "Bob", "Al B")


def test_what_follows_a_name_has_the_name(judge: Judge, session: Session) -> None:
    judge.rules("renamed", "Cy", "Eve", "other")
    judge.rules("has cash", "Eve", "$700")
    session.play(judge.answer.move, Source.TOUCH)
    assert session.game.players["Eve"].cash == 700
    assert session.setup.players == ("Ann", "Bob", "Eve")


@pytest.mark.parametrize(
    ("ruling", "key"),
    [("ruling: Bob is called Eve", "seat"), ("ruling: Bob is replaced by Eve", "replaced")],
)
def test_the_history_says_whether_somebody_else_plays_on(ruling: str, key: str) -> None:
    game = start(setup("Ann Bob"))
    move = parse_move(ruling, game.setup)
    said = line(move, decide(game, move), game.board)
    assert PHRASES[key][0].format(giver="Bob", receiver="Eve") in plain(said)


def test_several_effects_and_a_reason_are_one_move(judge: Judge) -> None:
    judge.rules("cash goes", "Ann", "Bob", "$50")
    judge.rules("stands", "Cy", "5")
    judge.does(("reason", "the table agreed on it"))
    assert judge.answer.move == Rule(
        (rulings.MoveCash("Ann", "Bob", 50), rulings.MoveToken("Cy", 5)), "the table agreed on it"
    )
    assert plain([effect_line(*rule) for rule in judge.ruling.rules]) == [
        "Cash goes(amount=$50, payee=Bob, payer=Ann)",
        "Stands(player=Cy, space=Reading Railroad)",
    ]


def test_what_it_changes_is_seen_before_it_is_booked(judge: Judge, session: Session) -> None:
    before = session.game
    judge.rules("has cash", "Bob", "$1000")
    assert [(c.player, c.before, c.after) for c in judge.answer.changes] == [("Bob", 1500, 1000)]
    assert session.game is before


def test_the_first_key_replaces_the_cash_as_it_is(judge: Judge) -> None:
    judge.does(("kind", "has cash"), ("pick", "Ann"))
    assert (judge.ruling.page, judge.ruling.amount) == (AMOUNT, 1380)
    judge.does(("digit", "8"), ("digit", "7"), ("digit", "9"))
    assert judge.ruling.amount == 879
    judge.does(("digit", "backspace"), ("quick", 10))
    assert judge.ruling.amount == 97


def test_a_quick_amount_adds_to_the_cash_as_it_is(judge: Judge) -> None:
    judge.does(("kind", "has cash"), ("pick", "Ann"), ("quick", 100))
    assert judge.ruling.amount == 1480


def test_the_next_effect_builds_on_the_one_before(judge: Judge) -> None:
    judge.rules("owns", "boardwalk", "Cy")
    judge.rules("carries", "boardwalk", "2")
    assert judge.ruling.page == "ruling"
    assert judge.answer.reason == ""


def test_what_cannot_stand_is_said_and_can_be_taken_out(judge: Judge) -> None:
    judge.rules("cash goes", "Ann", "Bob", "$500")
    for _ in range(4):
        judge.rules("cash goes", "Ann", "Bob", "$500")
    assert "NEGATIVE_CASH" in plain(judge.answer.reason)
    assert not judge.answer.open
    for _ in range(4):
        judge.does(("take out", 0))
    assert judge.answer.reason == ""
    judge.does(("take out", 0))
    assert judge.ruling.page == "kinds", "nothing is left to rule"


def test_leaving_goes_back_one_question_at_a_time(judge: Judge) -> None:
    judge.does(("kind", "cash goes"), ("pick", "Ann"), ("leave",))
    assert judge.ruling.slot == "payer"
    judge.does(("leave",))
    assert judge.ruling == begun(judge.session.game)


def test_a_move_made_meanwhile_is_weighed_in(judge: Judge, session: Session) -> None:
    judge.rules("owns", "reading-railroad", "Bob")
    judge.rules("mortgaged", "reading-railroad", "yes")
    assert judge.answer.reason == ""
    session.play(parse_move("Cy throws 1 4", session.setup), Source.TRAY)
    assert "DEED_IS_PENDING" in plain(judge.answer.reason)


def test_a_reason_is_written_by_the_letter_panel(judge: Judge) -> None:
    judge.rules("has cash", "Bob", "$1000")
    judge.does(("page", "reason"), ("write",))
    judge.does(*(("letter", key, key) for key in ("A", "U", "N", "T", " ", "turn", "4")), ("set",))
    assert judge.answer.move.note == "Aunt 4"


def test_a_second_finger_means_nothing_that_is_gone(judge: Judge) -> None:
    judge.does(("kind", "cash goes"), ("kind", "cash goes"))
    judge.picks("Ann", "Bob", "Bob")
    judge.does(("quick", 50), ("set",), ("set",))
    assert judge.answer.move == Rule((rulings.MoveCash("Ann", "Bob", 50),))
    judge.picks("Ann")
    judge.does(("take out", 1))
    assert len(judge.ruling.rules) == 1
