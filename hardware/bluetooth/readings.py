"""Decoders of what Bluetooth dice say, by the protocols that their makers publish.

Pixels: https://github.com/GameWithPixels/pixels-js. A die that is not connected says everything in
its advertisements: manufacturer data of company 0x0D39 with the number of LEDs, color and type,
roll state, index of the upper face, and battery.

GoDice: https://github.com/ParticulaCode/GoDicePythonAPI. A connected die sends a message over the
Nordic UART service when it begins to roll, and another with its acceleration when it is at rest.
"""

import struct
from dataclasses import dataclass
from enum import StrEnum

PIXELS_COMPANY = 0x0D39
PIXELS_SIX_SIDED = (2, 8)  # with numbers and with pips
GODICE_NAME = "GoDice_"
GODICE_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
GODICE_MESSAGES = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
GODICE_REQUESTS = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
GODICE_BATTERY = b"\x03"
"""Request for the level of the battery."""


class DieMotion(StrEnum):
    """Motion of a die; only ``ROLLED`` has a face that counts."""

    HELD = "held"
    ROLLING = "rolling"
    ROLLED = "rolled"
    CROOKED = "crooked"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class DieReading:
    """DieMotion of a die, with its upper face if it has been rolled."""

    motion: DieMotion
    face: int = 0


_PIXELS_STATES = {
    1: DieMotion.ROLLED,
    2: DieMotion.HELD,
    3: DieMotion.ROLLING,
    4: DieMotion.CROOKED,
    5: DieMotion.MOVED,  # at rest on a face, but not after a roll
}
_GODICE_VECTORS = {
    1: (-64, 0, 0),
    2: (0, 0, 64),
    3: (0, 64, 0),
    4: (0, -64, 0),
    5: (0, 0, -64),
    6: (64, 0, 0),
}
_GODICE_RESTS = {b"T": DieMotion.CROOKED, b"F": DieMotion.MOVED, b"M": DieMotion.MOVED}


def read_pixels(data: bytes) -> tuple[DieReading, int] | None:
    """Decode the manufacturer data of a Pixels die: its reading, and its battery in percent.

    Return None for a die that is not six-sided, or that does not know how it is.
    """
    if len(data) < 5:
        return None
    _, kind, state, face, battery = struct.unpack_from("<5B", data)
    motion = _PIXELS_STATES.get(state)
    if kind >> 4 not in PIXELS_SIX_SIDED or motion is None or face > 5:
        return None
    return DieReading(motion, face + 1 if motion is DieMotion.ROLLED else 0), min(
        battery & 0x7F, 100
    )


def read_godice(message: bytes) -> DieReading | None:
    """Decode a message of a GoDice about its motion; return None for any other message."""
    if message == b"R":
        return DieReading(DieMotion.ROLLING)
    if len(message) == 4 and message[:1] == b"S":
        return DieReading(DieMotion.ROLLED, _nearest_face(message[1:]))
    if len(message) == 5 and message[1:2] == b"S" and message[:1] in _GODICE_RESTS:
        return DieReading(_GODICE_RESTS[message[:1]])
    return None


def read_godice_battery(message: bytes) -> int | None:
    """Decode the answer to ``GODICE_BATTERY``, in percent; return None for any other message."""
    return min(message[3], 100) if message[:3] == b"Bat" and len(message) == 4 else None


def _nearest_face(acceleration: bytes) -> int:
    measured = struct.unpack("3b", acceleration)

    def distance(face: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(_GODICE_VECTORS[face], measured, strict=True))

    return min(_GODICE_VECTORS, key=distance)
