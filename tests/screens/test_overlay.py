"""A toast lies over no key and no balance, and never under the finger."""

import pytest

from companion.screens.overlay import Obstacles, obstacles, page, toast_place
from companion.screens.registry import SCREENS
from tests.screens.seat import seat
from tests.screens.states import LARGE, WINDOWS, Position, Window, positions

WINDOW, SIZE = (800.0, 480.0), (300.0, 60.0)
FAR = (-1e9, -1e9)
REFUSED = "Nobody can build on Kentucky Avenue: the set is not complete."
LONG = "Maximilian-Alexs cannot build: a house stands on North Carolina Avenue, so it"
ALL = [*positions()]
ORDINARY = ("before-the-end4", "late4-debt")
"""Games of four people in which nothing is crowded."""


def covers(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > 1 and down > 1


def share(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the share of a box that another lies over."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across * down / (other[2] * other[3])


@pytest.mark.parametrize("finger", [FAR, (400.0, 100.0), (20.0, 400.0), (400.0, 470.0)])
def test_it_is_as_low_as_it_can_be_and_not_under_a_finger(finger: tuple[float, float]) -> None:
    size, left, top = toast_place(WINDOW, (SIZE,), finger, Obstacles())
    assert not covers((left, top, *size), (finger[0] - 8, finger[1] - 8, 16, 16))
    assert top > 300


def test_it_lies_over_no_key_and_rather_over_words_than_over_keys() -> None:
    bar, lines = (0.0, 420.0, 800.0, 60.0), (0.0, 0.0, 800.0, 420.0)
    size, _, top = toast_place(WINDOW, (SIZE,), FAR, Obstacles((bar,), (lines,)))
    assert top + size[1] <= 420


def test_it_takes_another_width_where_the_first_has_no_place() -> None:
    wide, narrow = (500.0, 60.0), (200.0, 100.0)
    column = (0.0, 0.0, 580.0, 480.0)
    size, left, _ = toast_place(WINDOW, (wide, narrow), FAR, Obstacles((column,)))
    assert size == narrow
    assert left >= 580


@pytest.mark.parametrize("window", [*WINDOWS[:2], *LARGE[:2]])
@pytest.mark.parametrize("position", [one for one in ALL if one.name in ORDINARY], ids=ORDINARY)
def test_what_is_said_hides_neither_keys_nor_balances(position: Position, window: Window) -> None:
    table, scale = seat(position.parse()), window.scale
    table.notice = REFUSED
    for name in (table.screen, "properties", "board", "history", "menu"):
        table.open(name)
        nodes = window.place(SCREENS[name].page(table, window.room))
        below = obstacles(nodes, scale)
        above = window.place(page(table, window.room, FAR, below))["toast"]
        box = above.x / scale, above.y / scale, above.w / scale, above.h / scale
        # A debt fills its page: there the message is over the title.
        under = below.keys if name == "debt" else (*below.keys, *below.titles)
        hidden = max((share(box, key) for key in under if covers(box, key)), default=0.0)
        assert hidden == 0, (name, box)


@pytest.mark.parametrize("position", ALL[::12], ids=[one.name for one in ALL[::12]])
def test_a_long_message_finds_a_place_on_crowded_pages(position: Position) -> None:
    table = seat(position.parse())
    table.notice = LONG
    for window in WINDOWS[:3]:
        scale = window.scale
        nodes = window.place(SCREENS[table.screen].page(table, window.room))
        below = obstacles(nodes, scale)
        above = window.place(page(table, window.room, FAR, below))["toast"]
        box = above.x / scale, above.y / scale, above.w / scale, above.h / scale
        hidden = max((share(box, key) for key in below.keys if covers(box, key)), default=0.0)
        # Keys of an auction fill the page: the corner of one may be below.
        assert hidden <= (0.1 if table.screen == "auction" else 0), (window, box)
