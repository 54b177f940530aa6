"""Fingers on rows that have just come under them."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.screens.parts import Part, itself, rows, text
from companion.screens.styles import BODY
from companion.table.taps import Do
from tests.clock import StillClock
from tests.ui.driver import Desk

pytestmark = pytest.mark.gui

HIGH = 50


class Finger:
    """Finger that comes down and is lifted on one place of a surface."""

    is_mouse_scrolling, uid = False, 1
    grab_current: Any = None

    def __init__(self, surface: Any, row: int) -> None:
        self.pos = self.x, self.y = 100, surface.height - row * HIGH - HIGH / 2
        self.surface = surface

    def grab(self, surface: Any) -> None:
        self.grab_current = surface

    def ungrab(self, surface: Any) -> None:
        self.grab_current = None

    def tap(self) -> None:
        self.surface.on_touch_down(self)
        self.surface.on_touch_up(self)


class Listed:
    """A surface with a list of names, whose taps are noted."""

    def __init__(self) -> None:
        from companion.ui.surface import Surface

        self.names, self.taps, self.clock = ["Dee"], list[Do](), StillClock()
        table = SimpleNamespace(
            clock=self.clock, echo=0.4, number=1, tap=lambda do, *_: self.taps.append(do)
        )
        self.surface = Surface(self.view, table, size=(300, 400))
        self.surface.show()

    def view(self, width: float, height: float) -> Part:
        each = [text(name, BODY, "#000000", do=("choose", name)) for name in self.names]
        return rows(each, itself, HIGH, key="list")

    def show(self, *names: str) -> None:
        self.names = [*names]
        self.surface.show()


def test_a_finger_on_its_way_to_a_row_does_not_meet_the_one_that_took_its_place(
    desk: Desk,
) -> None:
    listed = Listed()
    listed.show("Dee", "Cy")
    listed.clock.wait(1)
    listed.show("Ann", "Dee")
    for _ in range(3):
        Finger(listed.surface, 0).tap()
        listed.clock.wait(0.12)
    assert listed.taps == []
    listed.clock.wait(0.1)
    Finger(listed.surface, 0).tap()
    assert listed.taps == [("choose", "Ann")]


def test_a_double_tap_on_a_row_does_not_reach_the_next_one(desk: Desk) -> None:
    listed = Listed()
    listed.show("Ann", "Dee")
    listed.clock.wait(1)
    Finger(listed.surface, 0).tap()
    listed.show("Dee")
    listed.clock.wait(0.2)
    Finger(listed.surface, 0).tap()
    assert listed.taps == [("choose", "Ann")]


def test_a_row_that_stays_where_it_is_answers_at_once(desk: Desk) -> None:
    listed = Listed()
    listed.show("Ann", "Dee")
    listed.clock.wait(1)
    listed.show("Ann", "Cy")
    Finger(listed.surface, 0).tap()
    assert listed.taps == [("choose", "Ann")]
