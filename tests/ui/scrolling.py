"""Rows that do not fit are drawn into sight, as a finger does it."""

from itertools import count
from unittest.mock import patch

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.ui.driver import Touch
from tests.ui import doors
from tests.ui.driver import BETWEEN_TAPS, Desk

STEPS = 6


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
