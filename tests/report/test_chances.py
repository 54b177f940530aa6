"""Chances of winning and luck, in the report and on the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import chances as chances_command
from companion.engine import moves
from companion.engine.moves import Roll, Rule
from companion.engine.phases import Auction
from companion.ledger.copies import snapshot
from companion.odds.chances import chances, luck
from companion.report import chances as report_chances
from companion.report.chances import Choice, Course, choice_between, choices, course, describe
from companion.report.timeline import AuditedTimeline, load_timeline
from companion.report.what_if import Branch, Fortune, WhatIf, compare, final
from companion.text.chances import QUESTIONS, chance_text, question
from companion.text.format import MINUS, listed
from tests.commands import companion, result
from tests.report.pages import Page


@pytest.fixture(scope="module")
def timeline(recorded: Path) -> Iterator[AuditedTimeline]:
    with snapshot(recorded) as books:
        yield load_timeline(books, 1)


@pytest.fixture(scope="module")
def whole(timeline: AuditedTimeline) -> Course:
    return course(timeline)


def points(cell: str) -> int:
    return int(cell.removesuffix(" %").replace(MINUS, "-").replace("+", ""))


def test_sources_of_a_chance_sum_to_what_became_of_it(
    timeline: AuditedTimeline, whole: Course
) -> None:
    sources = whole.sources
    for one in sources:
        changes = one.dice + one.cards + one.choices
        assert one.began + changes == pytest.approx(one.ended, abs=1e-9)
        assert one.began == chances(timeline.start)[one.player]
        assert one.ended == chances(timeline.end)[one.player]
    for part in ("dice", "cards", "choices"):
        assert sum(getattr(one, part) for one in sources) == pytest.approx(0, abs=1e-9)


def test_undone_rolls_and_rulings_are_nobodys_luck(
    timeline: AuditedTimeline, whole: Course
) -> None:
    standing = [step for step in timeline.standing if isinstance(step.move, Roll)]
    rolls = [step for step in timeline.steps if isinstance(step.move, Roll)]
    assert len(standing) < len(rolls)
    assert any(isinstance(step.move, Rule) for step in timeline.standing)
    opening = [s for s in timeline.standing if isinstance(s.move, moves.RollForStart)]
    total = dict.fromkeys(timeline.setup.players, 0.0)
    for step in standing + opening:
        for name, gain in luck(step.before, step.move).items():
            total[name] += gain
    dice = {one.player: one.dice for one in whole.sources}
    assert dice == pytest.approx(total, abs=1e-9)


def test_both_branches_of_a_what_if_meet_the_same_dice(timeline: AuditedTimeline) -> None:
    game = next(s.before for s in timeline.standing if isinstance(s.move, Roll))
    same = compare(WhatIf("Ann"), Branch(game), Branch(game), pairs=3)
    assert (same.difference, same.error) == (0, 0)
    one, other = (Fortune("same seed", game) for _ in range(2))
    assert [one.dice(turn, 0) for turn in range(9)] == [other.dice(turn, 0) for turn in range(9)]
    assert final(Branch(game), one, 20) == final(Branch(game), other, 20)


def test_more_pairs_continue_those_there_are(timeline: AuditedTimeline) -> None:
    choice = next(choices(timeline))
    few = report_chances.look(choice, 2)
    assert report_chances.look(choice, 3, so_far=few) == report_chances.look(choice, 3)


def test_who_waits_builds_nothing_for_a_round(timeline: AuditedTimeline) -> None:
    waited = [choice for choice in choices(timeline) if choice.other is None]
    assert waited
    for choice in waited[:3]:
        assert isinstance(choice.step.move, moves.Build | moves.Mortgage | moves.Unmortgage)
        turn = choice.before.turn.number
        after = final(choice.instead, Fortune("wait", choice.before), turn + 1)
        assert after.holdings.houses <= choice.before.holdings.houses or _others_built(
            choice, after.holdings.buildings
        )


def _others_built(choice: Choice, buildings: dict[str, tuple[int, ...]]) -> bool:
    own = {deed.group for deed in choice.before.deeds_of(choice.player)}
    before = choice.before.holdings.buildings
    return all(buildings.get(group) == before.get(group) for group in own)


def test_choice_that_leads_to_an_auction_is_judged_when_it_is_over(
    timeline: AuditedTimeline,
) -> None:
    steps = timeline.standing
    at = next(i for i, step in enumerate(steps) if isinstance(step.after.phase, Auction))
    move = steps[at].move
    assert isinstance(move, moves.Decline)
    choice = choice_between(timeline, at, moves.Decline(move.player))
    assert choice.player == move.player
    assert not isinstance(choice.after.phase, Auction)
    assert choice.last > choice.first == at


def test_a_choice_is_described_with_what_it_was_about(timeline: AuditedTimeline) -> None:
    described = {str(describe(choice)) for choice in choices(timeline)}
    trade = {"player": "Cy", "other": "Bob", "wants": "Indiana Avenue"}
    for key, facts in (
        ("bought for", {"player": "Ann", "deed": "Vermont Avenue", "amount": "$100"}),
        ("bid for", {"player": "Ann", "deed": "Pennsylvania Railroad", "amount": "$99"}),
        ("accepted", {**trade, "gives": listed(["Illinois Avenue", "$275"])}),
        ("refused", {**trade, "gives": "$220"}),
    ):
        assert str(chance_text(key, **facts)) in described


def test_the_other_branch_of_a_bid_is_asked_for_with_its_amount() -> None:
    asked = question("Ann", moves.Bid("Ann", 99), moves.Pass("Ann"))
    assert str(asked) == QUESTIONS["pass"].format(player="Ann", amount="$99")


def test_report_tells_who_was_winning_and_why(
    page: Page, html: str, timeline: AuditedTimeline
) -> None:
    rows = page.table("sources")
    assert [*rows] == [*timeline.setup.players]
    for name, cells in rows.items():
        began, dice, cards, chosen, ended = map(points, cells)
        assert began + dice + cards + chosen == pytest.approx(ended, abs=2)
        assert ended == 100 * (name in timeline.winners)
    worst, *_, best = sorted(rows, key=lambda name: points(rows[name][1]))
    most, least = points(rows[best][1]), -points(rows[worst][1])
    best_dice = chance_text("best dice", best=best, most=most, worst=worst, least=least)
    assert str(best_dice) in html
    gains = [points(row[-1]) for row in page.tables["luckiest"][1:]]
    assert 0 < len(gains) <= 3
    assert gains == sorted(gains, reverse=True)


def test_chances_are_printed_and_kept(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, timeline: AuditedTimeline
) -> None:
    monkeypatch.setattr("companion.system.priority.NICENESS", 0)
    monkeypatch.setattr(chances_command, "PAIRS", 2)
    first = result("chances", 1, "--json", "--data", recorded)
    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert [one["player"] for one in found["players"]] == [*timeline.setup.players]
    assert sum(one["ended"] for one in found["players"]) == pytest.approx(1)
    german = result("chances", 1, "--language", "de", "--data", recorded)
    monkeypatch.setattr(chances_command, "course", None)
    again = result("chances", 1, "--data", recorded)
    assert again.exit_code == 0, again.output
    assert found["luckiest"][0]["text"] in again.stdout
    assert found["luckiest"][0]["text"] not in german.stdout, "what is kept has a language"


def test_chances_after_one_move(recorded: Path, timeline: AuditedTimeline) -> None:
    step = timeline.standing[40]
    found = result("chances", 1, "--move", step.number, "--json", "--data", recorded)
    assert json.loads(found.stdout)["chances"] == pytest.approx(dict(chances(step.after)))


def test_odds_are_for_afterwards(recorded: Path) -> None:
    for arguments in (("chances", 2), ("whatif", 2, 5, "Ann declines")):
        refused = result(*arguments, "--data", recorded)
        assert (refused.exit_code, refused.stdout) == (2, "")


def test_what_if_compares_two_moves(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, timeline: AuditedTimeline
) -> None:
    monkeypatch.setattr("companion.system.priority.NICENESS", 0)
    step = next(s for s in timeline.standing if isinstance(s.move, moves.Buy))
    arguments = ("whatif", 1, step.number, f"{step.move.player} declines", "--pairs", 3)
    found = result(*arguments, "--json", "--data", recorded)
    assert found.exit_code == 0, found.output
    facts = json.loads(found.stdout)
    assert facts["player"] == step.move.player
    assert facts["difference"] == pytest.approx(facts["played"] - facts["chance_instead"])
    printed = companion(*arguments, "--language", "de", "--data", recorded)
    assert printed.startswith(f"Gewinnchance: {step.move.player}")


@pytest.mark.parametrize("line", ["Ann sings", "undo", "Ann passes"])
def test_what_if_refuses_what_cannot_be_compared(
    recorded: Path, timeline: AuditedTimeline, line: str
) -> None:
    step = next(s for s in timeline.standing if isinstance(s.move, moves.Buy))
    refused = result("whatif", 1, step.number, line, "--data", recorded)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert isinstance(refused.exception, SystemExit)
    assert "a row" not in refused.stderr, "what a person typed is no damage of the ledger"
