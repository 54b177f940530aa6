"""On paper everybody has the shape that they had at the table, and near numbers keep apart."""

import pytest

from companion.palette import PLAYER_SHAPES
from companion.report.charts import Place, chance_chart
from companion.templates import outline


def test_every_shape_is_drawn() -> None:
    assert len({outline(marker) for marker in range(len(PLAYER_SHAPES))}) == len(PLAYER_SHAPES)


@pytest.mark.parametrize(("turns", "shapes"), [(9, 0), (60, 5), (200, 9), (900, 8)])
def test_a_line_carries_the_shape_of_its_player(turns: int, shapes: int) -> None:
    chances = {turn: {"Ann": turn / turns, "Bob": 1 - turn / turns} for turn in range(turns + 1)}
    for line in chance_chart(chances, []).lines:
        assert len(line.shapes) == shapes
        for x, y in line.shapes:
            assert y == pytest.approx(100 - x if line.player == "Ann" else x)


def test_numbers_that_are_near_stand_on_different_levels() -> None:
    chances = {turn: {"Ann": 1.0} for turn in range(101)}
    marks = chance_chart(chances, [Place(turn, "Ann", "") for turn in (10, 12, 15, 20)]).marks
    assert [mark.level for mark in marks] == [0, 1, 2, 0]
