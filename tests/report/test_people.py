"""People who come and go: ledger, report, statistics and records know who was who (FLOW-17)."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import text
from companion.engine.bots import STYLES
from companion.engine.moves import Rule, Undo
from companion.engine.notation import check, format_record, parse_move, parse_record
from companion.engine.phases import ToThrow
from companion.engine.rulings import Effect, Join, RemovePlayer, Rename
from companion.engine.standings import standings
from companion.ledger.audit import Verdict, audit
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.reader import LedgerReader
from companion.odds.chances import NotRated, Unrated
from companion.report import chances, charts, dice, money, report_html, summary, worth
from companion.report.activity import activities
from companion.report.awards import Award, Honour, awards
from companion.report.places import places
from companion.report.statistics import statistics
from companion.report.timeline import AuditedTimeline, load_timeline
from companion.table.markers import markers_of, markers_over
from companion.table.session import Session, Source
from companion.table.story.evening import ranks
from companion.table.story.view import story, timeline
from companion.text.report import REPORT, text_of
from tests.report.evening import Evening
from tests.report.pages import Page, dollars
from tests.ui.driver import setup


class Changing(Evening):
    """An evening in which a ruling is made as soon as it is possible after some moves."""

    def meet(self, effect: Effect, moves: int) -> None:
        for _ in range(moves):
            self._go_on()
        while not isinstance(self.session.game.phase, ToThrow):
            self._go_on()
        self.session.play(Rule((effect,)), Source.TOUCH)
        for name in self.session.setup.players:
            self._styles.setdefault(name, STYLES["bold"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("people")
    with Ledger.open(folder) as ledger, ledger.transaction():
        evening = Changing(ledger, setup("Ann Bob Cy"), Random(3), 0)
        evening.meet(Rename("Bob", "Eve"), 20)
        evening.meet(Join("Dee"), 20)
        for name in ("Ann", "Cy", "Dee"):
            evening.session.play(Rule((RemovePlayer(name),)), Source.TOUCH)
    return folder


@pytest.fixture
def books(folder: Path) -> Iterator[LedgerReader]:
    with snapshot(folder) as books:
        yield books


@pytest.fixture(scope="module")
def course(folder: Path) -> AuditedTimeline:
    with snapshot(folder) as books:
        return load_timeline(books, 1)


def test_the_ledger_is_sound_and_names_who_sits_there_now(books: LedgerReader) -> None:
    assert audit(books, 1).verdict is Verdict.SOUND
    [row] = books.games()
    assert row.players == ("Ann", "Eve", "Cy", "Dee")
    assert books.balances(1)["Bob"] == 0


def test_a_game_in_hand_goes_on_with_the_new_names(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    with Ledger.open(tmp_path / "copy") as ledger:
        session = Session.resume(ledger, 1)
        assert session.setup.players == ("Ann", "Eve", "Cy", "Dee")
        assert session.began.players == ("Ann", "Bob", "Cy")
        told = story(timeline(session), session.history)
        assert len(told.chart.lines) == 4


def test_its_record_is_read_again_and_comes_to_the_same(course: AuditedTimeline) -> None:
    record = parse_record(format_record(course.setup, (step.move for step in course.steps)))
    assert check(record).game == course.end


def test_the_report_has_everybody_who_sat_at_the_table(
    books: LedgerReader, course: AuditedTimeline
) -> None:
    assert course.seats == {"Ann": 0, "Bob": 1, "Eve": 1, "Cy": 2, "Dee": 3}
    page = Page(report_html(books, 1, markers_over(course)))
    head, *rows, last = page.tables["purposes"]
    assert [*head[1:]] == [*course.seats]
    for column, name in enumerate(course.seats, 1):
        found = course.end.players.get(name)
        cash = found.cash if found else 0
        assert sum(dollars(row[column]) for row in rows) == dollars(last[column]) == cash
    assert {row[2] for row in page.tables["standings"]} == {"Ann", "Eve", "Cy", "Dee"}
    assert sum(row.dollars[1] for row in money.purposes(course)) == -1500


def course_of(folder: Path, lines: list[str]) -> AuditedTimeline:
    """A game of Ann, Bob and Cy, in which Ann begins."""
    with Ledger.open(folder) as ledger:
        session = Session.begin(ledger, setup("Ann Bob Cy"))
        for line in lines:
            session.play(parse_move(line, session.setup), Source.TOUCH)
        return load_timeline(ledger, session.game_number)


def called(names: dict[str, str]) -> str:
    """The ruling that gives seats other names."""
    return "ruling: " + "; ".join(f"{left} is called {came}" for left, came in names.items())


def test_a_seat_that_is_handed_over_is_no_payment(tmp_path: Path) -> None:
    rename = called({"Bob": "Eve", "Cy": "Dee"})
    course = course_of(tmp_path, ["ruling: Bob has $1300", f"{rename}; Eve pays $7 to Dee"])
    assert [one.paid.amount for one in money.payments(course)] == [200, 7]
    most = money.largest(course)
    assert most
    assert most.paid.amount == 7
    matrix = money.who_paid_whom(course)
    assert not any(
        matrix.get(left, {}).get(came) for left in ("Bob", "Cy") for came in ("Eve", "Dee")
    )
    found = money.purposes(course)
    sums = {row.why: dict(zip(course.seats, row.dollars, strict=True)) for row in found}
    assert sums == {
        "ruling": {"Ann": 0, "Bob": -200, "Eve": -7, "Cy": 0, "Dee": 7},
        "seat": {"Ann": 0, "Bob": -1300, "Eve": 1300, "Cy": -1500, "Dee": 1500},
    }
    with snapshot(tmp_path) as books:
        page = Page(report_html(books, 1, markers_over(course)))
    assert dollars(page.table("purposes")[REPORT["why seat"]][2]) == 1300


def test_the_lines_of_two_renames_say_nothing_of_either_hand_over(tmp_path: Path) -> None:
    course = course_of(tmp_path, [called({"Bob": "Eve", "Cy": "Dee"})])
    [step] = course.steps
    bob, cy = map(str, text.describe(step.events, course.setup.board))
    assert all(name in bob for name in ("Bob", "Eve"))
    assert all(name in cy for name in ("Cy", "Dee"))


@pytest.mark.parametrize(
    ("before", "after", "by"),
    [
        ({}, {"Bob": "Bobby"}, "Ann"),
        ({}, {"Bob": "Bobby", "Ann": "Zed"}, "Zed"),
        ({"Bob": "Eve"}, {}, "Ann"),
        ({"Bob": "Eve"}, {"Ann": "Zed"}, "Zed"),
    ],
)
def test_who_went_out_is_told_by_the_name_of_now(
    tmp_path: Path, before: dict[str, str], after: dict[str, str], by: str
) -> None:
    poor = before.get("Bob", "Bob")
    player = after.get(poor, poor)
    lines = [
        "ruling: Ann owns Baltic Avenue; Bob has $1",
        "Ann throws 4 6",
        *([called(before)] if before else []),
        f"{poor} throws 1 2",
        "Ann collects rent",
        f"{poor} goes bankrupt",
        *([called(after)] if after else []),
    ]
    course = course_of(tmp_path, lines)
    found = {one.standing.name: (one.turn > 0, one.by) for one in places(course)}
    assert {name for name, (gone, _) in found.items() if gone} == {player}
    assert found[player] == (True, by)
    [placed] = [one for one in ranks(course) if one.name == player]
    assert placed.by == markers_over(course)[by]


def test_who_left_first_stands_last_whatever_the_name(tmp_path: Path) -> None:
    turn = ["ruling: Ann has the dice"]
    lines = [*turn, "ruling: Bob is out", called({"Bob": "Zed"}), "ruling: Cy is out"]
    course = course_of(tmp_path, lines)
    assert [one.name for one in standings(course.end)] == ["Ann", "Cy", "Zed"]


RENAMES = called({"Bob": "Eve", "Ann": "Zed"})
AROUND = (
    "ruling: Ann owns Baltic Avenue; Bob stands on Boardwalk",
    "Ann throws 4 6",
    "Bob throws 1 3",
    "Ann collects rent",
)
"""Bob goes round the board once, and pays Ann."""
AGAIN = ("Cy throws 4 6", "ruling: Eve stands on Boardwalk; Eve has the dice", "Eve throws 1 3")
"""Whoever has Bob's seat goes round once more, to the same rent."""


