"""Kivy's clock, as the window lends it to the table."""

from time import monotonic
from typing import Any

from kivy.clock import Clock as Frames

from companion.table.clock import Call, Clock


class WindowClock(Clock):
    """Clock of the window's thread: its calls are made between two frames."""

    def __call__(self) -> float:
        return monotonic()

    @property
    def frames(self) -> int:
        return int(Frames.frames)

    def trigger(self, seconds: float, call: Call, again: bool = False) -> Any:
        return Frames.create_trigger(lambda _: call(), seconds, interval=again)
