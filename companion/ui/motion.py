"""Motion: values that change over a few frames, and then rest.

A ``Motion`` asks for frames only while something runs. It knows no widgets: each change is a
function of a share from 0 to 1 that updates canvas instructions.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kivy.animation import AnimationTransition
from kivy.clock import Clock

Draw = Callable[[float], object]
"""Function that draws a change at a share from 0 to 1."""
EVERY_FRAME = 0


@dataclass(slots=True)
class _Change:
    draw: Draw
    seconds: float
    curve: Callable[[float], float]
    age: float
    """Seconds since the change began; negative before it begins."""
    at_end: Callable[[], object]


class Motion:
    """Changes that run at the same time; each may begin after a delay."""

    def __init__(self) -> None:
        self._changes: list[_Change] = []
        self._frames = Clock.create_trigger(self._on_frame, EVERY_FRAME, interval=True)

    @property
    def is_running(self) -> bool:
        """Return True while frames are needed."""
        return bool(self._changes)

    def run(
        self,
        draw: Draw,
        seconds: float,
        curve: str = "linear",
        delay: float = 0.0,
        at_end: Callable[[], object] = lambda: None,
        waits_unseen: bool = False,
    ) -> None:
        """Call ``draw`` in every frame; ``curve`` is one of Kivy's AnimationTransition.

        Its beginning is drawn at once; if it ``waits_unseen``, after the delay. ``at_end`` is
        called after its end was drawn.
        """
        if not (waits_unseen and delay):
            draw(0.0)
        easing = getattr(AnimationTransition, curve)
        self._changes.append(_Change(draw, seconds, easing, -delay, at_end))
        self._frames()

    def advance(self, seconds: float) -> None:
        """Let time pass and draw what it changes."""
        for change in list(self._changes):
            change.age += seconds
            share = min(1.0, change.age / change.seconds)
            if share >= 0:
                change.draw(change.curve(share) if share < 1 else 1.0)
            if share == 1:
                self._changes.remove(change)
                change.at_end()
        if not self._changes:
            self._frames.cancel()

    def finish(self) -> None:
        """Draw the end of everything that still runs."""
        while self._changes:
            change = self._changes.pop(0)
            change.draw(1.0)
            change.at_end()
        self._frames.cancel()

    def _on_frame(self, seconds: float) -> None:
        # The time of a long frame, such as one that builds a screen, is not skipped over.
        self.advance(min(seconds, LONGEST_FRAME))


LONGEST_FRAME = 0.05
