"""A kiosk as people have it: the program alone on a screen of its own, and what it says there."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_table import SIZE, Bank, Screen, until, until_it_rests
from tests.tree import ROOT

NO_TRAY = "/dev/no-such-tray"
SLOW_START = 90.0


class Kiosk:
    """``words`` are all that can be read on it. Settings are those of its ``data`` folder."""

    def __init__(
        self, folder: Path, *options: str, tray: str = NO_TRAY, size: tuple[int, int] = SIZE
    ) -> None:
        self.data = folder / "data"
        self._seen = folder / "seen.json"
        self.screen, self._options, self._tray = Screen(size), options, tray

    def settings(self, **settings: object) -> None:
        self.data.mkdir(exist_ok=True)
        (self.data / "settings.json").write_text(json.dumps(settings))

    @contextmanager
    def on(self, **environment: str) -> Iterator["Kiosk"]:
        """From its first words on; at the end the plug is pulled."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setenv("COMPANION_SEEN", str(self._seen))
            patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "tests/kiosk/seen"), str(ROOT)]))
            self.bank = Bank(self.screen, self.data, self._tray, "--kiosk", *self._options)
        try:
            until("the first words are seen", self._shows_something, SLOW_START)
            yield self
        finally:
            self.bank.kill()
            self.screen.close()

    def _shows_something(self) -> bool:
        assert self.bank.is_running(), "it ended"
        # Before its window is there a signal would end it, and Python has no handler yet.
        colors = self.screen.look().getcolors(1 << 20) or []
        return len(colors) > 8 and bool(self.words())

    def tap(self, place: tuple[int, int]) -> None:
        """Tap when the screen has rested longer than it ignores touches after a change."""
        until_it_rests(self.words)
        self.screen.tap(place)

    def words(self) -> str:
        """Everything that can be read now, in lines."""
        self._seen.unlink(missing_ok=True)
        os.kill(self.bank.pid, signal.SIGUSR1)
        until("it says what can be seen", self._seen.exists, 30)
        return "\n".join(json.loads(self._seen.read_text()))

    def says(self, sentence: str, patience: float = 60.0) -> None:
        """Waits until it can be read."""
        try:
            until(f"'{sentence}' is shown", lambda: sentence in self.words(), patience)
        except AssertionError as never:
            raise AssertionError(f"{never}; there is: {self.words()!r}") from None


def mounted(*arguments: str, where: Path) -> Iterator[Path]:
    """Something real mounted at ``where``, which takes root."""
    where.mkdir(parents=True)
    done = subprocess.run(
        ["mount", *arguments, str(where)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        where.rmdir()
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")
    yield where
    subprocess.run(["umount", "--lazy", str(where)], check=True)
    where.rmdir()
