"""Interfaces between the firmware's modules, for the type checker only.

MicroPython has no typing module and never imports this file.
"""

from collections.abc import Callable
from typing import Protocol

IsDown = Callable[[int, int], object]
"""Returns True if the key of die 0 or 1 and face 1 to 6 is down."""

TagsInField = Callable[[], list[str]]
"""Returns the tags in the antenna's field, in hex. Raises OSError if the chip does not answer."""

Faces = dict[str, tuple[int, int]]
"""Maps a tag to its die, 0 or 1, and to the face that is up when the tag is at the bottom."""

Lamp = Callable[[bool], object]


class Reader(Protocol):
    """Sensor of the faces of the two dice."""

    def read(self, now: int, /) -> tuple[int, int]:
        """Return both faces, each 1 to 6, or GONE, LEANING or TOO_MANY.

        Raises OSError if the sensor does not answer. See ``settle_detector`` for the codes.
        """

    def seen(self) -> list[str]:
        """Return what the sensor reads now, as words for the frame ``S`` of the protocol."""


class Line(Protocol):
    """Line to the bank."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, without waiting."""

    def write(self, data: bytes) -> None:
        """Write ``data`` to the port."""


class Uart(Protocol):
    """MicroPython's ``machine.UART``; ``read`` has a timeout and may return None."""

    def read(self, count: int, /) -> bytes | None: ...

    def write(self, data: bytes, /) -> object: ...
