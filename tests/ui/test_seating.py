"""Seats around the table, and names in rows: who sits where, at tables of every size."""

from itertools import combinations, pairwise

import pytest

from companion.ui.setup.seating import (
    Room,
    fill_rows,
    moved,
    nearest,
    parts,
    rows_of_seats,
    seat_boxes,
)
from companion.ui.widgets.boxes import Box

SMALL = Room(472, 292, least=47, tallest=60, gap=2)
TABLES = range(1, 13)


def overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    up = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0.01 and up > 0.01


@pytest.mark.parametrize("count", TABLES)
def test_every_player_has_one_seat(count: int) -> None:
    rows = rows_of_seats(count, SMALL)
    assert sorted(seat for row in rows for seat in row) == list(range(count))


@pytest.mark.parametrize("count", TABLES)
def test_turns_go_clockwise(count: int) -> None:
    """Seen from the middle of the table, everybody sits to the left of the player before."""
    centers = [box.center for box in seat_boxes([100.0] * count, SMALL)]
    middle = (SMALL.width / 2, SMALL.height / 2)
    around = [(x - middle[0], y - middle[1]) for x, y in centers]
    for (x, y), (x2, y2) in pairwise(around):
        assert x * y2 - y * x2 <= 0.01


@pytest.mark.parametrize("wanted", [60.0, 130.0, 400.0])
@pytest.mark.parametrize("count", TABLES)
def test_no_seat_is_small_or_on_another_or_outside(count: int, wanted: float) -> None:
    boxes = seat_boxes([wanted] * count, SMALL)
    for box in boxes:
        assert box.x >= -0.01
        assert box.x + box.width <= SMALL.width + 0.01
        assert box.y >= -0.01
        assert box.y + box.height <= SMALL.height + 0.01
        assert box.height >= SMALL.least
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def test_four_sit_on_four_sides() -> None:
    top, right, bottom, left = (box.center for box in seat_boxes([120.0] * 4, SMALL))
    assert (top[0], bottom[0]) == pytest.approx([SMALL.width / 2] * 2)
    assert (left[1], right[1]) == pytest.approx([SMALL.height / 2] * 2)
    assert top[1] > right[1] > bottom[1]
    assert left[0] < top[0] < right[0]


def test_a_seat_is_as_wide_as_its_name() -> None:
    assert [box.width for box in seat_boxes([90.0, 150.0, 1000.0], SMALL)] == [90, 150, 235]


def test_the_nearest_seat_is_the_one_dragged_to() -> None:
    boxes = seat_boxes([120.0] * 4, SMALL)
    assert [nearest(boxes, x, y) for x, y in ((236, 290), (470, 150), (240, 3), (0, 140))] == [
        0,
        1,
        2,
        3,
    ]
    assert nearest([], 3, 4) == 0


def test_a_player_moves_to_a_seat_and_the_others_close_up() -> None:
    assert moved(["Ann", "Bob", "Cy"], "Cy", 0) == ["Cy", "Ann", "Bob"]
    assert moved(["Ann", "Bob", "Cy"], "Ann", 2) == ["Bob", "Cy", "Ann"]
    assert moved(["Ann", "Bob"], "Dee", 1) == ["Ann", "Dee", "Bob"]


def test_chips_fill_rows() -> None:
    placed = fill_rows([100, 100, 100], 60, 220, 3, 10)
    assert placed == [(0, 0, 100), (0, 110, 100), (1, 0, 100), (1, 110, 60)]


def test_the_last_chip_keeps_its_place_when_there_are_too_many() -> None:
    placed = fill_rows([100] * 9, 150, 220, 2, 10)
    assert [row for row, _, _ in placed] == [0, 0, 1]
    assert placed[-1] == (1, 0, 150)
    assert fill_rows([], 150, 100, 1, 10) == [(0, 0, 100)]


SIZES = [(800, 480), (1067, 667), (480, 853)]


@pytest.mark.parametrize("in_game", [False, True])
@pytest.mark.parametrize("count", [2, 8, 9, 12])
@pytest.mark.parametrize("size", SIZES)
def test_all_parts_of_the_page_have_their_place(
    size: tuple[int, int], count: int, in_game: bool
) -> None:
    width, height = size
    shown = {
        name: box for name, box in parts(*size, count, in_game).items() if box.width * box.height
    }
    assert ("back" in shown) is in_game
    for name, box in shown.items():
        assert box.x >= 0, name
        assert box.x + box.width <= width, name
        assert box.y >= 0, name
        assert box.y + box.height <= height, name
    assert not [pair for pair in combinations(shown, 2) if overlap(shown[pair[0]], shown[pair[1]])]


@pytest.mark.parametrize("count", TABLES)
@pytest.mark.parametrize("size", SIZES)
def test_the_table_has_room_for_a_finger_on_every_seat(size: tuple[int, int], count: int) -> None:
    table = parts(*size, count, in_game=False)["round_table"]
    boxes = seat_boxes([400.0] * count, Room(table.width, table.height, 47, 60, 2))
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
