"""What does not fit is drawn into sight, as a finger does it."""

from itertools import count
from typing import Any
from unittest.mock import patch

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.scrollview import ScrollView

from companion.runtime.ui_driver import Touch
from tests.ui import doors
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


def draw_rows(desk: Desk, down: bool) -> bool:
    """Draws the rows of a page by less than what is in sight; returns whether that moved them."""
    from companion.ui.leaves import PanePainter  # imports Kivy, which a window prepares first

    leaves = [leaf for one in doors.surfaces(desk.root) for leaf in one.leaves.leaf.values()]
    panes = [leaf for leaf in leaves if isinstance(leaf, PanePainter)]
    before = [pane.offset for pane in panes]
    for pane in panes:
        x, middle, far = pane.center_x, pane.center_y, pane.height / (3 if down else -3)
        _drag(desk, x, middle - far, 2 * far)
    Clock._max_fps = 60
    for effect in [pane.effect for pane in panes]:
        desk.until(lambda it=effect: max(abs(it.velocity), abs(it.overscroll)) < 1)
    Clock._max_fps = 0
    return any(abs(pane.offset - was) > 1 for pane, was in zip(panes, before, strict=True))


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
    """A finger from the edge of ``view``, down by what is above it, or up."""
    x, bottom = view.to_window(view.center_x, view.y)
    down = 1 if beyond > 0 else -1
    start = bottom + (view.height - MARGIN if down > 0 else MARGIN)
    # The first part of the way only says that it is no tap.
    far = min(view.height - 2 * MARGIN, abs(beyond) + view.scroll_distance + MARGIN)
    _drag(desk, x, start, -down * far)
    # What was drawn too far springs back, if it is given time to.
    Clock._max_fps = 60
    desk.until(lambda: abs(view.effect_y.overscroll) < 1 and -0.001 < view.scroll_y < 1.001)
    Clock._max_fps = 0
    desk.frames()


def _drag(desk: Desk, x: float, y: float, by: float) -> None:
    """A finger that moves up by some pixels, and rests before it leaves: nothing slides on."""
    desk.clock.wait(BETWEEN_TAPS)
    finger = Touch(x, y)
    # A second goes by between any two reports of it, however fast the frames follow each other.
    with patch("kivy.effects.kinetic.time", count(1).__next__):
        EventLoop.post_dispatch_input("begin", finger)
        for step in range(1, STEPS + 1):
            there = Touch(x, y + by * step / STEPS)
            finger.move({"x": there.sx, "y": there.sy})
            EventLoop.post_dispatch_input("update", finger)
            desk.frames(1)
        EventLoop.post_dispatch_input("end", finger)
