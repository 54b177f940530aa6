"""Button panel on GPIO pins: buttons, a lamp and a buzzer.

Pins are given by their BCM numbers: the numbers after "GPIO" on a pin-out.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Timer
from time import monotonic
from traceback import clear_frames
from typing import Any, Self
from uuid import uuid4

import gpiozero

from hardware.debounce import Debounce
from hardware.pin_driver import open_driver

PINS: Mapping[str, int] = {"yes": 17, "no": 27, "undo": 22, "lamp": 23, "buzzer": 24}
LAMP, BUZZER = OUTPUTS = "lamp", "buzzer"  # every other name is a button
BUSY = "busy"  # cause of a pin that another program, a driver of the kernel or a device has
HELD = {"undo"}  # buttons that must be held
HOLD = 1.0  # seconds
STUCK = 30  # consecutive hold times after which a button is reported as stuck
BRIGHTNESS = 0.6  # of 1: full brightness dazzles in a dim room
TONES = {"yes": "A5", "no": "A4"}
BOUNCE = 0.015  # seconds of one level until it counts; 0.05 was measured to lose taps of 30 ms

log = logging.getLogger(__name__)


class PanelUnavailable(RuntimeError):
    """Raised if there is no driver for the pins.

    ``has_pins`` is False if the machine has none; otherwise the message is the cause.
    """

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.has_pins = not isinstance(cause, gpiozero.BadPinFactory | gpiozero.PinUnknownPi)


@dataclass(frozen=True, slots=True)
class PinTrouble:
    """A device whose pin cannot be used; ``cause`` is ``busy`` or in the words of the driver."""

    name: str
    pin: int
    cause: str


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button; ``id`` is unique, so that a ledger can count it once."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """A button has been down for half a minute: it is blocked or broken."""

    name: str


class Panel:
    """A panel of buttons on GPIO pins, with an optional lamp and buzzer.

    Connect one leg of each button to its pin and the other leg to ground. Connect the lamp (an LED
    with a resistor) and the passive buzzer between their pins and ground.

    The following code lights the lamp and waits for a press::

        panel = Panel(PINS, events.put)
        panel.ready(True)
        events.get()  # Press(name='yes', id='9f1c…')

    A pin that cannot be used, because another program holds it, takes its device away and no
    other: ``troubles`` names it, and ``look_again`` tries it again. Raises PanelUnavailable if
    there is no driver for the pins. There is no fallback to mock pins; for those, pass the
    ``factory`` of a FakePanel.

    :param pins: BCM numbers by name. ``lamp`` and ``buzzer`` are outputs, all others are buttons.
    :param on_event: Called on a thread of gpiozero with each event. It should only enqueue the
        event: no other button is read while it runs.
    :param pin_factory: Pin factory of gpiozero; the default is lgpio's, or what the environment
        variable ``GPIOZERO_PIN_FACTORY`` names.
    :param hold: Seconds until a held button counts.
    :param clock: Seconds of a clock that never goes backwards.
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
        self._pins = dict(pins)
        self._devices: dict[str, Any] = {}
        self._factory = pin_factory
        self._is_ready = False
        self._silence = Timer(0, lambda: None)
        self.troubles: tuple[PinTrouble, ...] = ()
        self.look_again()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def look_again(self) -> None:
        """Try the devices again that could not be used, and set ``troubles`` anew.

        Raises PanelUnavailable if there is no driver for the pins.
        """
        if self._factory is None:
            try:
                open_driver()
            except Exception as cause:  # each of the four pin drivers has its own exceptions
                raise PanelUnavailable(cause) from cause
        missing = {name: pin for name, pin in self._pins.items() if name not in self._devices}
        failures = {name: self._open(name, pin) for name, pin in missing.items()}
        causes = {name: failure for name, failure in failures.items() if failure}
        self.troubles = tuple(
            PinTrouble(name, self._pins[name], _reason(cause)) for name, cause in causes.items()
        )
        self.ready(self._is_ready)

    def ready(self, on: bool) -> None:
        """Switch the lamp. Do nothing if there is no lamp."""
        self._is_ready = on
        if lamp := self._devices.get(LAMP):
            lamp.value = BRIGHTNESS if on else 0

    def beep(self, tone: str = "yes", seconds: float = 0.08) -> None:
        """Play ``yes``, the higher tone, or ``no`` in the background.

        Do nothing if there is no buzzer.
        """
        if buzzer := self._devices.get(BUZZER):
            self._silence.cancel()
            buzzer.play(TONES[tone])
            self._silence = Timer(seconds, _end_pulses, [buzzer.pwm_device.pin])
            self._silence.start()

    def close(self) -> None:
        """Silence the buzzer, switch off the lamp and release the pins."""
        self._silence.cancel()
        if self._silence.is_alive():
            self._silence.join()
        with suppress(gpiozero.GPIOZeroError):  # the pins were released before the panel
            if buzzer := self._devices.get(BUZZER):
                _end_pulses(buzzer.pwm_device.pin)
            if lamp := self._devices.get(LAMP):
                _end_pulses(lamp.pin)
        for device in self._devices.values():
            device.close()
        self._devices.clear()  # whoever closes it again finds nothing to silence

    def _open(self, name: str, pin: int) -> Exception | None:
        """Open a device; return the failure if its pin cannot be used."""
        try:
            self._devices[name] = self._device(name, pin)
        except Exception as failure:  # each of the four pin drivers has its own exceptions
            # gpiozero keeps a pin reserved for as long as the device lives that could not have it,
            # and the frames of the failure are what keeps that device alive.
            clear_frames(failure.__traceback__)
            return failure
        return None

    def _device(self, name: str, pin: int) -> Any:
        if name == LAMP:
            return gpiozero.PWMLED(pin, pin_factory=self._factory)
        if name == BUZZER:
            return gpiozero.TonalBuzzer(pin, pin_factory=self._factory)
        return self._button(name, pin)

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
        """Call the owner with an event, and log any exception.

        An exception was measured to end lgpio's only thread, and with it every button, silently.
        """
        try:
            self._on_event(event)
        except Exception:
            log.exception("%s was not delivered", event)


def _reason(failure: Exception) -> str:
    said = str(failure).strip("'")
    is_busy = isinstance(failure, gpiozero.GPIOPinInUse) or "busy" in said.lower()
    return BUSY if is_busy else said


def _end_pulses(pin: gpiozero.Pin) -> None:
    """Stop the pulses of an output and leave it low.

    lgpio leaves a pin at the level of its last pulse. A magnetic buzzer would draw current from a
    pin that stays high until the next tone.
    """
    pin.frequency = None
    pin.state = 0


class _Finger:
    """State of one button."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.debounce = Debounce()
        self.holds = 0  # hold times elapsed since the button went down
