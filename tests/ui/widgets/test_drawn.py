"""What a widget draws on its canvas, which no door shows."""

import pytest

from tests.ui.driver import Desk

pytestmark = pytest.mark.gui


def test_only_cells_that_changed_are_drawn_again(desk: Desk) -> None:
    from companion.ui.widgets.board import Ring

    desk.sit_down("Ann Bob")
    desk.table.board_state.open()
    desk.frames()
    [shown] = desk.seen(Ring)
    before = [[*group.children] for group in shown._groups]
    desk.play("Ann throws 2 3")
    after = [[*group.children] for group in shown._groups]
    changed = [position for position in range(40) if before[position] != after[position]]
    assert changed == [0, 5]


def test_every_line_is_drawn_in_its_players_colour(desk: Desk) -> None:
    from kivy.graphics import Line

    from companion.ui.widgets.charts import WorthChart

    desk.sit_down("Ann Bob Cy", "ruling: Bob is out", "ruling: Cy is out")
    desk.table.show_screen("story")
    desk.table.story.open("chances")
    desk.until(lambda: not desk.table.story.working)
    desk.frames()
    [chart] = desk.seen(WorthChart)
    drawn = [part for part in chart._group.children if isinstance(part, Line)]
    assert len(drawn) == len(chart.value.marks) + 2 * len(chart.swings) + 3
    for line in drawn:
        xs, ys = line.points[::2], line.points[1::2]
        assert chart.x <= min(xs) <= max(xs) <= chart.right
        assert chart.y <= min(ys) <= max(ys) <= chart.top
