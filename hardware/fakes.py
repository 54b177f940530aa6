"""A dice tray without a tray and a panel without pins, for demonstrations, tests and working on the train."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hardware.panel import PINS


def random_throws(seed: int | None = None) -> Iterator[tuple[int, int]]:
    """Throws of two dice without end; the same ones for the same seed."""
    raise NotImplementedError


class FakeTray:
    """A dice tray on a pseudo-terminal. Use it in a ``with``, or ``start()`` and ``close()`` it."""

    path: str  # what to give to DiceTray: `link` if there is one, else the pseudo-terminal's name

    def __init__(
        self,
        *,
        uid: str = "fake",
        link: Path | None = None,
        seed: int | None = None,
        noise: float = 0.0,
        drop: float = 0.0,
        repeat: float = 0.0,
    ) -> None:
        raise NotImplementedError

    def start(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def throw(self, a: int, b: int) -> bool:
        """Roll the dice and let them rest; false while eight throws wait to be acknowledged."""
        raise NotImplementedError

    def cock(self, code: str = "cocked") -> bool:
        """Roll the dice and let them rest unreadably."""
        raise NotImplementedError

    def roll(self) -> None:
        """Pick the dice up."""
        raise NotImplementedError

    def script(self, throws: Iterable[tuple[int, int]], pace: float = 0.0) -> None:
        """Throw the next of these, ``pace`` seconds after the lamp asks for a throw."""
        raise NotImplementedError

    def unplug(self, after: int = 0) -> None:
        """Pull the plug (after that many more bytes); the tray keeps its power, boot and queue."""
        raise NotImplementedError

    def replug(self) -> None:
        """Plug in again, under another device name; `link` follows."""
        raise NotImplementedError

    def restart(self) -> None:
        """Cut the power for a moment: another boot, nothing waiting."""
        raise NotImplementedError


class FakePanel:
    """Mock pins with fingers: ``Panel(fake.pins, on_press, fake.factory)``."""

    factory: Any

    def __init__(self, pins: Mapping[str, int] = PINS) -> None:
        self.pins = pins

    def press(self, name: str, seconds: float = 0.06) -> None:
        """Press and let go, as a finger does: blocks for twice ``seconds``."""
        raise NotImplementedError

    def hold(self, name: str, seconds: float = 1.1) -> None:
        """Keep a button down: blocks for ``seconds``."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError
