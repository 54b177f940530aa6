"""Fixtures of the hardware tests: real pseudo-terminals, mock pins, and waiting with a deadline."""

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

import hardware.port
from hardware import DiceTray, FakePanel, FakeTray
from hardware.backoff import Backoff

T = TypeVar("T")
PATIENCE = 100.0
"""Seconds to wait for what must come; only a busy machine needs more than a few."""


class Inbox:
    """What a tray or panel has reported, in order."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Any] = SimpleQueue()
        self.put = self._queue.put

    def next(self, kind: type[T], seconds: float = PATIENCE) -> T:
        """The next report of this kind; others are skipped. Fails when none comes in time."""
        deadline = monotonic() + seconds
        while True:
            try:
                report = self._queue.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                pytest.fail(f"no {kind.__name__} within {seconds} s")
            if isinstance(report, kind):
                return report

    def rest(self) -> list[Any]:
        """All that is there now."""
        reports = []
        while not self._queue.empty():
            reports.append(self._queue.get())
        return reports


class Line:
    """A line of a board to the bank: what came and what went."""

    def __init__(self) -> None:
        self.came, self.went = b"", b""

    def read(self) -> bytes:
        data, self.came = self.came, b""
        return data

    def write(self, data: bytes) -> None:
        self.went += data


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Plug boards in, each by its device and what it calls itself; no link leads to one."""
    monkeypatch.setattr(hardware.port, "LINK", "/nowhere")

    def plug(*devices: str, product: str = "Dice tray") -> list[Any]:
        ports = [SimpleNamespace(device=device, product=product) for device in devices]
        monkeypatch.setattr(hardware.port.list_ports, "comports", lambda: ports)
        return ports

    return plug


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def eventually() -> Callable[[Callable[[], object]], None]:
    """Wait until something holds; fail when it never does."""

    def wait(holds: Callable[[], object]) -> None:
        deadline = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < deadline, "it never came true"
            sleep(0.002)

    return wait


@pytest.fixture
def fake() -> Iterator[FakeTray]:
    with FakeTray(repeat_every=0.02) as tray:
        yield tray


@pytest.fixture
def tray(fake: FakeTray, inbox: Inbox) -> Iterator[DiceTray]:
    """A bank's tray, connected to the fake one and quick to try again."""
    with DiceTray(fake.path, inbox.put, backoff=Backoff(0.01, 0.01)) as driver:
        yield driver


@pytest.fixture
def fingers() -> Iterator[FakePanel]:
    panel = FakePanel()
    yield panel
    panel.close()
