"""Main program on the board: pins, USB line and watchdog.

It runs only under MicroPython. ``main.py``, copied beside the folder ``firmware``, starts it.
"""

import json
import os
import time

import machine

from . import settings
from .keys import Keys
from .pn532 import Pn532
from .rfid import RfidDice
from .standard_line import StandardLine
from .tray import Tray
from .tray_loop import TrayLoop

WATCHDOG = 8000  # milliseconds; the board supports no longer timeout
LOOK_EVERY = 5  # milliseconds
USB_NAME = "Dice tray"  # the bank looks for it in the product strings
UNPLUGGED = 100  # milliseconds, for the computer to notice it


class BoardClock:
    """Milliseconds since power-up, without the wrap-around of the board's counter."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Return the time. Call it at least once in six days."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


def run() -> None:
    """Run the tray until the power is cut, or return at once in service mode."""
    if not _input(settings.SERVICE).value():
        return
    tell_usb_name()
    clock, lamp = BoardClock(), machine.Pin(settings.LAMP, machine.Pin.OUT)
    uid, boot = _hex(machine.unique_id()), _hex(os.urandom(4))
    tray = Tray(uid, boot, clock.now())
    station = TrayLoop(tray, reader(tray.hold_card), StandardLine(), lamp.value)
    watchdog = machine.WDT(timeout=WATCHDOG)
    while True:
        station.turn(clock.now())
        watchdog.feed()
        time.sleep_ms(LOOK_EVERY)


def tell_usb_name() -> None:
    """Appear on USB again, as a dice tray. Before version 1.23, MicroPython cannot do it."""
    if not hasattr(machine, "USBDevice"):
        return
    usb = machine.USBDevice()
    usb.active(False)
    usb.builtin_driver = usb.BUILTIN_DEFAULT
    device = usb.builtin_driver.desc_dev
    usb.config(device, usb.builtin_driver.desc_cfg, {device[15]: USB_NAME})  # 15: iProduct
    time.sleep_ms(UNPLUGGED)
    usb.active(True)


def reader(on_card: object) -> object:
    """Create the RFID reader once tags were taught, until then the keys.

    ``on_card`` is told of bank cards.
    """
    faces, cards = taught(settings.FACES), taught(settings.CARDS)
    if faces or cards:
        return RfidDice(chip().tags_in_field, faces, cards, on_card)
    pins = [[_input(number) for number in panel] for panel in settings.KEYS]
    return Keys(lambda die, face: not pins[die][face - 1].value())


def taught(path: str) -> dict:
    """Read what the tags were taught as; nothing if there is no such file."""
    try:
        with open(path) as file:
            return json.load(file)
    except OSError:
        return {}


def chip() -> Pn532:
    """Create the driver of the RFID chip on the pins of the settings."""
    pins = settings.PN532
    tx, rx = machine.Pin(pins["tx"]), machine.Pin(pins["rx"])
    return Pn532(machine.UART(pins["uart"], 115200, tx=tx, rx=rx, timeout=60, rxbuf=128))


def _input(number: int) -> object:
    return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)


def _hex(data: bytes) -> str:
    return "".join(f"{byte:02x}" for byte in data)
