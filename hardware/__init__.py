"""Dice tray on a serial port, buttons on pins, a USB reader of cards, for any board game.

This example follows a throw from the dice to a program. It uses a simulated tray; for a real one,
pass None instead of a path, and the tray is found::

    >>> from queue import SimpleQueue
    >>> from hardware import DiceTray, FakeTray, ThrowSeen
    >>> events = SimpleQueue()
    >>> with FakeTray() as fake, DiceTray(fake.path, events.put) as tray:
    ...     fake.script([(3, 5)])
    ...     tray.lamp("ready", 12)
    ...     while not isinstance(event := events.get(timeout=5), ThrowSeen):
    ...         pass
    ...     # ... store the result with event.identity on disk, and only then:
    ...     tray.acknowledge(event.identity)
    >>> event.dice, event.awaited
    ((3, 5), 12)

The tray repeats a throw until it is acknowledged, even if the cable is unplugged, the port gets
another name or the program restarts. Therefore no throw is lost. None counts twice if the program
records each identity and only acknowledges one that it has already. Events arrive on the tray's
thread.

Begin with ``tray_session``: it is the bank's end of the protocol, without a port. ``frames`` and
``frame_reader`` encode and decode its lines; ``port`` and ``dice_tray`` connect it to a serial
port. ``panel`` has the buttons, the lamp and the buzzer, ``card_reader`` the reader that types.
``firmware`` is the program of the tray, and ``fakes`` simulates the devices. This package imports
nothing of the game.
"""

from hardware.card_reader import CardReader, CardTyped, ReaderChanged, ReaderEvent, ReaderProblem
from hardware.dice_tray import DiceTray
from hardware.events import (
    CardSeen,
    Event,
    FaultSeen,
    OtherProtocol,
    PortProblem,
    RollingSeen,
    ThrowSeen,
    TrayFlooding,
    TrayFound,
    TrayLost,
    TrayRestarted,
)
from hardware.fakes import FakeCardReader, FakePanel, FakeTray
from hardware.input_devices import InputDevices
from hardware.panel import OUTPUTS, PINS, Panel, PanelUnavailable, PinTrouble, Press, Stuck
from hardware.throw_script import DiceReading, random_throws

__all__ = [
    "OUTPUTS",
    "PINS",
    "CardReader",
    "CardSeen",
    "CardTyped",
    "DiceReading",
    "DiceTray",
    "Event",
    "FakeCardReader",
    "FakePanel",
    "FakeTray",
    "FaultSeen",
    "InputDevices",
    "OtherProtocol",
    "Panel",
    "PanelUnavailable",
    "PinTrouble",
    "PortProblem",
    "Press",
    "ReaderChanged",
    "ReaderEvent",
    "ReaderProblem",
    "RollingSeen",
    "Stuck",
    "ThrowSeen",
    "TrayFlooding",
    "TrayFound",
    "TrayLost",
    "TrayRestarted",
    "random_throws",
]
