"""The tray and the panel: what they say becomes verbs, what is awaited lights their lamps."""

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from companion import text
from companion.ui.table import Table
from companion.ui.thread_queue import UiQueue
from hardware import (
    PINS,
    DiceTray,
    Event,
    FaultSeen,
    OtherProtocol,
    Panel,
    Press,
    RollingSeen,
    Stuck,
    ThrowSeen,
    TrayFlooding,
    TrayFound,
    TrayLost,
    TrayRestarted,
)


class Devices:
    """Whatever hardware there is, connected to ``table`` through ``inputs``."""

    def __init__(self, table: Table, inputs: UiQueue) -> None:
        self._table = table
        self._inputs = inputs
        self._open = ExitStack()
        self._is_named = False

    def tray(self, url: str | None) -> None:
        """A dice tray at ``url``, or wherever it is found; none there is no error."""
        table = self._table
        self._is_named = url is not None
        tray = DiceTray(url, self._inputs.hop_if_room(self._hear))
        table.tray_input.acknowledge = tray.acknowledge
        table.tray_input.put_off = tray.put_off

        def light(_: Table, number: float) -> None:
            tray.lamp("ready" if number else "wait", int(number))

        table.bind(awaited=light)
        light(table, table.awaited)
        self._open.enter_context(tray)

    def panel(self, pins: Mapping[str, int] = PINS, factory: Any = None) -> None:
        """Buttons on pins. Raises PanelUnavailable."""
        panel = self._open.enter_context(Panel(pins, self._inputs.hop(self._press), factory))
        self._table.bind(now=lambda _, now: panel.ready(now.yes is not None))
        self._table.bind(notice=lambda _, notice: panel.beep("no") if notice else None)
        self._table.bind(number=lambda _, number: panel.beep("yes") if number else None)

    def close(self) -> None:
        """Let go of all of them."""
        self._open.close()

    def _stir(self) -> bool:
        """Somebody is there. Whether the screen was dimmed until now."""
        return bool(self._table.preferences and self._table.preferences.light.wake())

    def _press(self, event: Press | Stuck) -> None:
        match event:
            case Press() if self._stir():
                pass  # It was meant for what could not be seen.
            case Press(name, id):
                self._table.press(name, id)
            case Stuck(name):
                self._table.say(text.button_stuck(name))

    def _hear(self, event: Event) -> None:
        if isinstance(event, ThrowSeen | FaultSeen | RollingSeen):
            self._stir()
        match event:
            case ThrowSeen(identity, dice, awaited):
                self._table.tray_input.on_throw(identity, dice, awaited)
            case FaultSeen(identity, code):
                self._table.tray_input.on_fault(identity, code)
            case TrayFound():
                self._table.tray_input.on_found()
            case TrayLost(reason):
                # Who has no tray need not hear that there is none; who named one must.
                self._table.tray_input.on_lost(reason if self._is_named else "")
            case TrayRestarted():
                self._table.tray_input.on_restarted()
            case OtherProtocol():
                self._table.tray_input.on_incompatible()
            case TrayFlooding():
                self._table.tray_input.on_flood()
            case RollingSeen():
                self._table.tray_input.on_rolling()
