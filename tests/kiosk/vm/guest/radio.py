"""A Bluetooth adapter of the kernel (hci_vhci), whose controller is outside of the machine."""

import os
import select
import struct
import subprocess
from threading import Thread

OUTSIDE = "/dev/virtio-ports/radio"
DEVICE = "/dev/vhci"
CREATE, PRIMARY = b"\xff\x00", 0xFF
LENGTHS = {2: (3, "<H"), 3: (3, "B"), 4: (2, "B")}
"""Place and form of the length of a packet, by its type: ACL, SCO, event."""


class Radio:
    """The adapter is there while it is plugged in; what the controller says goes to the kernel."""

    def __init__(self) -> None:
        self._unplug = -1

    def plug(self) -> None:
        subprocess.run(["modprobe", "hci_vhci"], check=True)
        until, self._unplug = os.pipe()
        outside = os.open(OUTSIDE, os.O_RDWR | os.O_NONBLOCK)
        kernel = os.open(DEVICE, os.O_RDWR)
        os.write(kernel, CREATE)
        Thread(target=_pass_on, args=(outside, kernel, until), daemon=True).start()

    def unplug(self) -> None:
        os.close(self._unplug)


def _pass_on(outside: int, kernel: int, until: int) -> None:
    heard = b""
    while until not in (ready := select.select([outside, kernel, until], [], [])[0]):
        if kernel in ready and (packet := os.read(kernel, 4096))[0] != PRIMARY:
            os.write(outside, packet)
        if outside in ready:
            heard += os.read(outside, 4096)
            while packet := _packet(heard):
                os.write(kernel, packet)
                heard = heard[len(packet) :]
    for end in (outside, kernel, until):
        os.close(end)


def _packet(data: bytes) -> bytes:
    """The first packet, if all of it is there: the kernel takes one at a time."""
    if not data:
        return b""
    place, form = LENGTHS[data[0]]
    header = place + struct.calcsize(form)
    if len(data) < header:
        return b""
    end = header + int(struct.unpack_from(form, data, place)[0])
    return data[:end] if len(data) >= end else b""
