"""A flashed card in a machine made of software, with nothing planted in it.

A finger touches it through ``virtio-multitouch-pci``; the journal comes over a serial line, for
which the firmware adds an option to the kernel's; what the card holds is read when it is off.
"""

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from emulator import CARD, FIRMWARE, MONITOR, Emulator, stick

WIDTH, HEIGHT = 800, 480
OPTIONS = (
    "console=tty0 console=ttyS0 plymouth.ignore-serial-consoles"
    " systemd.journald.forward_to_console=1 systemd.journald.max_level_console=info"
)
EMULATOR = os.environ.get("EMULATOR", "qemu-system-x86_64")
"""Command of QEMU 10, which knows the panel; it may lie in a system of its own (chroot)."""
MACHINE = f"""\
    -accel tcg,thread=single -cpu Nehalem -smp 2 -m 1024 -nodefaults -display none
    -device virtio-vga,xres={WIDTH},yres={HEIGHT} -device virtio-rng-pci
    -device virtio-multitouch-pci -device qemu-xhci
"""
PATIENCE = 1500.0  # seconds; an emulated machine is slow, and three starts may follow each other
SHORT = 0.2  # seconds of a tap
MOMENT = 1.5
"""Seconds between two looks: each holds the emulator up."""
STEADY = 3
"""Looks that must be the same."""
TAPS = 4
"""Taps on a key, as of somebody whose first one was not felt."""
LONG = 90.0  # seconds in which a screen is drawn
LIFTED = -1
"""Tracking number of no finger (the kernel's multi-touch protocol B)."""
LARGEST = 0x7FFF
"""The panel's last column and row."""


class Appliance(Emulator):
    """Its card is ``folder/card.img``, its USB sticks are other files there."""

    def __init__(self, folder: Path, *sticks: str) -> None:
        super().__init__(folder)
        self._sticks = sticks
        self._journal = folder / "journal"
        self._read = 0

    def __enter__(self) -> Self:
        self._journal.write_bytes(b"")
        self._read = 0
        return super().__enter__()

    def command(self) -> list[str]:
        here = self._folder
        extra = f"type=11,value=io.systemd.boot.kernel-cmdline-extra={OPTIONS}"
        places = (
            f"-drive file={here}/{CARD},format=raw,if=virtio -serial file:{self._journal}"
            f" -qmp unix:{here}/{MONITOR},server=on,wait=off -bios {FIRMWARE['amd64']}"
        )
        sticks = [part for name in self._sticks for part in stick(here, name)]
        return [*EMULATOR.split(), *MACHINE.split(), *places.split(), "-smbios", extra, *sticks]

    def tap(self, x: int, y: int) -> None:
        """Touch the panel with one finger; pixels from the top left corner."""
        place = {"x": x * LARGEST // WIDTH, "y": y * LARGEST // HEIGHT}
        down = [_contact("data", axis=axis, value=value) for axis, value in place.items()]
        self.monitor("input-send-event", events=[_contact("begin"), *down, _button(True)])
        time.sleep(SHORT)
        self.monitor("input-send-event", events=[_contact("end", finger=LIFTED), _button(False)])

    def turn(self, x: int, y: int) -> None:
        """Touch a key that leads to another screen, and wait until that is drawn."""
        before = self.look()
        for _ in range(TAPS):
            self.tap(x, y)
            with suppress(TimeoutError):
                self.until(lambda: self.look() != before, LONG / TAPS, f"taps on ({x}, {y})")
                break
        else:
            raise TimeoutError(f"nothing follows {TAPS} taps on ({x}, {y})")
        self.settle()

    def settle(self) -> None:
        """Wait until the display stays as it is for a moment."""
        last: list[bytes] = []
        self.until(lambda: self._stays(last), LONG, "a display that stays")

    def _stays(self, last: list[bytes]) -> bool:
        last.append(self.look())
        return len(last) > STEADY and len(set(last[-STEADY:])) == 1

    def says(self, pattern: str, seconds: float = PATIENCE) -> re.Match[str]:
        """Wait until the journal has that, after what was waited for last. Raises TimeoutError."""
        return self.until(lambda: self._found(pattern), seconds, pattern)

    def count(self, words: str) -> int:
        """Return how often the serial line has said that since the plug was put in."""
        return self._journal.read_text("utf-8", "replace").count(words)

    def _found(self, pattern: str) -> re.Match[str] | None:
        # A character for each byte: the line may end in the middle of one.
        text = self._journal.read_bytes()[self._read :].decode("latin-1")
        found = re.search(pattern, text)
        if found:
            self._read += found.end()
        return found

    def until(self, holds: Callable[[], Any], seconds: float, what: str) -> Any:
        """Wait until that holds, and return what it gave. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while not (found := holds()):
            assert self._process.poll() is None, "the machine is off"
            if time.monotonic() > end:
                raise TimeoutError(f"in {seconds:.0f} s it did not come to: {what}")
            time.sleep(MOMENT)
        return found


def _contact(kind: str, axis: str = "x", value: int = 0, finger: int = 1) -> dict[str, Any]:
    data = {"type": kind, "slot": 0, "tracking-id": finger, "axis": axis, "value": value}
    return {"type": "mtt", "data": data}


def _button(down: bool) -> dict[str, Any]:
    return {"type": "btn", "data": {"down": down, "button": "touch"}}
