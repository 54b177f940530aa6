"""Seats around the table: who sits where, at tables of every size."""

from itertools import combinations
from types import SimpleNamespace

import pytest

from companion.screens.layout import place
from companion.screens.parts import Node, Room
from companion.screens.setup import page, rows_of_seats
from companion.table.setup.preparation import begun, tapped
from tests.screens.faults import Page, faults

WINDOWS = [(800, 480, 1.0), (1280, 800, 1.2), (720, 1280, 1.5)]
TABLES = range(13)
NAMES = [
    "Ann",
    "Leo",
    "Mia",
    "Gran",
    "Wilhelmina",
    "Bartholomew",
    "Tom",
    "Sofia",
    "Papa",
    "Jo",
    "Max",
    "Lena",
]


class Waiting:
    """Table on which no game is played."""

    number, tray, pending_rolls = 0, "none", ()
    past_games = SimpleNamespace(lead="")

    def __init__(self) -> None:
        self.values = {"setup": begun(NAMES)}


def nodes(count: int, window: tuple[int, int, float]) -> dict[str, Node]:
    """What is seen while some players sit at the table."""
    table, (width, height, scale) = Waiting(), window
    for name in NAMES[:count]:
        table.values["setup"] = tapped(table.values["setup"], ("name", name))
    part = page(table, Room(width / scale, height / scale))
    return place(part, width, height, scale)


@pytest.mark.parametrize("height", [150, 292, 400])
@pytest.mark.parametrize("count", TABLES)
def test_every_player_has_one_seat(count: int, height: int) -> None:
    rows = rows_of_seats(count, height)
    assert sorted(seat for row in rows for seat in row) == list(range(count))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("count", TABLES)
def test_every_seat_has_room(count: int, window: tuple[int, int, float]) -> None:
    shown = nodes(count, window)
    assert not faults(Page(shown, *window))
    seats = [shown[f"seat:{name}"] for name in NAMES[:count]]
    for one, other in combinations(seats, 2):
        across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
        down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
        assert across <= 0 or down <= 0


def test_turns_go_clockwise() -> None:
    """Four sit on four sides."""
    shown = nodes(4, WINDOWS[0])
    top, right, bottom, left = (shown[f"seat:{name}"] for name in NAMES[:4])
    assert top.y < right.y == left.y < bottom.y
    assert left.x < top.x < right.x


@pytest.mark.parametrize("window", WINDOWS)
def test_a_name_keeps_its_place_while_others_sit_down(window: tuple[int, int, float]) -> None:
    before = nodes(0, window)
    for count in TABLES:
        shown = nodes(count, window)
        for name in NAMES[count:]:
            if key := shown.get(f"name:{name}"):
                first = before.setdefault(f"name:{name}", key)
                assert (key.x, key.y, key.w) == (first.x, first.y, first.w), (count, name)


@pytest.mark.parametrize("window", WINDOWS)
def test_everybody_who_is_known_can_sit_down_by_a_tap(window: tuple[int, int, float]) -> None:
    for count in TABLES[:-1]:
        shown = nodes(count, window)
        assert any(f"name:{name}" in shown for name in NAMES[count:]), count