def test_a_seat_has_one_line_of_activity_and_one_of_luck(tmp_path: Path) -> None:
    course = course_of(tmp_path, [*AROUND, called({"Bob": "Eve"}), "ruling: Bob joins", *AGAIN])
    found = {one.player: (one.salaries, one.salary) for one in activities(course)}
    assert found == {"Ann": (0, 0), "Eve": (2, 400), "Cy": (0, 0), "Bob": (0, 0)}
    rolled = {one.player: (one.throws, one.met) for one in dice.luck(course)}
    assert rolled == {"Ann": (1, 0), "Eve": (2, 8), "Cy": (1, 0), "Bob": (0, 0)}
    with snapshot(tmp_path) as books:
        page = Page(report_html(books, 1, markers_over(course)))
    assert page.table("activities")["Eve"][:2] == ["2", "$400"]
    assert page.table("dodged")["Eve"][0] == "2"
    for table in ("activities", "dodged"):
        assert [*page.table(table)] == ["Ann", "Eve", "Cy", "Bob"]


def test_rent_and_worth_are_those_of_a_seat(tmp_path: Path) -> None:
    rich = "ruling: Ann has $3000"
    course = course_of(tmp_path, [rich, *AROUND, RENAMES, *AGAIN, "Zed collects rent"])
    [baltic] = money.by_deed(course)
    assert baltic.collected == {"Zed": 8}
    largest = money.largest(course)
    assert largest
    assert (largest.payer, largest.payee) == ("Eve", "Zed")
    biggest = honours(course)[Honour.BIGGEST_RENT]
    assert (biggest.player, biggest.payer) == ("Zed", "Eve")
    turns = worth.by_turn(course)
    assert {name for at in turns for name in at.worth} == {"Zed", "Eve", "Cy"}
    marks = [charts.Place(turns[1].turn, "Eve", "1")]
    assert len(charts.worth_chart(turns, marks).lines) == 3
    best = text_of("best deed", deed="Baltic Avenue", player="Zed", amount="$8")
    assert best in summary.reasons(course, turns)


