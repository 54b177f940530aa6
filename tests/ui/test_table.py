"""The table without a window: what is said, what is booked, and when a tray hears that it was."""

from pathlib import Path
from typing import Any

import pytest

from companion import text
from companion.engine.moves import Bid, Buy, Decline, Roll
from companion.ledger.problems import Why
from companion.table.prompts import Answer
from companion.table.settings import BUTTONS
from companion.table.table import Table
from tests.problems import sentence
from tests.ui.driver import Desk
from tests.ui.moments import Seated, fail, failing_in_the_act
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")


def seen(table: Table) -> list[Any]:
    return [table.now, list(table.rows), list(table.lines), table.number]


# --- touches -----------------------------------------------------------------------------------


def test_an_answer_belongs_to_the_move_it_was_shown_for(seated: Seated) -> None:
    seated.say("Ann throws 4 5")
    buys, declines = seated.table.now.answers
    number = seated.table.number
    seated.table.submit(buys, number, "one")
    seated.table.submit(declines, number, "two")
    assert seated.moves == [Roll("Ann", (4, 5)), Buy("Ann")]
    assert plain(seated.table.notice) == plain(seated.table.words["changed"])


def test_one_request_counts_once(seated: Seated) -> None:
    seated.table.roll(4, 5, seated.table.number, "one")
    seated.table.submit(seated.table.now.answers[0], seated.table.number, "one")
    assert len(seated.moves) == 1


def test_a_refusal_is_a_sentence_and_goes_by_itself(seated: Seated) -> None:
    before = seen(seated.table)
    seated.table.submit(Answer("Buy", Buy("Bob"), "Bob"), seated.table.number, "one")
    assert str(seated.table.notice).startswith("NOT_YOUR_TURN(")
    assert seen(seated.table) == before
    seated.clock.wait(60)
    assert str(seated.table.notice) == ""


