"""A kiosk as people have it: the program alone on a screen of its own, and what it says there."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_table import SIZE, SLOW_START, Bank, Screen, until

NO_TRAY = "/dev/no-such-tray"


class Kiosk:
    """Settings are those of its ``data`` folder."""

    def __init__(
        self, folder: Path, *options: str, tray: str = NO_TRAY, size: tuple[int, int] = SIZE
    ) -> None:
        self.data = folder / "data"
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
            self.bank = Bank(self.screen, self.data, self._tray, "--kiosk", *self._options)
        try:
            until("the first words are seen", self.words, SLOW_START)
            yield self
        finally:
            self.bank.kill()
            self.screen.close()

    def tap(self, wanted: object) -> None:
        """Tap a button, when the screen has rested."""
        self.bank.tap(wanted)

    def words(self) -> str:
        """Everything that can be read now, in lines."""
        return self.bank.words()

    def says(self, sentence: str, patience: float = 60.0) -> None:
        """Waits until it can be read."""
        try:
            until(f"'{sentence}' is shown", lambda: sentence in self.words(), patience)
        except AssertionError as never:
            raise AssertionError(f"{never}; there is: {self.words()!r}") from None
