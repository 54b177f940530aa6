"""A table as people have it: the program in a process of its own, on a screen of its own.

Nothing here calls into the program. It looks at pixels, moves a pointer, throws dice into a tray on
a pseudo-terminal, and pulls the plug.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageGrab

from companion.ui.table import ECHO_SECONDS

Box = tuple[int, int, int, int]
SIZE = (800, 480)
GREEN, RED = "#35c98a", "#ff6b5e"
ANSWERS: Box = (240, 145, 800, 412)
"""Where the play screen has the buttons of what is asked now."""
UNDO = (600, 449)
DICE_KEYS = {face: (289 + 77 * (face - 1), 177) for face in range(1, 7)}
PATIENCE = 60.0
BETWEEN_TOUCHES = 0.5


def until(what: str, holds: Callable[[], object], patience: float = PATIENCE) -> None:
    """Waits for a condition; fails, saying what was waited for, when it never comes."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"waited {patience:.0f} s in vain: {what}"
        time.sleep(0.03)


def until_it_rests(look: Callable[[], object]) -> None:
    """Wait until ``look`` has returned the same for longer than a new screen ignores touches."""
    seen, since = look(), time.monotonic()

    def rests() -> bool:
        nonlocal seen, since
        if (now := look()) != seen:
            seen, since = now, time.monotonic()
        return time.monotonic() - since > ECHO_SECONDS + 0.1

    until("the screen rests", rests)


class Screen:
    """A virtual screen, with a finger on it."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        reading, writing = os.pipe()
        depth = f"{size[0]}x{size[1]}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", depth, "-noreset"]
        self._server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.display = f":{answer.readline().strip()}"
        self._touched = 0.0

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)

    def look(self) -> Image.Image:
        """What is on the screen now."""
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def tap(self, place: tuple[int, int]) -> None:
        """A finger's touch; then it moves away. A sooner one would be a double tap's second half,
        which the bank takes for the echo of the first."""
        time.sleep(max(0.0, self._touched + BETWEEN_TOUCHES - time.monotonic()))
        x, y = map(str, place)
        where = {**os.environ, "DISPLAY": self.display}
        touch = ["mousemove", x, y, "mousedown", "1", "sleep", "0.05", "mouseup", "1"]
        subprocess.run(["xdotool", *touch], env=where, check=True)
        self._touched = time.monotonic()

    def key(self, *names: str) -> None:
        """Keys of a keyboard, one after the other."""
        where = {**os.environ, "DISPLAY": self.display}
        subprocess.run(["xdotool", "key", *names], env=where, check=True)

    def blocks(self, color: str, area: Box = (0, 0, *SIZE)) -> list[Box]:
        """The solid patches of a colour, such as buttons, from the top left on."""
        return _patches(self.look().crop(area), color, area[:2])


def _patches(picture: Image.Image, color: str, origin: tuple[int, int]) -> list[Box]:
    difference = ImageChops.difference(picture, Image.new("RGB", picture.size, color))
    mask = difference.convert("L").point(lambda off: 255 * (off < 6))
    # Letters are thin and keys are not: what is narrower than this is no patch.
    mask = mask.filter(ImageFilter.MinFilter(15))
    found: list[Box] = []
    while box := mask.getbbox():
        row = mask.crop((box[0], box[1], box[2], box[1] + 1))
        seed = (box[0] + (row.getbbox() or (0,))[0], box[1])
        ImageDraw.floodfill(mask, seed, 128)
        patch = mask.point(lambda value: 255 * (value == 128)).getbbox()
        assert patch is not None
        found.append(_shifted(patch, origin))
        mask = mask.point(lambda value: 0 if value == 128 else value)
    return found


def _shifted(box: Box, origin: tuple[int, int]) -> Box:
    left, top = origin
    return box[0] + left, box[1] + top, box[2] + left, box[3] + top


def on(box: Box) -> tuple[int, int]:
    """A place on a button, to the right of its words."""
    return box[2] - 4, (box[1] + box[3]) // 2


class Bank:
    """The program, started like a person starts it."""

    def __init__(self, screen: Screen, data: Path, tray: str, *options: str) -> None:
        command = [sys.executable, "-m", "companion", "play"]
        command += ["--data", str(data), "--tray", tray, *options]
        where = {**os.environ, "DISPLAY": screen.display}
        self._log = (data.parent / "bank.log").open("a")
        self._process = subprocess.Popen(command, env=where, stderr=self._log, stdout=self._log)

    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """The power fails."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)
        self._log.close()

    def close(self) -> int:
        """Asks it to end, as systemd does; its exit status."""
        self._process.terminate()
        status = self._process.wait(20)
        self._log.close()
        return status


def companion(*arguments: object) -> subprocess.CompletedProcess[str]:
    """One command of the program, in a process of its own."""
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
