"""The gate of a kiosk: what nobody could play without is said on the screen before the first game,
and the gate opens as soon as it is there, or when somebody wants to go on as it is."""

from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window

from companion.runtime.doctor import Check, missing
from companion.system.touchscreens import touchscreens
from companion.text import translate_message
from companion.text.screens.recovery import RECOVERY
from companion.ui.kivy_config import on_bare_panel
from companion.ui.recovery.state import RecoveryState, WayOut
from companion.ui.table import Table
from companion.ui.thread_queue import UiQueue

LOOK_AGAIN = 3.0
"""Seconds from one look to the next."""


class Preflight:
    """Before ``table``, whose books are in ``folder``."""

    def __init__(self, table: Table, inputs: UiQueue, folder: Path) -> None:
        self._table, self._inputs, self._folder = table, inputs, folder
        self._is_shut = False

    def open(self) -> None:
        """Shows what is missing, if anything is; the game goes on behind."""
        found = missing(self._folder, Window.size)
        if not found or self._table.screen == "recovery":
            return
        self._is_shut = True
        way = WayOut(RECOVERY["without"], RECOVERY["about_without"], 0, lambda progress: None)
        recovery = RecoveryState(said(found), [way], self._inputs.hop, self._pass, "missing")
        self._table.recovery = recovery
        self._table.device.leads_back = "recovery"
        self._table.show_screen("recovery")
        Clock.schedule_interval(self._look_again, LOOK_AGAIN)

    def _look_again(self, _: float) -> bool:
        if self._is_shut:
            found = missing(self._folder, Window.size)
            self._table.recovery.sentence = said(found)
            if not found:
                self._pass()
        return self._is_shut

    def _pass(self) -> None:
        self._is_shut = False
        self._table.device.leads_back = "menu"
        self._table.show_screen("play" if self._table.session else "setup")

    def watch_glass(self, stop: Callable[[], object]) -> None:
        """A touchscreen that comes late is not looked for by Kivy: the bank ends, and is started
        again by whoever started it."""
        if on_bare_panel():
            self._known = touchscreens()
            self._stop = stop
            Clock.schedule_interval(self._look_at_glass, LOOK_AGAIN)

    def _look_at_glass(self, _: float) -> None:
        if touchscreens() - self._known:
            self._stop()


def said(found: list[Check]) -> str:
    """All of it, with what helps."""
    parts = [map(translate_message, (one.subject, one.found, one.remedy)) for one in found]
    return "\n".join(f"{subject}: {state}. {remedy}" for subject, state, remedy in parts)