def honours(course: AuditedTimeline) -> dict[Honour, Award]:
    return {one.honour: one for one in awards(course)}


def test_who_went_out_by_a_rent_and_who_got_it_have_the_names_of_the_end(tmp_path: Path) -> None:
    poor = ("ruling: Ann owns Baltic Avenue; Bob has $1", "Ann throws 4 6", "Bob throws 1 2")
    lines = [*poor, "Ann collects rent", "Bob goes bankrupt", RENAMES]
    lost = honours(course_of(tmp_path, lines))[Honour.DECISIVE_RENT]
    assert (lost.player, lost.payer) == ("Zed", "Eve")


def test_a_lead_and_patience_are_those_of_a_seat(tmp_path: Path) -> None:
    rich = ["ruling: Bob has $2000", "Ann throws 4 6", "Bob throws 4 6", called({"Bob": "Eve"})]
    course = course_of(tmp_path, [*rich, "Cy throws 4 6", "Ann throws 4 6", "Eve throws 4 6"])
    lead = honours(course)[Honour.LONGEST_LEAD]
    assert (lead.player, lead.amount) == ("Eve", 5)
    turns = worth.by_turn(course)
    assert {at.leader for at in turns[1:]} == {"Eve"}
    assert worth.lead_since(turns) == next(at.turn for at in turns if at.leader)
    auction = ["Ann throws 1 2", "Ann declines", "Ann bids $10", "Bob passes", "Cy passes"]
    again = ["Eve throws 1 4", "Eve declines", "Ann bids $10", "Eve passes", "Cy bids $20"]
    course = course_of(tmp_path, [*auction, called({"Bob": "Eve"}), *again])
    patient = honours(course)[Honour.MOST_PATIENT]
    assert (patient.player, patient.amount) == ("Eve", 2)


def test_a_substitute_has_the_marker_of_the_seat(course: AuditedTimeline) -> None:
    markers = markers_over(course)
    assert markers["Bob"] == markers["Eve"] == markers_of(("Ann", "Bob", "Cy"))["Bob"]
    assert len({*markers.values()}) == 4


def test_no_odds_are_told_for_who_was_not_there_at_the_start(course: AuditedTimeline) -> None:
    assert course.unrated is Unrated.PEOPLE
    with pytest.raises(NotRated):
        chances.course(course)


def test_wins_are_those_of_who_sat_there_at_the_end(books: LedgerReader) -> None:
    assert {one.player: one.won for one in statistics(books).wins} == {
        name: name == "Eve" for name in ("Ann", "Eve", "Cy", "Dee")
    }


def test_an_undo_brings_back_who_was_there(tmp_path: Path) -> None:
    with Ledger.open(tmp_path) as ledger:
        evening = Changing(ledger, setup("Ann Bob Cy"), Random(3), 0)
        evening.meet(Rename("Bob", "Eve"), 40)
        evening.session.play(Undo(1), Source.TOUCH)
        assert evening.session.setup.players == ("Ann", "Bob", "Cy")
        [row] = ledger.games()
        assert row.players == ("Ann", "Bob", "Cy")
        assert audit(ledger, 1).verdict is Verdict.SOUND
