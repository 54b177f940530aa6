"""A dice tray on a serial port and a button panel on pins, for any board game."""

from hardware.dice_tray import DiceTray
from hardware.events import (
    Event,
    FaultSeen,
    OtherProtocol,
    RollingSeen,
    ThrowSeen,
    TrayFound,
    TrayLost,
    TrayRestarted,
)
from hardware.fakes import FakePanel, FakeTray, random_throws
from hardware.panel import PINS, Panel, PanelUnavailable, Press

__all__ = [
    "PINS",
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
    "ThrowSeen",
    "TrayFound",
    "TrayLost",
    "TrayRestarted",
    "random_throws",
]
