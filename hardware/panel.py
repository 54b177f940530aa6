"""Buttons, a lamp and a buzzer on pins, under the names they have at the table.

Each button connects its pin to ground; the lamp and the (passive) buzzer lie between their pin and
ground. The numbers are BCM numbers, the ones after "GPIO" on a pin-out.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Timer
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
STUCK = 30  # holds on end after which no finger can be meant
BRIGHTNESS = 0.6  # of 1: the lamp is looked at in lamplight
TONES = {"yes": "A5", "no": "A4"}  # what the buzzer says
BOUNCE = 0.015  # seconds; with 0.05 the pin driver was measured to lose taps of 30 ms

log = logging.getLogger(__name__)


class PanelUnavailable(RuntimeError):
    """There are no pins to be had, or not those. The message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press of one button. ``id`` is never used again, so that a ledger can count it once."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button has been down for half a minute: something leans on it, or it is broken."""

    name: str


class Panel:
    """The button panel, with the devices named in ``pins``; any of them may be left out.

    ``on_event`` is called on a thread of gpiozero's (for a held button, on another) and should only
    enqueue: while it runs, no other button is heard::

        panel = Panel(PINS, events.put)
        panel.ready(True)
        events.get()  # Press(name='yes', id='9f1c…'); a Stuck, should it come to that

    Raises PanelUnavailable when the pins cannot be had. There is no falling back to pretended
    ones: for those, give the ``pin_factory`` of a FakePanel.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        on_event: Callable[[Press | Stuck], None],
        pin_factory: Any = None,
        *,
        hold: float = HOLD,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._on_event = on_event
        self._hold = hold
        self._clock = clock
        self._devices: dict[str, Any] = {}
        self._factory = pin_factory
        self._silence = Timer(0, lambda: None)
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
            lamp.value = BRIGHTNESS if on else 0

    def beep(self, tone: str = "yes", seconds: float = 0.08) -> None:
        """Sound ``yes``, the higher tone, or ``no``, in the background. Without a buzzer, nothing
        happens."""
        if buzzer := self._devices.get(BUZZER):
            self._silence.cancel()
            buzzer.play(TONES[tone])
            self._silence = Timer(seconds, buzzer.stop)
            self._silence.start()

    def close(self) -> None:
        """Give the pins back."""
        self._silence.cancel()
        for device in self._devices.values():
            device.close()

    def _open(self, pins: Mapping[str, int]) -> None:
        for name, pin in pins.items():
            if name == LAMP:
                self._devices[name] = gpiozero.PWMLED(pin, pin_factory=self._factory)
            elif name == BUZZER:
                self._devices[name] = gpiozero.TonalBuzzer(pin, pin_factory=self._factory)
            else:
                self._devices[name] = self._button(name, pin)

    def _button(self, name: str, pin: int) -> gpiozero.Button:
        button = gpiozero.Button(
            pin,
            bounce_time=BOUNCE,
            hold_time=self._hold,
            hold_repeat=True,
            pin_factory=self._factory,
        )
        finger = _Finger(name)
        button.when_pressed = partial(self._pressed, finger)
        button.when_held = partial(self._held, finger)
        button.when_released = partial(self._released, finger)
        return button

    def _pressed(self, finger: "_Finger") -> None:
        if finger.debounce.pressed(self._clock()) and finger.name not in HELD:
            self._report(Press(finger.name, uuid4().hex))

    def _held(self, finger: "_Finger") -> None:
        finger.holds += 1
        if finger.holds == 1 and finger.name in HELD:
            self._report(Press(finger.name, uuid4().hex))
        if finger.holds == STUCK:
            self._report(Stuck(finger.name))

    def _released(self, finger: "_Finger") -> None:
        finger.debounce.released(self._clock())
        finger.holds = 0

    def _report(self, event: Press | Stuck) -> None:
        """Tell the owner, and let its failure end here.

        An exception was measured to kill lgpio's one thread, and with it every button, silently.
        """
        try:
            self._on_event(event)
        except Exception:
            log.exception("%s was not taken", event)


class _Finger:
    """What is known of the finger on one button."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.debounce = Debounce()
        self.holds = 0  # how often the hold time went by since it came down


def _sentence(failure: Exception) -> str:
    if isinstance(failure, gpiozero.BadPinFactory):
        return "The button panel cannot be used: this machine has no GPIO pins we can reach."
    return f"The button panel cannot be used: {failure}."
