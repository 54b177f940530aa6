"""A desk whose table is painted and touched in Kivy's window: for what only a window shows."""

import gc
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.screens.fingers import Fingers
from companion.screens.parts import Words
from companion.ui import start as window
from companion.ui.start import Display
from tests.ui.driver import PANEL, Desk

COLLECTED_EVERY = 4
"""Number of desks after which their screens, of some 50 MB each, are collected."""


_opened = count()
"""Numbers of the desks that this process has opened."""


def _collect() -> None:
    """Free the screens of closed desks, which are cycles, and leave alone whatever is left.

    What stays for good, such as modules and fonts, is not looked at again by later collections.
    """
    gc.collect()
    gc.freeze()


def _unseen(*_: object) -> None:
    """Instead of drawing."""


def surfaces(root: Any) -> list[Any]:
    """The surfaces in a widget, those above others last."""
    from companion.ui.surface import Surface

    if isinstance(root, Surface):
        return [root]
    return [found for child in reversed(root.children) for found in surfaces(child)]


class WindowDesk(Desk):
    """One table, seen and touched through the window only.

    Frames are laid out, but only ``drawn`` ones are drawn: in software that takes most of the time.
    """

    def __init__(
        self,
        folder: Path,
        echo: float = 0.4,
        size: tuple[int, int] = PANEL,
        *,
        drawn: bool = False,
    ) -> None:
        window.prepare(Display())
        from kivy.base import EventLoop
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.ui.app import load_looks

        Clock._max_fps = 0  # frames follow each other as fast as they can
        EventLoop.ensure_window()
        Window.size = size
        load_looks()
        if next(_opened) % COLLECTED_EVERY == 0:
            _collect()
        self.loop, self.window = EventLoop, Window
        self._closing = ExitStack()
        if not drawn:
            undrawn = patch.multiple(Window, on_draw=_unseen, on_flip=_unseen, create=True)
            self._closing.enter_context(undrawn)
        super().__init__(folder, echo, size)

    def opened_fingers(self, size: tuple[int, int]) -> Fingers:
        from companion.ui.app import TableTop

        self.root = TableTop(table=self.table)
        self.window.add_widget(self.root)
        self.viewer = self.root.viewer
        return self.root.fingers

    def close(self) -> None:
        self.window.rotation = 0
        self.window.remove_widget(self.root)
        super().close()
        self.frames(1)  # A page that waits for its frame would colour the window of the next test.
        self._closing.close()

    def frames(self, count: int = 4) -> None:
        for _ in range(count):
            self.clock.frame()
            self.loop.idle()

    # --- what is painted ------------------------------------------------------------------------

    @property
    def is_still(self) -> bool:
        """True if nothing flies, and nothing on a page moves."""
        motions = [one.motion for one in surfaces(self.root)]
        return not any(one.motion.is_running and not one.less for one in motions)

    def shown_texts(self) -> list[str]:
        """The texts as they are painted in this frame; those that count are on their way."""
        leaves = (leaf for one in surfaces(self.root) for leaf in one.leaves.leaf.values())
        return [" ".join(leaf.look.lines) for leaf in leaves if isinstance(leaf.look, Words)]

    # --- a finger on the glass ------------------------------------------------------------------

    def from_bottom(self, x: float, y: float) -> tuple[float, float]:
        """A place as Kivy counts it, from the bottom of the window."""
        return x, self.window.height - y

    def down(self, x: float, y: float) -> Any:
        from companion.ui.driver import Touch

        touch = Touch(*self.from_bottom(x, y))
        self.loop.post_dispatch_input("begin", touch)
        return touch

    def move(self, finger: Any, x: float, y: float) -> None:
        from companion.ui.driver import Touch

        there = Touch(*self.from_bottom(x, y))
        finger.move({"x": there.sx, "y": there.sy})
        self.loop.post_dispatch_input("update", finger)

    def lift(self, finger: Any) -> None:
        from companion.ui.driver import lift

        lift(finger)

    def draw_rows(self, down: bool) -> bool:
        """Draw the rows; a second goes by between any two reports of the finger."""
        from kivy.clock import Clock

        from companion.ui.leaves import PanePainter

        with patch("kivy.effects.kinetic.time", count(1).__next__):
            is_moved = super().draw_rows(down)
        leaves = [leaf for one in surfaces(self.root) for leaf in one.leaves.leaf.values()]
        Clock._max_fps = 60
        for pane in (leaf for leaf in leaves if isinstance(leaf, PanePainter)):
            self.until(lambda it=pane.effect: max(abs(it.velocity), abs(it.overscroll)) < 1)
        Clock._max_fps = 0
        return is_moved
