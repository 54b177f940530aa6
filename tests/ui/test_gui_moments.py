"""Moments on the screen: seen at once, skipped by a touch, and gone without a trace."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.moves import CollectRent
from companion.table.shuffle import Packs
from tests.ui.doors import Sight
from tests.ui.driver import Desk, setup
from tests.ui.layout import faults
from tests.ui.moments import HOUSES, NEAR, next_move

pytestmark = pytest.mark.gui


@pytest.fixture
def seated(desk: Desk) -> Desk:
    desk.table.moments.less_motion = False
    desk.sit_down("Ann Bob Cy", HOUSES, NEAR)
    return desk


def view(desk: Desk) -> Sight:
    """The moment on the stage."""
    [found] = desk.sights("moment")
    return found


def test_the_dice_of_the_tray_are_on_the_screen_two_frames_after_its_report(seated: Desk) -> None:
    seated.table.tray_input.on_found()
    seated.frames()
    report = seated.inputs.hop(seated.table.tray_input.on_throw)
    report("uid/boot/1", (4, 2), int(seated.table.awaited))
    seated.frames(2)
    dice = [die.value for die in seated.sights("landing die") if die.value]
    assert dice == [4, 2]


def test_a_moment_covers_the_question_and_not_the_claim(seated: Desk) -> None:
    seated.submit("Ann throws 4 2")
    seated.frames()
    shown = view(seated)
    [row] = seated.sights("claim")
    assert row.value == "0"
    assert row.box.y >= shown.box.bottom - 1
    seated.watch()
    assert seated.sights("claim")[0].box == row.box, "the claim stood in its final place"


def test_a_touch_ends_the_moment_and_books_nothing(seated: Desk) -> None:
    seated.submit("Ann throws 1 2")
    seated.frames()
    seated.clock.wait(0.5)
    shown, moves = view(seated), seated.moves
    for _ in range(2):
        seated.touch(*shown.box.middle)
        assert not seated.table.moments.is_staged
    assert seated.moves == moves, "the second tap of a double tap books nothing either"


def test_a_claim_is_collected_while_its_moment_is_on_the_stage(seated: Desk) -> None:
    seated.submit("Ann throws 4 2")
    seated.frames()
    seated.clock.wait(0.5)
    [key] = [key for key in seated.all_keys("answer") if isinstance(key.move, CollectRent)]
    seated.touch(*seated.place(key))
    assert seated.cash("Bob") == 1700
    assert seated.table.moments.shown.kind == "rent", "the new moment is not skipped by that touch"


def test_chips_fly_and_balances_count_and_nothing_is_left_behind(seated: Desk) -> None:
    seated.submit("Ann throws 4 2")
    seated.watch()
    seated.submit("Bob collects rent")
    assert not seated.is_still
    assert "$1,700" not in seated.shown_texts(), "the balance counts"
    seated.until(lambda: seated.is_still)
    assert "$1,700" in seated.texts()


def test_a_balance_counts_in_the_form_of_the_language(seated: Desk) -> None:
    seated.table.speak("de")
    seated.submit("Ann throws 4 2")
    seated.watch()
    seated.submit("Bob collects rent")
    counted = set()
    while not seated.is_still:
        seated.frames(1)
        counted |= {words for words in seated.shown_texts() if words[:1].isdigit()}
    assert "1.700\N{NO-BREAK SPACE}$" in counted
    assert len(counted) > 4, "it counts"
    assert [words for words in counted if "$" in words and "," in words] == []


def test_the_next_throw_ends_what_flies(seated: Desk) -> None:
    seated.submit("Ann throws 4 2")
    seated.submit("Bob collects rent")
    seated.submit("Bob throws 1 2")
    seated.until(lambda: seated.is_still)
    assert "$1,700" in seated.texts()


def test_less_motion_shows_the_final_state_at_once(seated: Desk) -> None:
    seated.table.settings.change(motion="reduced")
    seated.submit("Ann throws 4 2")
    assert seated.is_still
    seated.watch()
    seated.submit("Bob collects rent")
    assert "$1,700" in seated.texts()
    seated.until(lambda: seated.is_still)


@pytest.mark.drawn
def test_a_screen_at_rest_draws_no_frames_after_a_moment(seated: Desk) -> None:
    seated.submit("Ann throws 4 2")
    seated.watch()
    seated.submit("Bob collects rent")
    seated.until(lambda: seated.is_still)
    seated.frames(10)
    drawn: list[object] = []
    seated.window.bind(on_flip=drawn.append)
    seated.frames(20)
    seated.window.unbind(on_flip=drawn.append)
    assert drawn == []


def test_other_screens_turn_to_the_moment_of_a_sale(seated: Desk, tmp_path: Path) -> None:
    seated.submit("Ann throws 1 2")
    seated.watch()
    seated.submit("Ann declines")
    assert seated.table.screen == "auction"
    seated.submit("Bob bids $10")
    seated.submit("sold")
    assert seated.table.screen == "play"
    assert str(seated.table.moments.shown.headline.title) in seated.texts()


# --- a whole game -----------------------------------------------------------------------------

TOLD = {"rolled", "bid", "price", "build", "bankrupt"}
A_WHILE = 60
"""Moves of the ordinary run; the slow one plays a game to its end."""


@pytest.mark.parametrize(
    "most", [A_WHILE, pytest.param(600, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_every_move_of_a_game_is_seen_in_the_widget_tree(desk: Desk, most: int) -> None:
    """Its moment, and every claim in its place, until the next move or for a second."""
    random = Random(3)
    desk.table.begin(setup("Ann Bob Cy Dee", cards="program"))
    desk.frames()
    packs, seen = Packs(desk.table.session.setup, "seed"), set()
    while desk.table.number <= most and not desk.table.session.is_over:
        desk.table.settings.light.wake()
        desk.submit(next_move(desk.table.session.game, packs, random))
        desk.frames(1)
        moment, pause = desk.table.moments.shown, random.choice((0.0, 0.25, 0.875, 2.5))
        check_seen(desk, moment)
        desk.clock.wait(pause)
        desk.frames(1)
        if moment and pause < 1:
            check_seen(desk, moment)
        seen |= {*moment.parts} if moment else set()
    assert seen >= (TOLD if most > A_WHILE else {"rolled", "price"})


def check_seen(desk: Desk, moment: Any) -> None:
    """Check that the move is on the screen, and all rent that is due, none of it cut off."""
    if moment and TOLD.intersection(moment.parts):
        told = {str(moment.headline.title), str(desk.table.notice)}
        assert told & {*desk.texts()}, moment
    assert faults(desk) == []


# --- rent while somebody looks something up ---------------------------------------------------


@pytest.mark.parametrize("page", ["properties", "board", "history"])
def test_a_roll_of_the_tray_turns_from_a_page_to_the_rent_that_is_due(
    seated: Desk, page: str
) -> None:
    seated.table.tray_input.on_found()
    seated.table.open("properties", "Bob")
    seated.show(page)
    seated.table.tray_input.on_throw("uid/boot/1", (4, 2), int(seated.table.number))
    seated.frames()
    assert seated.table.screen == "play"
    [claim] = seated.table.session.game.claims
    assert seated.key("answer", CollectRent(claim.owner, claim.payer))


def test_a_plan_is_not_taken_away_by_a_roll_of_the_tray(seated: Desk) -> None:
    seated.play("ruling: Bob has $1000")
    seated.table.tray_input.on_found()
    seated.table.open("properties", "Bob")
    seated.does(("place", "tennessee-avenue", 3))
    seated.frames()
    assert seated.table.values["properties"].is_planned
    seated.table.tray_input.on_throw("uid/boot/1", (4, 2), int(seated.table.number))
    seated.frames()
    assert seated.table.screen == "properties"
    assert seated.table.notice
