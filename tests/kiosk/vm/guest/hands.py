"""The hands in the virtual machine: a finger on a touch panel, a dice tray on a USB cable, and the
adapter for Bluetooth dice.

They do what they are asked, a line of JSON each, and pass on what the bank has shown.
"""

import json
import os
import select
import signal
import socket
import subprocess
from time import sleep
from typing import Any

from finger import Finger
from radio import Radio
from usb_tray import UsbTray

OUTSIDE = "/dev/virtio-ports/hands"
SHOWN = "\0companion-hands"
TURN = 0.02  # seconds


class Hands:
    def __init__(self) -> None:
        self._finger = Finger()
        self._tray = UsbTray()
        self._radio = Radio()
        self._outside = os.open(OUTSIDE, os.O_RDWR | os.O_NONBLOCK)
        self._shown = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._shown.bind(SHOWN)
        self._heard = b""

    def work(self) -> None:
        while True:
            ready, _, _ = select.select([self._outside, self._shown], [], [], TURN)
            if self._shown in ready:
                self._say(self._shown.recv(65536))
            if self._outside in ready:
                self._listen()
            self._tray.turn()

    def _listen(self) -> None:
        data = os.read(self._outside, 4096)
        if not data:  # nobody is outside, and select would say so at once for ever
            sleep(TURN)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            wish = json.loads(line)
            answer = getattr(self, wish.pop("do"))(**wish)
            self._say(json.dumps({"done": answer}).encode())

    def _say(self, line: bytes) -> None:
        os.set_blocking(self._outside, True)
        os.write(self._outside, line + b"\n")
        os.set_blocking(self._outside, False)

    # --- what can be asked of them --------------------------------------------------------------

    def tap(self, x: int, y: int) -> None:
        self._finger.tap(x, y)

    def plug(self) -> None:
        self._tray.plug()

    def unplug(self) -> None:
        self._tray.unplug()

    def throw(self, dice: list[int]) -> bool:
        return self._tray.throw(*dice)

    def tray(self) -> dict[str, Any]:
        return {"asked": self._tray.is_asked, "waiting": self._tray.waiting}

    def plug_radio(self) -> None:
        self._radio.plug()

    def unplug_radio(self) -> None:
        self._radio.unplug()

    def look(self) -> None:
        """The bank says where its keys are."""
        show = ["systemctl", "show", "-P", "MainPID", "companion.service"]
        pid = int(subprocess.run(show, capture_output=True, check=True).stdout)
        os.kill(pid, signal.SIGUSR1)

    def run(self, command: list[str]) -> dict[str, Any]:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return {"status": done.returncode, "said": done.stdout + done.stderr}


if __name__ == "__main__":
    hands = Hands()
    # The panel is there: now the bank may start, which looks for it once.
    subprocess.run(["systemd-notify", "--ready"], check=True)
    hands.work()
