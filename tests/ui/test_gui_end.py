"""The end, as it is seen and left."""

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_the_end_has_a_screen_of_its_own_and_undo_leads_back(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Ann owns Boardwalk", "ruling: Bob is out")
    desk.until(lambda: desk.table.screen == "game_over")
    desk.frames()
    assert {"Ann wins", "$1,900", desk.table.fingerprint} <= set(desk.texts())
    desk.tap("Undo")
    assert desk.table.screen == "play"


def test_the_game_that_is_over_can_be_looked_through(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    desk.tap("Look through it")
    assert desk.table.screen == "history"
    desk.tap("Back")
    assert desk.table.screen == "game_over"


def test_the_same_people_may_play_again_at_once(desk: Desk) -> None:
    desk.sit_down("Ann Bob", "ruling: Bob is out")
    desk.tap("Play again")
    assert desk.table.screen == "setup"
    desk.tap("Start")
    assert desk.table.screen == "play"
    assert desk.table.session.setup.players == ("Ann", "Bob")


def test_every_line_is_drawn_in_its_players_colour(desk: Desk) -> None:
    from kivy.graphics import Line

    from companion.ui.widgets.charts import WorthChart

    desk.sit_down("Ann Bob Cy", "ruling: Bob is out", "ruling: Cy is out")
    [chart] = desk.seen(WorthChart)
    drawn = [part for part in chart.canvas.children if isinstance(part, Line)]
    assert len(drawn) == len(chart.value.marks) + 3
    for line in drawn:
        xs, ys = line.points[::2], line.points[1::2]
        assert chart.x <= min(xs) <= max(xs) <= chart.right
        assert chart.y <= min(ys) <= max(ys) <= chart.top
