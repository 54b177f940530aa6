"""Observations inside a program with a window: times of frames, and memory."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from companion.system.systemd import Service


@contextmanager
def until_told_to_end(window: Any, stop: Callable[[], object]) -> Iterator[dict[str, Any]]:
    """Observe a program until SIGTERM; report its first frame to the service manager.

    The yielded dictionary is filled in: ``drawn`` has the monotonic time of each frame, ``peak``
    the memory in MB.
    """
    from kivy.clock import Clock

    drawn: list[float] = []
    service = Service()

    def draws(_: object) -> None:
        if not drawn:
            Clock.schedule_once(lambda _: service.ready())
        drawn.append(monotonic())

    window.bind(on_flip=draws)
    signal.signal(signal.SIGTERM, lambda *_: Clock.schedule_once(lambda _: stop()))
    seen: dict[str, Any] = {"drawn": drawn}
    yield seen
    seen["peak"] = memory("VmHWM")


def memory(which: str = "VmRSS") -> float:
    """Return the memory of this process in MB: now, or (VmHWM) at its peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(which))
