"""A toast is near the bottom of the window, but never under the finger."""

import pytest

from companion.palette import PAPER
from companion.screens.overlay import BOTTOM, toast_place
from companion.screens.parts import Room

ROOM, SIZE = Room(800, 480, PAPER), (300.0, 60.0)
BELOW = (250.0, 480.0 - BOTTOM - 60)
"""Left and top of the toast where no finger is near."""


@pytest.mark.parametrize("finger", [(-1e9, -1e9), (400.0, 100.0), (20.0, 400.0), (790.0, 470.0)])
def test_it_is_below_where_no_finger_was_near(finger: tuple[float, float]) -> None:
    assert toast_place(ROOM, SIZE, finger) == BELOW


@pytest.mark.parametrize("y", [300.0, 360.0, 400.0, 470.0])
def test_it_is_above_a_finger_that_was_near(y: float) -> None:
    left, top = toast_place(ROOM, SIZE, (400.0, y))
    assert left == BELOW[0]
    assert 0 < top < y - SIZE[1]


def test_it_is_below_a_finger_where_there_is_no_room_above() -> None:
    low = Room(800, 200, PAPER)
    _, top = toast_place(low, SIZE, (400.0, 40.0))
    assert 40 < top <= 200 - SIZE[1]
