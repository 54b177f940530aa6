"""The firmware at work without its board: dice that are thrown whenever the lamp asks for it.

Run as a program by CPython and by MicroPython alike, its line being standard input and output::

    python tests/hardware/tray_program.py UID BOOT
"""

import sys
import time

sys.path.insert(0, "/".join(__file__.split("/")[:-3]) + "/hardware")

from firmware.settle_detector import GONE
from firmware.standard_line import StandardLine
from firmware.tray import READY, Tray
from firmware.tray_loop import TrayLoop

IN_THE_AIR, STILL = 20, 40  # milliseconds


class Dice:
    """What they show: nothing while they fly, then one more than for the last number."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._number = self._thrown_at = 0
        self._shown = (GONE, GONE)

    def read(self, now: int) -> tuple[int, int]:
        state, number = self._tray.lamp
        if state == READY and number != self._number:
            self._number, self._thrown_at, self._shown = number, now, (GONE, GONE)
        elif self._number and now - self._thrown_at > IN_THE_AIR:
            self._shown = (1 + self._number % 6, 1 + self._number // 6 % 6)
        return self._shown


def milliseconds() -> int:
    ticks = getattr(time, "ticks_ms", None)
    return ticks() if ticks else int(time.monotonic() * 1000)


def main(uid: str, boot: str) -> None:
    print("some board, some version")  # a banner, as boards have
    tray = Tray(uid, boot, milliseconds(), repeat_every=50)
    station = TrayLoop(tray, Dice(tray), StandardLine(), lambda lit: None, STILL)
    while True:
        station.turn(milliseconds())
        time.sleep(0.002)


main(sys.argv[1], sys.argv[2])
