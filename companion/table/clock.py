"""Clock of the thread on which the table lives; a front lends it.

The table knows no time but this one. Tests lend a clock that stands still until they let time pass.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

Call = Callable[[], object]
BEFORE_THE_FRAME = -1.0
"""Delay of a call that is made before the next picture, even while others are being made."""


class Trigger(Protocol):
    """Call that waits for its time once it is started."""

    def __call__(self) -> object:
        """Start the delay, unless it runs."""

    def cancel(self) -> object:
        """Stop the delay, if it runs."""


class Clock(ABC):
    """Clock with calls at a later time."""

    @abstractmethod
    def __call__(self) -> float:
        """Time in seconds, counted from any point."""

    @property
    @abstractmethod
    def frames(self) -> int:
        """Number of the picture that is being made."""

    @abstractmethod
    def trigger(self, seconds: float, call: Call, again: bool = False) -> Trigger:
        """Return what starts a delay of some seconds, after which the function is called.

        It is called ``again`` and again until the delay is cancelled. A trigger may be started on
        any thread; the function is called on the table's.
        """

    def later(self, seconds: float, call: Call) -> Trigger:
        """Call a function once, after some seconds: at 0 with the next picture."""
        started = self.trigger(seconds, call)
        started()
        return started

    def every(self, seconds: float, call: Call) -> Trigger:
        """Call a function again and again, with some seconds before each call."""
        started = self.trigger(seconds, call, again=True)
        started()
        return started
