"""Teaching the tags of the dice as the manual says it: at the board's prompt, with a keyboard."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import tty
from pathlib import Path
from select import select
from time import monotonic

import pytest

from hardware.firmware import settings
from tests.hardware.conftest import PATIENCE
from tests.hardware.test_firmware_on_a_line import MICROPYTHON

HERE = Path(__file__).parent
HARDWARE = HERE.parents[1] / "hardware"
MPREMOTE = Path(sys.executable).with_name("mpremote")


class Keyboard:
    """A terminal in which a program runs: read what it shows, and type."""

    def __init__(self, command: list[str], patience: float = PATIENCE) -> None:
        self.shown = ""
        self._patience = patience
        self.child, self._end = pty.fork()
        if not self.child:
            os.execv(command[0], command)

    def until(self, words: str) -> None:
        """Wait until ``words`` are shown after what was waited for before."""
        deadline = monotonic() + self._patience
        while words not in self.shown:
            if not select([self._end], [], [], max(0.0, deadline - monotonic()))[0]:
                pytest.fail(f"waited in vain for {words!r} in {self.shown!r}")
            self.shown += os.read(self._end, 4096).decode()
        self.shown = self.shown.partition(words)[2]

    def type(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def close(self) -> None:
        """End the program: without its terminal mpremote may wait for ever."""
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self._end)


@pytest.fixture
def prompt(tmp_path):
    """Address of the prompt of a board that has the firmware and a chip."""
    if MICROPYTHON is None:
        pytest.skip("there is no MicroPython for this machine")
    board, line = pty.openpty()
    tty.setraw(line)  # or it would echo what the board says
    path = f"{HARDWARE}:{HERE / 'board'}"
    with subprocess.Popen(
        [MICROPYTHON, "-i"],
        stdin=board,
        stdout=board,
        stderr=board,
        cwd=tmp_path,
        env={**os.environ, "MICROPYPATH": path},
    ) as program:
        yield os.ttyname(line)
        program.kill()
    os.close(board)
    os.close(line)


@pytest.fixture
def keyboard(prompt):
    keyboard = Keyboard([str(MPREMOTE), "connect", prompt, "repl"])
    yield keyboard
    keyboard.close()


def test_the_command_of_the_manual_teaches_twelve_faces(keyboard, tmp_path):
    manual = (HARDWARE / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r">>> (.*teach\(\))", manual)
    keyboard.until("Ctrl-x")
    keyboard.type("\r")
    keyboard.until(">>>")
    keyboard.type(f"{command}\r")
    for question in ("die 1 in with 1", "found 0", "die 1 in with 2", "die 1 in with 3", "found 1"):
        keyboard.until(question)
        keyboard.until("Enter. ")
        keyboard.type("\r")
    for die, face in [(1, face) for face in (4, 5, 6)] + [(2, face) for face in range(1, 7)]:
        keyboard.until(f"die {die} in with {face} up")
        keyboard.type("\r")
    keyboard.until("Done: 12 faces")
    faces = json.loads((tmp_path / settings.FACES).read_text())
    assert sorted(map(tuple, faces.values())) == [(die, n) for die in (0, 1) for n in range(1, 7)]
