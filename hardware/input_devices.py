"""Keyboards of the machine as the kernel has them, and everything that looks like one.

A USB reader of cards types, so it is a keyboard. This module reads what the kernel tells of each
in ``/sys``, and opens its file in ``/dev/input`` for this program alone. It uses the interface of
the kernel itself: the package ``evdev`` has no wheels, so a kiosk would need a compiler for one
structure of 24 bytes and two requests.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from errno import EBUSY
from fcntl import ioctl
from pathlib import Path
from struct import Struct

INPUT_EVENT = Struct("llHHi")
"""Seconds and microseconds, type, code and value of an event (``struct input_event``)."""
SYN, KEY = 0, 1
"""Types of events."""
SYN_DROPPED = 3
"""Code of the event that stands for those that the kernel had no room for."""
PRESSED = 1
ENTERS = (28, 96)
"""Codes of the Enter keys: that of the keyboard, and that of its block of digits."""
DIGITS = {code: str(code - 1) for code in range(2, 11)} | {11: "0"}
DIGITS |= dict(zip((*range(71, 74), *range(75, 78), *range(79, 83)), "7894561230", strict=True))
"""Digits by the codes of their keys, in the row above the letters and in the block of digits."""

_TYPES_NUMBERS = sum(1 << code for code in (*range(2, 12), ENTERS[0]))
_KEY_BYTES = 96  # as many bits as there are codes of keys
_GRAB = 0x40044590  # EVIOCGRAB
_KEYS_DOWN = 2 << 30 | _KEY_BYTES << 16 | ord("E") << 8 | 0x18  # EVIOCGKEY


class KeyboardInUse(OSError):
    """Raised if a keyboard cannot be had alone: another program has it, or a key is down."""


@dataclass(frozen=True, slots=True)
class Keyboard:
    """A device that types numbers.

    ``model`` is the same for each device of one make, wherever it is plugged in.
    """

    path: Path
    name: str
    model: str


def grab(descriptor: int) -> None:
    """Have the kernel give the events of an open device to this program alone.

    A key that is down would stay down for everybody else. Raises KeyboardInUse.
    """
    if any(ioctl(descriptor, _KEYS_DOWN, bytes(_KEY_BYTES))):
        raise KeyboardInUse(EBUSY, "a key is down")
    try:
        ioctl(descriptor, _GRAB, 1)
    except OSError as error:
        raise KeyboardInUse(*error.args) from error


class InputDevices:
    """Keyboards below the folder ``root``.

    :param grab: Function that has an open device for this program alone.
    """

    def __init__(self, root: Path = Path("/"), grab: Callable[[int], object] = grab) -> None:
        self._files, self._told, self._grab = root / "dev/input", root / "sys/class/input", grab

    @property
    def are_there(self) -> bool:
        """True if the kernel has input devices, as Linux does."""
        return self._told.is_dir()

    def keyboards(self) -> list[Keyboard]:
        """List the devices that type numbers, by their files."""
        found = []
        for folder in sorted(self._told.glob("event*")):
            with suppress(OSError, ValueError, IndexError):  # unplugged just now
                found.append(self._read(folder))
        return [one for one in found if one]

    def _read(self, folder: Path) -> Keyboard | None:
        def told(*path: str) -> str:
            return folder.joinpath("device", *path).read_text("utf-8", "replace").strip()

        lowest_keys = int(told("capabilities", "key").split()[-1], 16)
        if lowest_keys & _TYPES_NUMBERS != _TYPES_NUMBERS:
            return None
        name = told("name")
        model = f"{told('id', 'vendor')}:{told('id', 'product')} {name}"
        return Keyboard(self._files / folder.name, name, model)

    def open(self, keyboard: Keyboard) -> int:
        """Open a keyboard for this program alone; its other readers hear nothing meanwhile.

        Raises OSError if it is gone or may not be read, and KeyboardInUse.
        """
        descriptor = os.open(keyboard.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._grab(descriptor)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor
