"""A table as people have it: the program in a process of its own, on a screen of its own.

Nothing here calls into the program: it moves a pointer, throws dice into a tray on a
pseudo-terminal, and pulls the plug. What is to be seen, and where a finger finds it, an eye tells
that is planted in the program from outside (``tests/kiosk/seen``), so that a new look is no fault.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageGrab

from companion.screens.viewer import SERIES
from companion.table.table import ECHO_SECONDS
from tests.tree import ROOT

SIZE = (800, 480)
PATIENCE = 180.0
SLOW_START = 180.0
BETWEEN_TOUCHES = SERIES * ECHO_SECONDS + 0.1


@dataclass(frozen=True)
class Button:
    """Button on the screen: its words, its class, the move behind it, and its place."""

    words: list[str]
    kind: str
    key: str
    die: list[int | None]
    move: str
    refused: bool
    place: tuple[int, int]

    def is_for(self, wanted: object) -> bool:
        """Return True for a move, a word on the button, or the name of its class.

        Also for the class with the key, such as a property, and for the die and the face of a key.
        """
        if isinstance(wanted, str):
            return wanted in (self.kind, *self.words)
        if isinstance(wanted, tuple):
            return wanted in (tuple(self.die), (self.kind, self.key))
        return self.move == repr(wanted)


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


@dataclass(frozen=True)
class Seen:
    """Content of the screen; guarded while it ignores touches, because it has just changed.

    ``next_number`` is the number of the move that the bank waits for.
    """

    words: list[str]
    buttons: list[Button]
    guarded: bool
    next_number: int


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
        self._server.wait(PATIENCE)

    def look(self) -> Image.Image:
        """Return the content of the screen."""
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


class Bank:
    """The program, started like a person starts it."""

    def __init__(
        self,
        screen: Screen,
        data: Path,
        tray: str,
        *options: str,
        program: Sequence[str | Path] = (sys.executable, "-m", "companion", "play"),
    ) -> None:
        self.screen, self._seen = screen, data.parent / "seen.json"
        command = [*program, "--verbose", "--data", str(data), "--tray", tray, *options]
        where = os.environ | {
            "DISPLAY": screen.display,
            "COMPANION_SEEN": str(self._seen),
            "PYTHONPATH": os.pathsep.join([str(ROOT / "tests/kiosk/seen"), str(ROOT)]),
        }
        self._log = (data.parent / "bank.log").open("a")
        self._process = subprocess.Popen(command, env=where, stderr=self._log, stdout=self._log)
        self._has_eye = False

    # --- what is seen and touched ---------------------------------------------------------------

    def seen(self) -> Seen:
        """Return the content of the screen."""
        if not self._has_eye:
            until("something is drawn", self._has_drawn, SLOW_START)
        self._seen.unlink(missing_ok=True)
        self._process.send_signal(signal.SIGUSR1)
        until("the eye tells what can be seen", self._seen.exists, 30)
        found = json.loads(self._seen.read_text())
        buttons = [
            Button(**{**button, "place": tuple(button["place"])}) for button in found["buttons"]
        ]
        return Seen(found["words"], buttons, found["guarded"], found["next_number"])

    def _has_drawn(self) -> bool:
        """Before that, a signal would end the program: Python has no handler yet."""
        assert self.is_running(), "it ended"
        colors = self.screen.look().getcolors(1 << 20) or []
        self._has_eye = len(colors) > 8
        return self._has_eye

    def words(self) -> str:
        """Everything that can be read now, in lines."""
        return "\n".join(self.seen().words)

    def buttons(self, wanted: object) -> list[Button]:
        """The buttons that would do what is wanted, from the top left on."""
        able = [each for each in self.seen().buttons if each.is_for(wanted) and not each.refused]
        return sorted(able, key=lambda button: button.place[::-1])

    def has(self, wanted: object) -> bool:
        """Return True if there is such a button, able or not."""
        return any(each.is_for(wanted) for each in self.seen().buttons)

    def tap(self, wanted: object, patience: float = PATIENCE, which: int = 0) -> None:
        """Tap such a button, once the screen rests and takes touches."""
        until(f"there is a button for {wanted}", lambda: self.buttons(wanted)[which:], patience)
        until("the screen rests and takes touches", self._takes_touches)
        self.screen.tap(self.buttons(wanted)[which].place)

    def _takes_touches(self) -> bool:
        """Return True once the screen rests, unless a message lies over it before or then."""
        if self.seen().guarded:
            return False
        until_it_rests(self.screen.look)
        return not self.seen().guarded

    # --- the process ----------------------------------------------------------------------------

    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """The power fails."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._log.close()

    def close(self) -> int:
        """Asks it to end, as systemd does; its exit status."""
        self._process.terminate()
        status = self._process.wait(PATIENCE)
        self._log.close()
        return status


def companion(*arguments: object) -> subprocess.CompletedProcess[str]:
    """One command of the program, in a process of its own."""
    command = [sys.executable, "-m", "companion", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
