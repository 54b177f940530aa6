"""The tray's frames at the table: each is booked, asked about, or acknowledged and said."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from companion.engine.moves import Roll
from companion.ledger.ledger import Damaged, ThrowOutcome
from companion.ledger.problems import LedgerProblem
from companion.report.incidents import unused_throws
from companion.table.session import Session
from companion.table.tray_input import FAULTS_NOTED, MOST_QUESTIONS
from companion.text.screens.play import text_of
from tests.ui.driver import setup
from tests.ui.moments import Seated, fail, failing_in_the_act


def questions(seated: Seated) -> list[str]:
    return [pending.identity for pending in seated.table.tray_input.pending_rolls]


def outcomes(seated: Seated) -> dict[str, ThrowOutcome]:
    return {row.throw.identity: row.throw.outcome for row in seated.ledger.throws()}


# --- faults ------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["setup", "recovery", "past_games", "menu", "game_over"])
def test_a_fault_is_acknowledged_where_no_game_is_played(seated: Seated, screen: str) -> None:
    seated.table.session = None
    seated.table.show_screen(screen)
    seated.table.tray_input.on_fault("uid/boot/1", "cocked")
    assert seated.table.notice
    assert seated.acknowledged == ["uid/boot/1"]


def test_a_fault_is_acknowledged_where_the_ledger_fails(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated.ledger, "record_throw", fail)
    seated.table.tray_input.on_fault("uid/boot/1", "cocked")
    assert seated.acknowledged == ["uid/boot/1"]


def test_faults_in_a_flood_are_acknowledged_and_few_are_noted(seated: Seated) -> None:
    flood = [f"uid/boot/{seq}" for seq in range(1, 101)]
    for identity in flood:
        seated.table.tray_input.on_fault(identity, "cocked")
    assert seated.acknowledged == flood
    assert [*outcomes(seated)] == flood[:FAULTS_NOTED]
    seated.clock.wait(60)
    noted = {**dict.fromkeys(flood[:FAULTS_NOTED], ThrowOutcome.FAULT)}
    assert outcomes(seated) == {
        **noted,
        f"uid/boot/100 +{99 - FAULTS_NOTED}": ThrowOutcome.FAULT,
    }
    ever = SimpleNamespace(began=datetime.min.replace(tzinfo=UTC), ended=datetime.now(UTC))
    assert unused_throws(seated.ledger, ever) == {"fault": 100}
    seated.table.tray_input.on_fault("uid/boot/101", "cocked")
    assert outcomes(seated)["uid/boot/101"] is ThrowOutcome.FAULT


# --- questions ---------------------------------------------------------------------------------


def test_questions_wait_for_each_other(seated: Seated) -> None:
    seated.table.tray_input.on_throw("oak/boot/1", (4, 5), 0)
    seated.table.tray_input.on_throw("ash/boot/1", (1, 1), 0)
    assert questions(seated) == ["oak/boot/1", "ash/boot/1"]
    seated.table.tray_input.discard_roll()
    assert (questions(seated), seated.acknowledged) == (["ash/boot/1"], ["oak/boot/1"])
    seated.table.tray_input.use_roll()
    assert (questions(seated), seated.table.awaited) == ([], 0)
    assert seated.moves == [Roll("Ann", (1, 1), True)]
    assert seated.acknowledged == ["oak/boot/1", "ash/boot/1"]


@pytest.mark.parametrize("what", ["use roll", "discard roll"])
def test_a_tap_on_a_question_that_was_answered_meanwhile_answers_no_other(
    seated: Seated, what: str
) -> None:
    """A button of the panel answers between two pictures: the finger is on a question gone by."""
    for identity in ("oak/boot/1", "ash/boot/1"):
        seated.table.tray_input.on_throw(identity, (4, 5), 0)
    seated.table.tray_input.discard_roll()
    seated.table.tap((what, "oak/boot/1"), seated.table.number, "one")
    assert questions(seated) == ["ash/boot/1"]
    assert str(seated.table.notice) == str(text_of("changed"))
    seated.table.tap((what, "ash/boot/1"), seated.table.number, "two")
    seated.table.tap((what, "ash/boot/1"), seated.table.number, "three")
    assert questions(seated) == []


def test_a_throw_that_is_reported_twice_is_asked_about_once(seated: Seated) -> None:
    for identity in ("oak/boot/1", "oak/boot/2", "oak/boot/1"):
        seated.table.tray_input.on_throw(identity, (4, 5), 0)
    assert questions(seated) == ["oak/boot/1", "oak/boot/2"]


def test_a_throw_beyond_the_most_questions_stays_the_trays_and_that_is_said(
    seated: Seated,
) -> None:
    put_off: list[str] = []
    seated.table.tray_input.put_off = put_off.append
    for seq in range(MOST_QUESTIONS):
        seated.table.tray_input.on_throw(f"oak/boot{seq}/1", (4, 5), 0)
    seated.table.notice = ""
    seated.table.tray_input.on_throw("ash/boot/1", (1, 2), 0)
    assert (len(questions(seated)), put_off) == (MOST_QUESTIONS, ["ash/boot/1"])
    assert seated.table.notice
    seated.table.tray_input.discard_roll()
    seated.table.tray_input.on_throw("ash/boot/1", (1, 2), 0)
    assert questions(seated)[-1] == "ash/boot/1"


def test_a_question_from_before_the_game_is_about_its_thrower(seated: Seated) -> None:
    seated.table.session = None
    seated.table.tray_input.on_throw("oak/boot/1", (4, 5), 0)
    seated.table.begin(setup("Bob Ann"))
    assert "Bob" in str(seated.table.tray_input.pending_rolls[0].question)


@pytest.mark.parametrize("answer", ["use_roll", "discard_roll"])
def test_an_answer_that_was_booked_in_the_act_of_failing_ends_the_question(
    seated: Seated, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    seated.table.tray_input.on_throw("oak/boot/1", (4, 5), 0)

    with monkeypatch.context() as patch:
        for name in ("append", "record_throw"):
            patch.setattr(seated.ledger, name, failing_in_the_act(getattr(seated.ledger, name)))
        getattr(seated.table.tray_input, answer)()
    assert (questions(seated), seated.acknowledged) == ([], ["oak/boot/1"])


def test_an_answer_to_a_throw_that_counted_before_ends_the_question(seated: Seated) -> None:
    seated.table.tray_input.on_throw("oak/boot/1", (4, 5), 0)
    Session.resume(seated.ledger, 1).discard_roll("oak/boot/1", (4, 5))
    seated.table.tray_input.use_roll()
    assert (seated.moves, questions(seated)) == ([], [])
    assert seated.acknowledged == ["oak/boot/1"]


def test_an_answer_while_the_ledger_is_damaged_keeps_the_question(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated.table.tray_input.on_throw("oak/boot/1", (4, 5), 0)
    monkeypatch.setattr(seated.ledger, "append", fail)
    seated.table.bind(on_damaged=lambda *_: setattr(seated.table, "session", None))

    def damaged(*_: object) -> None:
        raise Damaged(LedgerProblem.GAME_MISSING, game=1)

    monkeypatch.setattr(seated.table.session, "catch_up", damaged)
    seated.table.tray_input.use_roll()
    assert seated.table.session is None
    assert (questions(seated), seated.acknowledged) == (["oak/boot/1"], [])


def test_a_double_press_answers_one_question(seated: Seated) -> None:
    for identity in ("oak/boot/1", "ash/boot/1"):
        seated.table.tray_input.on_throw(identity, (4, 5), 0)
    seated.buttons.press("no", "press-1")
    seated.buttons.press("no", "press-2")
    assert questions(seated) == ["ash/boot/1"]
