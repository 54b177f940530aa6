"""A window under a finger, its frames as fast as they can be made."""

from time import perf_counter, process_time

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.runtime.ui_driver import lift, press
from companion.ui.kivy_config import PANEL

SETTLED = 3
"""Frames in which nothing is drawn, after which nothing more is to come."""
MOST, PATIENCE = 60, 10.0


class Glass:
    """The panel, with ``root`` on it."""

    def __init__(self, root: Widget) -> None:
        Clock._max_fps = 0
        EventLoop.ensure_window()
        Window.size = PANEL
        Window.add_widget(root)
        self.slowest = 0.0
        self.settle()

    def settle(self) -> None:
        """Frames go by until nothing changes any more; the slowest one is remembered."""
        still = 0
        for _ in range(MOST):
            still = 0 if self.frame() else still + 1
            if still == SETTLED:
                return

    def frame(self) -> bool:
        """One more; whether anything was drawn."""
        began = perf_counter()
        drawn = False

        def draws(_: object) -> None:
            nonlocal drawn
            drawn = True

        Window.bind(on_flip=draws)
        EventLoop.idle()
        Window.unbind(on_flip=draws)
        self.slowest = max(self.slowest, perf_counter() - began)
        return drawn

    def tap(self, widget: Widget) -> float:
        """Seconds of processor time from the lifted finger to the first frame after it."""
        touch = press(widget)
        self.settle()
        began = process_time()
        lift(touch)
        while not self.frame():
            assert process_time() - began < PATIENCE, "a tap that nothing is seen of"
        seconds = process_time() - began
        self.settle()
        return seconds
