"""Whatever a game came to, there is a report of it, and luck is what the rules would have asked."""

from pathlib import Path
from random import Random

import pytest

from companion.engine import board, edition
from companion.engine.decide import decide
from companion.engine.events import ClaimArose, Thrown
from companion.engine.moves import Roll
from companion.engine.notation import parse_move
from companion.engine.state import Setup
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.report import report_html
from companion.report.dice import luck
from companion.report.timeline import Step, load_timeline
from companion.table.session import Session, Source
from companion.text.report import REPORT
from tests.ledger.gaming import play
from tests.report.evening import record
from tests.report.pages import Page

ALL_WAYS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.parametrize(
    ("moves", "rent", "rules", "first"),
    [
        (0, "shown", "1961", ""),
        (2, "automatic", "modern", ""),
        (90, "watchful", "1934", "Ann"),
        (90, "automatic", "1935", "Ann"),
    ],
)
def test_any_game_has_a_report(
    tmp_path: Path, moves: int, rent: str, rules: str, first: str
) -> None:
    streets = board.load("london")
    setup = Setup(("Ann", "Bob", "Cy"), edition.load(rules), streets, first=first, rent=rent)
    with Ledger.open(tmp_path) as ledger, ledger.transaction():
        play(Session.begin(ledger, setup), moves, Random(moves))
    with snapshot(tmp_path) as books:
        page = report_html(books, 1)
    assert REPORT["sound"] in page
    assert len(Page(page).lists["moves"]) == moves


def test_rent_that_nobody_asked_for_is_not_told_before_the_end(tmp_path: Path) -> None:
    """Owners who watch for their own rent are not to be helped (RENT-7)."""
    lines = "Ann throws 1 2; Ann buys; Bob throws 1 2; Cy throws 3 6; Cy buys; Ann throws 2 4"
    before, after = reported(tmp_path, lines), reported(tmp_path, f"{lines}; {END}")
    assert "rent of $4 lapsed" not in before
    assert "dodged" not in Page(before).tables
    assert "rent of $4 lapsed" in after
    assert Page(after).table("dodged")["Bob"][2] == "$4"


END = "ruling: Bob is out; ruling: Cy is out"


def reported(folder: Path, lines: str) -> str:
    """The report of a game of these moves, with owners who watch."""
    rules, streets = edition.load("1961"), board.load("atlantic-city")
    setup = Setup(("Ann", "Bob", "Cy"), rules, streets, first="Ann", rent="watchful")
    with Ledger.open(folder) as ledger:
        session = Session.begin(ledger, setup)
        for line in lines.split("; "):
            session.play(parse_move(line, setup), Source.TOUCH)
    with snapshot(folder) as books:
        return report_html(books, session.game_number)


def test_luck_is_measured_by_what_the_rules_would_have_asked(tmp_path: Path) -> None:
    """Of every throw all 36 ways are played, and the claims that arise are added up."""
    record(tmp_path, moves=250)
    with snapshot(tmp_path) as books:
        timeline = load_timeline(books, 1)
    timeline.standing[:] = [step for step in timeline.standing if is_of_a_turn(step)][::3]
    asked = dict.fromkeys(timeline.setup.players, 0)
    for step in timeline.standing:
        player = step.move.player  # type: ignore[attr-defined]
        for dice in ALL_WAYS:
            came = decide(step.before, Roll(player, dice))
            asked[player] += sum(e.claim.amount for e in came if isinstance(e, ClaimArose))
    assert sum(asked.values()) > 1000
    assert {one.player: round(36 * one.expected) for one in luck(timeline)} == asked


def is_of_a_turn(step: Step) -> bool:
    return any(isinstance(event, Thrown) for event in step.events)
