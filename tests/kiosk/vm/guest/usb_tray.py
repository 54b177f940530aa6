"""A dice tray on a USB cable: the real one's own program at one end of a gadget's serial line, of
which the other end is a USB device of this same machine (dummy_hcd)."""

import os
import subprocess
import sys
import tty
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic

sys.path.insert(0, "/opt/companion/current/hardware")
from firmware.tray import READY, Tray

GADGETS = Path("/sys/kernel/config/usb_gadget")
SOCKET = "dummy_udc.0"  # where the cable is plugged in
LINE = "/dev/ttyGS0"  # the tray's end of it


def now() -> int:
    return int(monotonic() * 1000)


class UsbTray:
    """It has power all the time; the cable is in or out."""

    def __init__(self) -> None:
        for module in ("dummy_hcd", "libcomposite", "usb_f_acm"):
            subprocess.run(["modprobe", module], check=True)
        self._gadget = _gadget("tray", "acm.usb0", "Dice tray")
        self._side = Tray("gadget", token_hex(4), now())
        self._line = -1

    def plug(self) -> None:
        (self._gadget / "UDC").write_text(SOCKET)
        self._line = os.open(LINE, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._line)

    def unplug(self) -> None:
        os.close(self._line)
        self._line = -1
        (self._gadget / "UDC").write_text("\n")

    def throw(self, a: int, b: int) -> bool:
        self._side.roll(now())
        return self._side.rest(a, b, now())

    @property
    def is_asked(self) -> bool:
        """Its lamp says that a throw is awaited."""
        return self._side.lamp[0] == READY

    @property
    def waiting(self) -> int:
        """Throws that nobody has acknowledged."""
        return len(self._side.waiting)

    def turn(self) -> None:
        """Listen and speak; to be called often."""
        if self._line >= 0:
            with suppress(OSError):  # nobody at the other end
                self._side.receive(os.read(self._line, 4096), now())
        self._side.tick(now())
        said = self._side.bytes_to_send()
        if self._line >= 0:
            with suppress(OSError):
                os.write(self._line, said)


def _gadget(name: str, function: str, product: str) -> Path:
    """A USB device of one function, not plugged in yet."""
    gadget = GADGETS / name
    words, setup = gadget / "strings/0x409", gadget / "configs/c.1"
    for folder in (words, gadget / "functions" / function, setup):
        folder.mkdir(parents=True)
    # The numbers of a Pico that runs MicroPython.
    (gadget / "idVendor").write_text("0x2e8a")
    (gadget / "idProduct").write_text("0x0005")
    (words / "product").write_text(product)
    (setup / function).symlink_to(gadget / "functions" / function)
    return gadget
