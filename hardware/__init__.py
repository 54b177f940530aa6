"""A dice tray on a serial port and a button panel on pins, for any board game.

This is a throw on its way from two dice to a program, with a simulated tray in place of a real one
(for which the path is None: it is found)::

    >>> from queue import SimpleQueue
    >>> from hardware import DiceTray, FakeTray, ThrowSeen
    >>> events = SimpleQueue()
    >>> with FakeTray() as fake, DiceTray(fake.path, events.put) as tray:
    ...     fake.script([(3, 5)])
    ...     tray.lamp("ready", 12)
    ...     while not isinstance(event := events.get(timeout=5), ThrowSeen):
    ...         pass
    ...     # ... what it means is on disk now, with event.identity; only then:
    ...     tray.acknowledge(event.identity)
    >>> event.dice, event.awaited
    ((3, 5), 12)

The tray repeats a throw until it is acknowledged, whatever happens to the cable, to the port's
name or to the program meanwhile. So no throw is lost; and none counts twice, if the program
records identities and acknowledges, without acting on it, one that it has already. Events arrive
on the tray's thread.

Where things are: ``frames`` and ``reader`` are the lines of the protocol, ``link`` the bank's
side of it, all without a port; ``port`` and ``dice_tray`` have one. ``panel`` has the buttons.
``firmware`` is the tray's own program, and ``fakes`` stands in for both pieces of hardware.
"""

from hardware.dice_tray import DiceTray
from hardware.events import (
    Event,
    FaultSeen,
    OtherProtocol,
    RollingSeen,
    ThrowSeen,
    TrayFlooding,
    TrayFound,
    TrayLost,
    TrayRestarted,
)
from hardware.fakes import FakePanel, FakeTray
from hardware.panel import PINS, Panel, PanelUnavailable, Press, Stuck
from hardware.throw_script import DiceReading, random_throws

__all__ = [
    "PINS",
    "DiceReading",
    "DiceTray",
    "Event",
    "FakePanel",
    "FakeTray",
    "FaultSeen",
    "OtherProtocol",
    "Panel",
    "PanelUnavailable",
    "Press",
    "RollingSeen",
    "Stuck",
    "ThrowSeen",
    "TrayFlooding",
    "TrayFound",
    "TrayLost",
    "TrayRestarted",
    "random_throws",
]
