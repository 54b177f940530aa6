"""Kiosk preflight: show missing requirements before the first game.

The game continues when the requirements are met or the user skips them.
"""

from collections.abc import Callable
from pathlib import Path

from companion.runtime.doctor import Check, missing
from companion.system.displays import on_bare_panel
from companion.system.touchscreens import touchscreens
from companion.table.recovery import WayOut
from companion.table.table import Table
from companion.text import translate_message
from companion.text.screens.recovery import RECOVERY
from companion.ui.start import lacks_touchscreen

LOOK_AGAIN = 3.0
"""Seconds between two checks."""


class Preflight:
    """Preflight of ``table``, whose ledger is in ``folder``; ``size`` is the size of the front."""

    def __init__(self, table: Table, folder: Path, size: Callable[[], tuple[int, int]]) -> None:
        self._table, self._folder, self._size = table, folder, size
        self._is_blocking = False

    def open(self) -> None:
        """Show what is missing, if anything is, in front of the game."""
        found = missing(self._folder, self._size())
        if not found or self._table.screen == "recovery":
            return
        self._is_blocking, self._screen = True, self._table.screen
        self._way = WayOut(RECOVERY["without"], RECOVERY["about_without"], 0, lambda progress: None)
        self._table.recovery.offer("missing", describe(found), [self._way], self._pass)
        self._checking = self._table.clock.every(LOOK_AGAIN, self._check_again)

    def _check_again(self) -> None:
        # A ledger that was found damaged meanwhile has other ways out.
        self._is_blocking &= self._way in self._table.recovery.value.ways
        if self._is_blocking:
            found = missing(self._folder, self._size())
            self._table.recovery.change(sentence=describe(found))
            if not found:
                self._pass()
        if not self._is_blocking:
            self._checking.cancel()

    def _pass(self) -> None:
        self._is_blocking = False
        self._table.device.leads_back = "menu"
        self._table.show_screen("play" if self._table.session else self._screen)

    def watch_touchscreens(self, stop: Callable[[], object]) -> None:
        """Call ``stop`` when a touchscreen appears late, so that the service manager restarts us.

        Kivy searches for touchscreens only once.
        """
        if on_bare_panel():
            self._known = touchscreens()
            self._stop = stop
            self._table.clock.every(LOOK_AGAIN, self._check_touchscreens)

    def _check_touchscreens(self) -> None:
        if lacks_touchscreen() or touchscreens() - self._known:
            self._stop()


def describe(found: list[Check]) -> str:
    """Write all checks with their remedies, one per line."""
    parts = [map(translate_message, (one.subject, one.found, one.remedy)) for one in found]
    return "\n".join(f"{subject}: {state}. {remedy}" for subject, state, remedy in parts)
