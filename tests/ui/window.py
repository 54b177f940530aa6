"""The glass of the screen: fingers on it are reported as a real panel's are, from any thread, and
wait while the program is busy."""

from queue import Empty, SimpleQueue
from typing import Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.provider import MotionEventProvider

from companion.ui.driver import Touch


class Glass(MotionEventProvider):
    """A provider of touches, like the one that reads the panel."""

    def __init__(self) -> None:
        super().__init__("glass", "")
        self._felt: SimpleQueue[tuple[str, Touch, tuple[float, float]]] = SimpleQueue()

    def __enter__(self) -> "Glass":
        EventLoop.add_input_provider(self)
        return self

    def __exit__(self, *_: object) -> None:
        EventLoop.remove_input_provider(self)

    def update(self, dispatch_fn: Any) -> None:
        """Everything that was felt since the last frame, in order."""
        while True:
            try:
                kind, touch, place = self._felt.get_nowait()
            except Empty:
                return
            if kind == "update":
                touch.move({"x": place[0], "y": place[1]})
            dispatch_fn(kind, touch)

    # --- fingers --------------------------------------------------------------------------------

    def down(self, x: float, y: float) -> Touch:
        """A finger comes down, at pixels from the top left of the window."""
        touch = Touch(x, Window.height - y)
        self._felt.put(("begin", touch, (0, 0)))
        return touch

    def moves(self, touch: Touch, x: float, y: float) -> None:
        """It slides there."""
        there = Touch(x, Window.height - y)
        self._felt.put(("update", touch, (there.sx, there.sy)))

    def up(self, touch: Touch) -> None:
        """It leaves the glass."""
        self._felt.put(("end", touch, (0, 0)))

    def tap(self, x: float, y: float) -> None:
        """Down and up again."""
        self.up(self.down(x, y))
