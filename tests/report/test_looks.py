"""On paper everybody has the shape that they had at the table, and near numbers keep apart."""

from itertools import combinations

import pytest

from companion.look.palette import PLAYER_SHAPES
from companion.report.charts import APART, Place, chance_chart
from companion.web.templates import outline


def test_every_shape_is_drawn() -> None:
    assert len({outline(marker) for marker in range(len(PLAYER_SHAPES))}) == len(PLAYER_SHAPES)


@pytest.mark.parametrize(("turns", "shapes"), [(9, 9), (60, 5), (200, 9), (900, 7)])
def test_a_line_has_the_shape_of_its_player_in_every_stretch(turns: int, shapes: int) -> None:
    chances = {turn: {"Ann": turn / turns, "Bob": 1 - turn / turns} for turn in range(turns + 1)}
    for line in chance_chart(chances, []).lines:
        assert len(line.shapes) == shapes
        for x, y in line.shapes:
            assert y == pytest.approx(100 - x if line.player == "Ann" else x)


def test_a_great_change_has_the_shape_at_both_ends() -> None:
    before, after = {"Ann": 0.2, "Bob": 0.8}, {"Ann": 0.7, "Bob": 0.3}
    chart = chance_chart({turn: before if turn < 43 else after for turn in range(101)}, [])
    for line in chart.lines:
        rose = line.player == "Ann"
        assert {(42, 80 if rose else 20), (43, 30 if rose else 70)} <= {
            (round(x), round(y)) for x, y in line.shapes
        }


def test_no_shape_lies_on_another_or_on_a_number() -> None:
    def chance(turn: int, seat: int) -> float:
        return (turn * (seat + 3) // 7 % 11) / 55

    turns = {turn: {f"P{seat}": chance(turn, seat) for seat in range(8)} for turn in range(301)}
    marks = [Place(100, "P3", "1"), Place(200, "P5", "2")]
    chart = chance_chart(turns, marks)
    points = [point for line in chart.lines for point in line.shapes]
    points += [(mark.x, mark.y) for mark in chart.marks]
    assert len(points) > len(chart.lines)
    for (x, y), (other_x, other_y) in combinations(points, 2):
        assert abs(x - other_x) >= APART or abs(y - other_y) >= APART


def test_names_are_in_the_order_of_the_ends_and_the_last_to_go_is_above() -> None:
    turns = {
        turn: ({"Ann": 0.0} if turn <= 60 else {}) | {"Bob": 0.0, "Cy": 1.0} for turn in range(101)
    }
    labels = {line.player: line.label for line in chance_chart(turns, []).lines}
    assert sorted(labels, key=lambda name: labels[name]) == ["Cy", "Bob", "Ann"]


def test_numbers_that_are_near_stand_on_different_levels() -> None:
    chances = {turn: {"Ann": 1.0} for turn in range(101)}
    marks = chance_chart(chances, [Place(turn, "Ann", "") for turn in (10, 12, 15, 20)]).marks
    assert [mark.level for mark in marks] == [0, 1, 2, 0]