def test_what_could_not_be_booked_changes_nothing(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = seen(seated.table)
    monkeypatch.setattr(seated.ledger, "append", fail)
    seated.table.roll(4, 5, seated.table.number, "one")
    assert sentence(Why.DISK_FULL) in str(seated.table.notice)
    assert seen(seated.table) == before


def test_what_was_booked_after_all_is_seen_and_has_its_moment(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seated.ledger, "append", failing_in_the_act(seated.ledger.append))
    seated.table.roll(4, 5, seated.table.number, "one")
    assert seated.table.now.kind == "buy"
    assert seated.shown.dice == (4, 5)


def test_the_fingerprint_is_that_of_the_last_move_booked(seated: Seated) -> None:
    shown = [seated.table.fingerprint]
    for roll in ("Ann throws 4 5", "Ann throws 1 2"):
        seated.say(roll, "undo")
        shown.append(seated.table.fingerprint)
        assert shown[-1] == seated.ledger.fingerprint(1)
    seated.table.resume(1)
    assert seated.table.fingerprint == shown[-1]
    assert len(set(shown)) == 3


def test_a_change_stays_beside_the_name_for_a_while(seated: Seated) -> None:
    seated.say("Ann throws 4 5")
    seated.table.submit(seated.table.now.answers[0], seated.table.number, "one")
    assert plain([row.note for row in seated.table.rows]) == ["\N{MINUS SIGN}$120", ""]
    seated.clock.wait(60)
    assert [row.note for row in seated.table.rows] == ["", ""]


# --- buttons on pins ---------------------------------------------------------------------------


def test_yes_and_no_are_the_answers_on_the_screen(seated: Seated) -> None:
    seated.say("Ann throws 4 5")
    seated.buttons.press("no", "press-1")
    assert seated.moves[-1] == Decline("Ann")
    seated.buttons.press("undo", "press-2")
    seated.buttons.press("yes", "press-3")
    assert seated.moves[-1] == Buy("Ann")


@pytest.mark.parametrize("name", BUTTONS)
def test_every_button_that_may_have_a_pin_makes_a_move(tmp_path: Path, name: str) -> None:
    with Desk(tmp_path) as desk:
        desk.sit_down(" ".join(f"P{seat}" for seat in range(1, 13)), rules="1934")
        desk.play("P1 throws 4 5")
        if name == "redo":
            desk.buttons.press("undo", "press-0")
        if name.startswith("bid_"):
            desk.play("P1 declines")
        before = desk.moves
        desk.buttons.press(name, "press-1")
        assert desk.moves > before
        assert str(desk.table.notice) == ""


def test_a_redo_plays_again_what_was_undone_and_else_says_so(seated: Seated) -> None:
    seated.say("Ann throws 4 5", "undo")
    seated.buttons.press("redo", "press-1")
    assert seated.moves[-1] == Roll("Ann", (4, 5))
    seated.table.echo = 0.0
    seated.buttons.press("redo", "press-2")
    assert str(seated.table.notice) == str(seated.table.words["nothing_to_redo"])
    assert seated.moves[-1] == Roll("Ann", (4, 5))


def test_a_button_that_bounces_counts_once(seated: Seated) -> None:
    seated.say("Ann throws 4 5")
    seated.buttons.press("yes", "press-1")
    seated.buttons.press("yes", "press-2")
    assert seated.moves[-1] == Buy("Ann")
    assert str(seated.table.notice) == ""


def test_a_yes_to_nothing_is_said(seated: Seated) -> None:
    seated.buttons.press("yes", "press-1")
    assert str(seated.table.notice) == str(seated.table.words["nothing_to_answer"])


def test_a_players_own_button_bids_the_next_step(seated: Seated) -> None:
    seated.table.echo = 0.0
    seated.say("Ann throws 4 5", "Ann declines")
    seated.buttons.press("bid_2", "press-1")
    seated.buttons.press("bid_1", "press-2")
    assert seated.moves[-2:] == [Bid("Bob", 10), Bid("Ann", 20)]
    seated.say("Bob bids $1495")
    seated.buttons.press("bid_1", "press-3")
    assert seated.moves[-1] == Bid("Ann", 1496)


def test_a_players_own_button_says_why_it_bids_nothing(seated: Seated) -> None:
    seated.buttons.press("bid_1", "press-1")
    assert str(seated.table.notice) == str(seated.table.words["nothing_to_answer"])
    seated.say("Ann throws 4 5", "Ann declines", "Ann bids $10")
    seated.buttons.press("bid_1", "press-2")
    assert str(seated.table.notice) == "LEADS_AUCTION(bid=$10, player=Ann)"
    seated.buttons.press("bid_7", "press-3")
    assert str(seated.table.notice) == str(seated.table.words["nothing_to_answer"])
    assert seated.moves[-1] == Bid("Ann", 10)


# --- the tray ----------------------------------------------------------------------------------


def test_a_throw_that_is_awaited_is_used_and_then_acknowledged(seated: Seated) -> None:
    assert seated.table.awaited == 1
    seated.table.tray_input.on_throw("uid/boot/1", (4, 5), 1)
    assert seated.moves == [Roll("Ann", (4, 5), True)]
    assert seated.acknowledged == ["uid/boot/1"]
    assert seated.table.awaited == 0, "something waits for an answer, so no throw is awaited"


def test_a_repeat_is_acknowledged_and_does_nothing(seated: Seated) -> None:
    for dice in ((4, 5), (4, 5), (1, 1)):
        seated.table.tray_input.on_throw("uid/boot/1", dice, 1)
    assert len(seated.moves) == 1
    assert seated.acknowledged == ["uid/boot/1"] * 3


def test_a_throw_for_another_move_is_asked_about(seated: Seated) -> None:
    seated.table.tray_input.on_throw("uid/boot/1", (4, 5), 0)
    assert (seated.moves, seated.acknowledged) == ([], [])
    assert seated.table.awaited == 0, "one question at a time"
    seated.table.tray_input.use_roll()
    assert seated.moves == [Roll("Ann", (4, 5), True)]
    assert seated.acknowledged == ["uid/boot/1"]
    assert list(seated.table.tray_input.pending_rolls) == []


def test_a_throw_that_is_not_wanted_is_discarded(seated: Seated) -> None:
    seated.table.tray_input.on_throw("uid/boot/1", (4, 5), 0)
    seated.buttons.press("no", "press-1")
    assert (seated.moves, seated.acknowledged) == ([], ["uid/boot/1"])
    assert seated.table.awaited == 1


def test_nobody_throws_and_it_is_said(seated: Seated) -> None:
    seated.say("Ann throws 4 5")
    seated.table.tray_input.on_throw("uid/boot/1", (4, 5), 2)
    assert plain(seated.table.notice) == "nobody(a=4, b=5)"
    assert seated.acknowledged == ["uid/boot/1"]


def test_a_throw_that_could_not_be_booked_stays_the_trays(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(seated.ledger, "append", fail)
        seated.table.tray_input.on_throw("uid/boot/1", (4, 5), 1)
    assert (seated.moves, seated.acknowledged) == ([], [])
    seated.table.tray_input.use_roll()
    assert seated.moves == [Roll("Ann", (4, 5), True)]
    assert seated.acknowledged == ["uid/boot/1"]


def test_dice_that_cannot_be_read_are_a_sentence_and_no_move(seated: Seated) -> None:
    seated.table.tray_input.on_fault("uid/boot/1", "cocked")
    assert str(seated.table.notice) == plain(text.tray_fault("cocked"))
    assert (seated.moves, seated.acknowledged) == ([], ["uid/boot/1"])


def test_a_lost_tray_is_said_and_dice_are_offered(seated: Seated) -> None:
    seated.table.tray_input.on_found()
    assert seated.table.hint == text.tray("ready")
    seated.table.tray_input.on_lost()
    assert seated.table.tray_input.state == "lost"
    assert str(seated.table.notice) == text.tray("lost")
    assert seated.table.now.wants_dice
