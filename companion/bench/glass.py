"""A window for measurements: touches, and frames without a limit on the rate."""

from time import perf_counter, process_time

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.runtime.ui_driver import lift, press
from companion.ui.kivy_config import PANEL

SETTLED = 3
"""Consecutive frames without drawing after which the window is settled."""
MOST, PATIENCE = 60, 10.0


class Glass:
    """A window of the size of the panel, with ``root`` in it."""

    def __init__(self, root: Widget) -> None:
        Clock._max_fps = 0
        EventLoop.ensure_window()
        Window.size = PANEL
        Window.add_widget(root)
        self.slowest = 0.0
        self.settle()

    def settle(self) -> None:
        """Run frames until nothing changes; ``slowest`` keeps the slowest one."""
        still = 0
        for _ in range(MOST):
            still = 0 if self.frame() else still + 1
            if still == SETTLED:
                return

    def frame(self) -> bool:
        """Run one frame; return True if anything was drawn."""
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
        """Tap a widget; return the processor time from lifting the finger to the next frame."""
        touch = press(widget)
        self.settle()
        began = process_time()
        lift(touch)
        while not self.frame():
            assert process_time() - began < PATIENCE, "the tap changed nothing on the screen"
        seconds = process_time() - began
        self.settle()
        return seconds
