"""The end, as it is seen and left."""

import os
import re
from threading import Event

import pytest

from companion.odds.chances import Unrated
from companion.screens.podium import entrance
from companion.table.story.evening import PAGES
from companion.text.chances import CHANCE_LINES, UNRATED
from companion.text.screens.game_over import ENDING
from companion.text.screens.story import STORY
from tests.ui.driver import Desk

ENDED = ("Ann throws 1 2", "Ann buys", "ruling: Bob stands on GO", "Bob throws 1 2")
LARGE = "Ann Bob Cy Dee Eve Fay Gus Hal"
ENDED += ("Ann collects rent", "ruling: Bob is out", "ruling: Cy is out")


def test_the_end_shows_the_podium_and_undo_leads_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.until(lambda: desk.table.screen == "game_over")
    desk.frames()
    assert [step.place for step in desk.table.values["story"].steps] == [2, 1, 3]
    nodes = desk.page().nodes
    blocks = {key: node for key, node in nodes.items() if re.fullmatch(r"step:\w+\.block", key)}
    assert sorted(blocks, key=lambda key: blocks[key].x) == [
        "step:Cy.block",
        "step:Ann.block",
        "step:Bob.block",
    ]
    assert max(blocks, key=lambda key: blocks[key].h) == "step:Ann.block"
    assert desk.table.values["story"].honours[0].title in desk.texts()
    desk.tap("Undo")
    assert desk.table.screen == "play"


def test_the_story_is_turned_page_by_page_and_left_by_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.tap("Story")
    pages = [desk.table.values["story"].page]
    while "Next" in desk.texts():
        desk.tap("Next")
        pages.append(desk.table.values["story"].page)
    assert pages == list(PAGES)
    desk.tap("Back")
    assert desk.table.screen == "game_over"


def open_page(desk: Desk, page: str) -> None:
    """Open the story at a page."""
    desk.table.open("story")
    desk.table.tap(("page", page), desk.table.number, "page")
    desk.frames()


def test_a_swipe_turns_the_page(desk: Desk) -> None:
    desk.sit_down("Ann Bob Cy", *ENDED)
    desk.tap("Story")
    desk.drag((600, 240), (200, 240))
    assert desk.table.values["story"].page == PAGES[1]
    desk.drag((100, 240), (400, 240))
    assert desk.table.values["story"].page == PAGES[0]


def test_a_game_without_rent_says_so(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    open_page(desk, "rent")
    assert STORY["no rents"] in desk.texts()


@pytest.mark.parametrize("player", ["Bob", "Eve"])
def test_the_same_people_may_play_again_at_once(desk: Desk, player: str) -> None:
    desk.sit_down("Ann Bob Cy", "ruling: Ann has the dice", f"ruling: Bob is called {player}")
    desk.play("ruling: Cy is out", f"ruling: {player} is out")
    desk.tap(ENDING["again"])
    assert desk.table.screen == "setup"
    desk.tap("Start")
    assert desk.table.screen == "play"
    assert desk.table.session.setup.players == ("Ann", player, "Cy")


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
    desk.until(
        lambda: any(str(award.title) == title for award in desk.table.values["story"].honours)
    )
    desk.frames()
    assert title in desk.texts()
    desk.tap("Undo")
    assert not desk.table.values["story"].honours


TURNED = (
    "ruling: Ann owns Park Place; Bob owns Boardwalk; Ann has $900",
    "Bob offers Ann Boardwalk for $10",
    "Ann accepts",
    "ruling: Bob is out",
    "ruling: Cy is out",
)


def test_a_choice_that_mattered_opens_its_what_if(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Event()
    monkeypatch.setattr("companion.table.jobs.evening_job.give_way", worker.wait)
    desk.sit_down("Ann Bob Cy", *TURNED)
    open_page(desk, "chances")
    assert STORY["working"] in desk.texts()
    worker.set()
    desk.until(lambda: desk.table.values["story"].done == 1)
    open_page(desk, "moment")
    assert STORY["working"] not in desk.texts()
    *points, swing = desk.table.values["story"].swings
    assert [one.label for one in (*points, swing)] == ["1", "A"]
    desk.does(("swing", 1))
    desk.frames()
    before, played, other = swing.branches
    assert before.scene != played.scene != other.scene
    assert {str(branch.amount) for branch in swing.branches} <= {*desk.texts()}
    assert str(swing.question) not in desk.texts()
    desk.does(("branch", 2))
    desk.frames()
    assert str(swing.question) in desk.texts()
    assert "±" in str(other.amount)


def test_a_game_that_is_not_rated_says_why_and_shows_worth(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out", game="short")
    open_page(desk, "chances")
    story = desk.table.values["story"]
    assert story.chart == story.facts.chart
    assert story.done == 1
    assert any(UNRATED[Unrated.ENDING] in said for said in desk.texts())


@pytest.mark.parametrize("players", ["Ann Bob", "Ann Bob Cy", "Ann Bob Cy Dee", LARGE])
def test_the_podium_comes_in_to_its_end_after_the_moment_of_the_win(
    desk: Desk, players: str
) -> None:
    """The steps rise, and then the deeds and the confetti come."""
    *others, last = players.split()[1:]
    desk.sit_down(players, *(f"ruling: {name} is out" for name in others))
    desk.submit(f"ruling: {last} is out")
    rests: list[bool] = []
    desk.viewer.bind(on_rest=lambda: rests.append(True))
    desk.frames()
    assert desk.table.screen == "game_over"
    begins = [one.begins for one in entrance(desk.table)]
    desk.clock.wait(max(begins) + 5)
    assert desk.table.moments.shown is None
    assert rests == []
    desk.tap(desk.key("undo"))
    assert rests


def test_every_step_of_the_podium_bears_its_number(desk: Desk) -> None:
    for players in ("Ann Bob Cy Dee", LARGE):
        sums = (f"{name} has ${100 * n}" for n, name in enumerate(players.split()))
        desk.sit_down(players, f"ruling: {'; '.join(sums)}", "time is up")
        desk.frames()
        steps = [str(step.place) for step in desk.table.values["story"].steps]
        texts = desk.texts()
        assert all(texts.count(number) == 1 for number in steps), (players, texts)
