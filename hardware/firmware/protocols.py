"""What the firmware's parts expect of each other, for the type checker alone: MicroPython has no
typing, and never imports this."""

from collections.abc import Callable
from typing import Protocol

IsDown = Callable[[int, int], object]
"""Of die 0 or 1 and face 1 to 6: whether that key is down."""

TagsInField = Callable[[], list[str]]
"""The tags that the antenna sees, in hex. Raises OSError when the chip does not answer."""

Faces = dict[str, tuple[int, int]]
"""Of each tag its die, 0 or 1, and what that die shows when the tag lies below."""

Lamp = Callable[[bool], object]


class Reader(Protocol):
    """What the dice show."""

    def read(self, now: int, /) -> tuple[int, int]:
        """Each 1 to 6, or GONE, LEANING, TOO_MANY (see ``rest``). Raises OSError."""


class Line(Protocol):
    """Where frames go and come from."""

    def read(self) -> bytes:
        """What has come in; never waits."""

    def write(self, data: bytes) -> None:
        """Sends it."""


class Uart(Protocol):
    """MicroPython's ``machine.UART`` with a timeout: ``read`` may give less, or None."""

    def read(self, count: int, /) -> bytes | None: ...

    def write(self, data: bytes, /) -> object: ...
