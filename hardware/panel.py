"""Buttons, a lamp and a buzzer on pins, under the names they have at the table.

Each button connects its pin to ground; the lamp and the buzzer lie between their pin and ground.
The numbers are BCM numbers, the ones after "GPIO" on a pin-out.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Self
from uuid import uuid4
from warnings import catch_warnings, simplefilter

import gpiozero

from hardware.debounce import Debounce

PINS: Mapping[str, int] = {"yes": 17, "no": 27, "undo": 22, "lamp": 23, "buzzer": 24}
LAMP, BUZZER = "lamp", "buzzer"  # every other name is a button's
HELD = {"undo"}  # buttons that mean it only when they are held
HOLD = 1.0  # seconds
BOUNCE = 0.015  # seconds; with 0.05 the pin driver was measured to lose taps of 30 ms

log = logging.getLogger(__name__)


class PanelUnavailable(RuntimeError):
    """There are no pins to be had, or not those. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of one button. ``id`` is never used again, so that a ledger can count it once."""

    name: str
    id: str


class Panel:
    """The button panel, with the devices named in ``pins``; any of them may be left out.

    ``on_press`` is called on a thread of gpiozero's (for a held button, on another) and should only
    enqueue: while it runs, no other button is heard::

        panel = Panel(PINS, presses.put)
        panel.ready(True)
        presses.get()  # Press(name='yes', id='9f1c…')

    Raises PanelUnavailable when the pins cannot be had. There is no falling back to pretended
    ones: for those, give the ``pin_factory`` of a FakePanel.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        on_press: Callable[[Press], None],
        pin_factory: Any = None,
        *,
        hold: float = HOLD,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._on_press = on_press
        self._hold = hold
        self._clock = clock
        self._devices: dict[str, Any] = {}
        self._factory = pin_factory
        try:
            with catch_warnings(record=True) as fallbacks:
                simplefilter("always")
                self._open(pins)
        except Exception as failure:  # four pin drivers, each with exceptions of its own
            self.close()
            raise PanelUnavailable(_sentence(failure)) from failure
        for fallback in fallbacks:  # pins were had, but from a lesser driver
            log.warning("%s", fallback.message)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ready(self, on: bool) -> None:
        """Light the lamp, or put it out. Without a lamp, nothing happens."""
        if lamp := self._devices.get(LAMP):
            lamp.value = on

    def beep(self, seconds: float = 0.08) -> None:
        """Sound the buzzer once, in the background. Without a buzzer, nothing happens."""
        if buzzer := self._devices.get(BUZZER):
            buzzer.beep(on_time=seconds, off_time=0, n=1)

    def close(self) -> None:
        """Give the pins back."""
        for device in self._devices.values():
            device.close()

    def _open(self, pins: Mapping[str, int]) -> None:
        for name, pin in pins.items():
            if name == LAMP:
                self._devices[name] = gpiozero.LED(pin, pin_factory=self._factory)
            elif name == BUZZER:
                self._devices[name] = gpiozero.Buzzer(pin, pin_factory=self._factory)
            else:
                self._devices[name] = self._button(name, pin)

    def _button(self, name: str, pin: int) -> gpiozero.Button:
        button = gpiozero.Button(
            pin, bounce_time=BOUNCE, hold_time=self._hold, pin_factory=self._factory
        )
        if name in HELD:
            button.when_held = partial(self._report, name)
        else:
            debounce = Debounce()
            button.when_pressed = partial(self._pressed, name, debounce)
            button.when_released = partial(self._released, debounce)
        return button

    def _pressed(self, name: str, debounce: Debounce) -> None:
        if debounce.pressed(self._clock()):
            self._report(name)

    def _released(self, debounce: Debounce) -> None:
        debounce.released(self._clock())

    def _report(self, name: str) -> None:
        """Tell the owner, and let its failure end here.

        An exception was measured to kill lgpio's one thread, and with it every button, silently.
        """
        try:
            self._on_press(Press(name, uuid4().hex))
        except Exception:
            log.exception("a press of %r was not taken", name)


def _sentence(failure: Exception) -> str:
    if isinstance(failure, gpiozero.BadPinFactory):
        return "The button panel cannot be used: this machine has no GPIO pins we can reach."
    return f"The button panel cannot be used: {failure}."
