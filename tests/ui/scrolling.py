"""What does not fit is drawn into sight, as a finger does it."""

from itertools import count
from typing import Any
from unittest.mock import patch

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.scrollview import ScrollView

from companion.runtime.ui_driver import Touch
from tests.ui.driver import BETWEEN_TAPS, Desk

STEPS = 6
MARGIN = 8
"""Number of pixels of a widget beyond its middle that must be in sight."""


def bring_into_sight(desk: Desk, widget: Any) -> None:
    """Draws the list that ``widget`` is in until its middle can be touched."""
    for view in _views(widget):
        for _ in range(40):
            beyond = _beyond(view, widget)
            if not beyond:
                break
            _draw(desk, view, beyond)
        where = f"{view.size} at {view.scroll_y:.2f}"
        assert not _beyond(view, widget), f"{widget} is {beyond:.0f} beyond a list of {where}"


def draw_on(desk: Desk, widget: Any, down: bool) -> None:
    """Draws the list that ``widget`` is in by half of what is in sight, up unless ``down``."""
    view = _views(widget)[0]
    _draw(desk, view, view.height / (2 if down else -2))


def _views(widget: Any) -> list[ScrollView]:
    views, parent = [], widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            views.append(parent)
        parent = parent.parent
    return views


def _beyond(view: ScrollView, widget: Any) -> float:
    """How many pixels the middle of ``widget`` is above (or, below 0, below) what is in sight."""
    middle = widget.to_window(*widget.center)[1]
    bottom = view.to_window(*view.pos)[1]
    if middle > bottom + view.height - MARGIN:
        return float(middle - (bottom + view.height - MARGIN))
    return float(min(0, middle - (bottom + MARGIN)))


def _draw(desk: Desk, view: ScrollView, beyond: float) -> None:
    """A finger from the edge of ``view``, down by what is above it, or up; it rests before it
    leaves, so that nothing goes on sliding."""
    desk.clock.wait(BETWEEN_TAPS)
    x, bottom = view.to_window(view.center_x, view.y)
    down = 1 if beyond > 0 else -1
    start = bottom + (view.height - MARGIN if down > 0 else MARGIN)
    # The first part of the way only says that it is no tap.
    far = min(view.height - 2 * MARGIN, abs(beyond) + view.scroll_distance + MARGIN)
    finger = Touch(x, start)
    # A second goes by between any two reports of it, however fast the frames follow each other.
    with patch("kivy.effects.kinetic.time", count(1).__next__):
        EventLoop.post_dispatch_input("begin", finger)
        for step in range(1, STEPS + 1):
            there = Touch(x, start - down * far * step / STEPS)
            finger.move({"x": there.sx, "y": there.sy})
            EventLoop.post_dispatch_input("update", finger)
            desk.frames(1)
        EventLoop.post_dispatch_input("end", finger)
    # What was drawn too far springs back, if it is given time to.
    Clock._max_fps = 60
    desk.until(lambda: abs(view.effect_y.overscroll) < 1 and -0.001 < view.scroll_y < 1.001)
    Clock._max_fps = 0
    desk.frames()
