"""A Raspberry Pi Pico in an emulator: its line, its pins, its plug and its own clock."""

import json
import os
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pytest

from hardware.pseudo_terminal import PseudoTerminal

PROGRAM = Path(__file__).with_name("board.mjs")
PATIENCE = 600.0
"""Real seconds to wait for what must come; a real board is some twenty times faster."""


class EmulatedBoard:
    """A board with MicroPython from a UF2 file. Its times are seconds of its own clock."""

    def __init__(self, uf2: Path, packages: Path) -> None:
        self.lamp: list[bool] = []
        self.product = ""
        self.resets = 0
        self.time = 0.0
        self._changed = Condition()
        self._done = 0
        self._cable = PseudoTerminal()
        self._control, theirs = socket.socketpair()
        theirs.setblocking(False)
        line = self._cable.fileno()
        self._program = subprocess.Popen(
            ["node", PROGRAM, uf2, str(theirs.fileno())],
            stdin=line,
            stdout=line,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "RP2040JS": str(packages)},
        )
        theirs.close()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def port(self) -> str:
        """Path of its USB serial port."""
        return self._cable.name

    def clock(self) -> float:
        """Its time, for what counts seconds."""
        return self.time

    def wait(self, seconds: float) -> None:
        """Wait until that much of its time has passed."""
        end = self.time + seconds
        self.until(lambda: self.time >= end)

    def until(self, holds: Any) -> None:
        """Wait until something holds."""
        with self._changed:
            if not self._changed.wait_for(lambda: holds() or self._has_ended(), PATIENCE):
                pytest.fail(f"it never came true on the board, at {self.time:.3f} s")
        assert not self._has_ended(), "the emulator has ended"

    def _has_ended(self) -> bool:
        return not self._listener.is_alive()

    def power_up(self, *low: int) -> None:
        """Pull the plug and put it back, with these pins at ground."""
        self._tell({"power": False})
        for pin in range(30):
            self._tell({"pin": pin, "level": int(pin not in low)})
        self._tell({"power": True})

    def press(self, pin: int) -> None:
        """Press a key for 60 ms, and wait as long before the next one."""
        for level in (0, 1):
            self._tell({"pin": pin, "level": level})
            self.wait(0.06)

    def lay(self, *tags: str) -> None:
        """Lay these tags into the reader's field, and nothing else."""
        self._tell({"tags": tags})

    def cut_reader(self) -> None:
        """Cut the power of the RFID reader."""
        self._tell({"chip": False})

    def restore_reader(self) -> None:
        """Give the RFID reader its power back."""
        self._tell({"chip": True})

    def hang(self) -> None:
        """Make the program hang."""
        self._tell({"hang": True})

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        self._control.close()
        self._cable.close()

    def _tell(self, what: Mapping[str, object]) -> None:
        expected = self._done + 1
        self._control.sendall(json.dumps(what).encode() + b"\n")
        self.until(lambda: self._done >= expected)

    def _listen(self) -> None:
        with self._control.makefile() as lines:
            for line in lines:
                self._hear(json.loads(line))
        with self._changed:
            self._changed.notify_all()

    def _hear(self, said: Mapping[str, Any]) -> None:
        with self._changed:
            self.time = said["time"]
            self._done += "done" in said
            self.resets += "reset" in said
            self.product = said.get("product", self.product)
            if "lamp" in said:
                self.lamp.append(said["lamp"])
            self._changed.notify_all()
