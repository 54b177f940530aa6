"""Dice tray and button panel: their events become calls of the table, its state their lamps."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from companion import text
from companion.runtime import log
from companion.system.board import ROOT, gpio_chips
from companion.table.button_input import ButtonInput, has_move
from companion.table.card_input import CardInput
from companion.table.table import Table
from companion.table.thread_queue import ThreadQueue
from hardware import (
    OUTPUTS,
    PINS,
    CardSeen,
    DiceTray,
    Event,
    FaultSeen,
    OtherProtocol,
    Panel,
    PanelUnavailable,
    PortProblem,
    Press,
    RollingSeen,
    Stuck,
    ThrowSeen,
    TrayFlooding,
    TrayFound,
    TrayLost,
    TrayRestarted,
)

NO_MOVE = "no move"
PINS_AGAIN = 10.0
"""Seconds between two attempts to use the pins that another program holds."""


def has_pins(root: Path = ROOT) -> bool:
    """Return True if this machine has GPIO pins: most have none, which is no error.

    The kiosk names lgpio on every machine; whoever names another driver has pins for it.
    """
    named = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    return named != "lgpio" or bool(gpio_chips(root))


class Devices:
    """The available hardware, connected to ``table`` through the queue ``inputs``."""

    def __init__(self, table: Table, inputs: ThreadQueue) -> None:
        self._table = table
        self._buttons, self._cards = ButtonInput(table), CardInput(table)
        self._inputs = inputs
        self._open = ExitStack()
        self._is_named = False
        self._tray: DiceTray | None = None

    def tray(self, url: str | None, by: str = "tray") -> None:
        """Connect the dice tray at ``url`` or search for one; a missing tray is no error.

        It takes the place of the tray that was connected before. ``by`` is its kind: ``tray`` or
        ``dice``.
        """
        table, before = self._table, self._tray
        self._is_named = url is not None
        tray = DiceTray(url, self._inputs.hop_if_room(self._on_tray_event))
        if before:
            before.close()
            table.tray_input.use(by)
        else:
            table.tray_input.by = by
            table.bind(awaited=self._light)
            self._open.callback(self._close_tray)
        self._tray = tray
        table.tray_input.acknowledge = tray.acknowledge
        table.tray_input.put_off = tray.put_off
        self._light(table.awaited)
        tray.start()

    def _light(self, number: int) -> None:
        if self._tray:
            self._tray.lamp("ready" if number else "wait", number)

    def _close_tray(self) -> None:
        if self._tray:
            self._tray.close()

    def panel(self, pins: Mapping[str, int] = PINS, factory: Any = None) -> str:
        """Connect the button panel; return what cannot be used of it, "" if there is nothing.

        A device whose pin cannot be used is tried again every ``PINS_AGAIN`` seconds. A button to
        whose name no move belongs is left out.
        """
        idle = {name: pins[name] for name in pins if name not in OUTPUTS and not has_move(name)}
        pins = {name: pins[name] for name in pins if name not in idle}
        try:
            panel = Panel(pins, self._inputs.hop(self._on_press), factory)
        except PanelUnavailable as error:
            log.warning("panel-missing", reason=error)
            return text.no_buttons(str(error) if error.has_pins else "")
        self._open.enter_context(panel)
        self._table.bind(now=lambda now: panel.ready(now.yes is not None))
        self._table.bind(notice=lambda notice: panel.beep("no") if notice else None)
        self._table.bind(number=lambda number: panel.beep("yes") if number else None)
        troubles = [(name, pin, NO_MOVE) for name, pin in idle.items()]
        troubles += [(one.name, one.pin, one.cause) for one in panel.troubles]
        for name, pin, why in troubles:
            log.warning("panel-missing", device=name, pin=pin, reason=why)
        _log_usable(pins, panel)
        if panel.troubles:
            again = self._table.clock.every(PINS_AGAIN, partial(self._look_again, pins, panel))
            self._open.callback(again.cancel)
        return text.pin_troubles(troubles) if troubles else ""

    def _look_again(self, pins: Mapping[str, int], panel: Panel) -> None:
        """Try the missing devices of the panel again."""
        before = panel.troubles
        if before:
            panel.look_again()
        if panel.troubles != before:
            _log_usable(pins, panel)

    def close(self) -> None:
        """Close the tray and the button panel."""
        self._open.close()

    def _wake(self) -> bool:
        """Wake the screen; return True if it was dimmed."""
        return bool(self._table.settings and self._table.settings.light.wake())

    def _on_press(self, event: Press | Stuck) -> None:
        match event:
            case Press() if self._wake():
                pass  # Pressed in the dark: it only wakes the screen.
            case Press(name, id):
                self._buttons.press(name, id)
            case Stuck(name):
                log.warning("button-stuck", button=name)
                self._table.say(text.button_stuck(name))

    def hold_card(self, seat: int, card_id: str) -> None:
        """Handle a bank card; see ``CardInput``. Held in the dark, it only wakes the screen."""
        if not self._wake():
            self._cards.hold(seat, card_id)

    def _on_tray_event(self, event: Event) -> None:
        if isinstance(event, ThrowSeen | FaultSeen | RollingSeen):
            self._wake()
        match event:
            case CardSeen(identity, number):
                self.hold_card(number, identity)
            case ThrowSeen(identity, dice, awaited):
                self._table.tray_input.on_throw(identity, dice, awaited)
            case FaultSeen(identity, code):
                self._table.tray_input.on_fault(identity, code)
            case TrayFound():
                log.info("tray-found")
                self._table.tray_input.on_found()
            case TrayLost(reason, url):
                if reason is PortProblem.NOT_PLUGGED_IN:  # Most tables never had one.
                    log.info("tray-missing")
                else:
                    log.warning("tray-lost", reason=reason, url=url)
                # A lost tray is only reported if its address was given.
                why = text.tray_problem(reason, url) if self._is_named else ""
                self._table.tray_input.on_lost(why)
            case TrayRestarted():
                log.warning("tray-restarted")
                self._table.tray_input.on_restarted()
            case OtherProtocol():
                log.warning("tray-incompatible")
                self._table.tray_input.on_incompatible()
            case TrayFlooding():
                log.warning("tray-flooding")
                self._table.tray_input.on_flood()
            case RollingSeen():
                self._table.tray_input.on_rolling()


def _log_usable(pins: Mapping[str, int], panel: Panel) -> None:
    missing = {trouble.name for trouble in panel.troubles}
    usable = [str(pin) for name, pin in pins.items() if name not in missing]
    log.info("panel-found", pins=",".join(usable))
