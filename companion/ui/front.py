"""The window as a front end of the bank. Import this module only after ``start.prepare``."""

from collections.abc import Callable

from kivy.base import EventLoop
from kivy.core.window import Window, WindowBase

from companion.table.table import Table
from companion.ui.app import CompanionApp
from companion.ui.clock import WindowClock
from companion.ui.sounds import Sounds


class WindowFront:
    """Window of Kivy, with its clock and its player of sounds."""

    pages = speaker = None

    def __init__(self) -> None:
        self.clock = WindowClock()
        self.play = Sounds().play
        self._app: CompanionApp | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        width, height = Window.size
        return width, height

    def on_first_frame(self, call: Callable[[], object]) -> None:
        """Call once, when the first frame was drawn."""

        def shown(window: WindowBase) -> None:
            window.unbind(on_flip=shown)
            self.clock.later(0, call)

        EventLoop.window.bind(on_flip=shown)

    def run(self, table: Table) -> None:
        """Show a table until the window is closed."""
        self._app = CompanionApp(table)
        self._app.run()

    def stop(self) -> None:
        """Close the window after the current frame; may be called from any thread."""
        self.clock.later(0, self._stop)

    def _stop(self) -> None:
        if self._app:
            self._app.stop()
