"""The end, as it is seen and left."""

import os
from threading import Event

import pytest

from companion.engine.chances import Unrated
from companion.text.chances import CHANCE_LINES, UNRATED
from companion.text.screens.story import STORY
from companion.ui.story.state import PAGES
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


ENDED = ("Ann throws 1 2", "Ann buys", "ruling: Bob stands on GO", "Bob throws 1 2")
ENDED += ("Ann collects rent", "ruling: Bob is out", "ruling: Cy is out")


def test_the_end_shows_the_podium_and_undo_leads_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.until(lambda: desk.table.screen == "game_over")
    desk.frames()
    steps = desk.sights("step")
    assert [step.value.place for step in steps] == [2, 1, 3]
    assert [step.value.name for step in steps][1] == "Ann"
    assert {award.title for award in desk.table.story.story.awards} <= set(desk.texts())
    desk.tap("Undo")
    assert desk.table.screen == "play"


def test_the_story_is_turned_page_by_page_and_left_by_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.tap("Story")
    pages = [desk.table.story.page]
    assert any(desk.table.fingerprint in text for text in desk.texts())
    while desk.table.story.next_word:
        desk.tap("Next")
        pages.append(desk.table.story.page)
    assert pages == list(PAGES)
    desk.tap("Back")
    assert desk.table.screen == "game_over"


def swipe(desk: Desk, start: int, end: int) -> None:
    """A finger across the screen, from one x to another."""
    from companion.runtime.ui_driver import Touch, lift

    desk.clock.wait(1.0)
    touch, there = Touch(start, 240), Touch(end, 240)
    desk.loop.post_dispatch_input("begin", touch)
    touch.move({"x": there.sx, "y": there.sy})
    desk.loop.post_dispatch_input("update", touch)
    lift(touch)
    desk.frames()


def test_a_swipe_turns_the_page(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.tap("Story")
    swipe(desk, 600, 200)
    assert desk.table.story.page == PAGES[1]
    swipe(desk, 200, 600)
    assert desk.table.story.page == PAGES[0]


def test_a_game_without_rent_says_so(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    desk.table.story.open("rent")
    desk.table.show_screen("story")
    desk.frames()
    assert desk.table.story.nothing in desk.texts()
    assert desk.table.story.nothing


def test_the_same_people_may_play_again_at_once(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    desk.tap("Play again")
    assert desk.table.screen == "setup"
    desk.tap("Start")
    assert desk.table.screen == "play"
    assert desk.table.session.setup.players == ("Ann", "Bob")


LUCKY = (
    "ruling: Bob owns Park Place; Bob owns Boardwalk; Ann has $150; Ann stands on Short Line",
    "Ann throws 2 3",
    "ruling: Bob is out",
    "ruling: Cy is out",
)


def forbidden(niceness: int) -> None:
    raise PermissionError(niceness)


def test_the_end_tells_the_luckiest_roll_when_it_is_worked_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "nice", forbidden)  # as in the kiosk's sandbox
    title = CHANCE_LINES["luckiest roll"][0]
    desk.sit_down("Ann Bob Cy", *LUCKY)
    desk.until(lambda: any(award.title == title for award in desk.table.story.honours))
    desk.frames()
    assert title in desk.texts()
    desk.tap("Undo")
    assert not desk.table.story.honours


TURNED = (
    "ruling: Ann owns Park Place; Bob owns Boardwalk; Ann has $900",
    "Bob offers Ann Boardwalk for $10",
    "Ann accepts",
    "ruling: Bob is out",
    "ruling: Cy is out",
)


def test_a_choice_that_turned_the_game_is_told_in_full_and_opens_its_what_if(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Event()
    monkeypatch.setattr("companion.ui.story.state.give_way", worker.wait)
    desk.sit_down("Ann Bob Cy", *TURNED)
    story = desk.table.story
    assert story.working
    desk.table.show_screen("story")
    story.open("chances")
    desk.frames()
    assert STORY["working"] in desk.texts()
    worker.set()
    desk.until(lambda: not story.working)
    desk.frames()
    assert STORY["working"] not in desk.texts()
    [swing] = story.swings
    [card] = desk.all_keys("swing")
    desk.tap(card)
    assert not desk.sights("chart")
    assert {swing.question, *(branch.amount for branch in swing.branches)} <= {*desk.texts()}
    assert "±" in swing.branches[-1].amount
    desk.tap(card)
    assert desk.sights("chart")
    desk.table.show_screen("game_over")
    desk.frames()
    [turned] = story.odds.turned
    assert turned.title in desk.texts()
    [said] = [text for text in desk.sights("text") if text.text == turned.text]
    assert not said.is_cut


def test_a_game_that_is_not_rated_says_why_and_shows_worth(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out", game="short")
    story = desk.table.story
    desk.table.show_screen("story")
    story.open("chances")
    desk.frames()
    [chart] = desk.sights("chart")
    assert chart.value == story.story.chart
    assert not story.working
    assert any(UNRATED[Unrated.ENDING] in said for said in desk.texts())
