"""A table with a window of its own, and browsers on other devices that ask for it.

Every address of 127.0.0.0/8 but the first stands for another device.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import httpx

from companion.runtime.bank import Bank
from companion.runtime.ledger_session import LedgerSession
from companion.runtime.pages import WindowAndPages
from companion.table.table import Table
from tests.browser.program import PATIENCE, OpenPage
from tests.front import StillFront

T = TypeVar("T")
FRAME = 1 / 60
_devices = count()


class PumpedWindow(StillFront):
    """Window without a picture, with frames and time as on a panel; ``skip`` lets more pass."""

    skip = 0.0

    def run(self, table: Table) -> None:
        super().run(table)
        before = time.monotonic()
        while not self.is_stopped:
            now = time.monotonic()
            skip, self.skip = self.skip, 0.0
            self.clock.wait(now - before + skip)
            before = now
            self.clock.frame()
            time.sleep(FRAME)


class Beside:
    """Bank with such a window, on a thread of its own, and its pages on other devices."""

    def __init__(self, folder: Path) -> None:
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._folder = folder
        self.window = PumpedWindow()
        self._thread = Thread(target=self._run)
        self._thread.start()
        self.do(lambda: self.table.guests.pages.start())
        self.address = self.until(self._address)

    def _run(self) -> None:
        with LedgerSession(self._folder, None) as session:
            self.bank = Bank(session, WindowAndPages(self.window, 0))
            self.table = self.bank.table
            self.bank.start("Ann, Bob", "1961", "atlantic-city")
            self.window.clock.every(FRAME, self._answer)
            self.bank.run()

    def _answer(self) -> None:
        while not self._calls.empty():
            self._calls.get()()

    def _address(self) -> str:
        reached = self.table.guests.pages.found()
        port = self.bank._front._port
        is_served = reached.link or reached.problem == "no network"
        return f"http://127.0.0.1:{port}" if is_served else ""

    def do(self, call: Callable[[], T]) -> T:
        """Call a function on the table's thread."""
        answer: SimpleQueue[Any] = SimpleQueue()
        self._calls.put(lambda: answer.put(call()))
        return answer.get(timeout=PATIENCE)

    def until(self, find: Callable[[], T]) -> T:
        """Wait until a function finds something on the table's thread."""
        end = time.monotonic() + PATIENCE
        while not (found := self.do(find)):
            assert time.monotonic() < end, "it did not come to that"
        return found

    def wait(self, seconds: float) -> None:
        """Let time pass at the table."""
        until = self.do(self.window.clock) + seconds
        self.window.skip = seconds
        self.until(lambda: self.window.clock() >= until)

    def tap(self, *do: Any) -> None:
        """A tap at the table."""
        self.do(lambda: self.table.tap(do, self.table.number, ""))

    def tap_guests(self, *do: Any) -> None:
        """A tap on the screen of the guests."""
        self.do(lambda: self.table.guests.tapped(do, self.table))

    def forget_knocks(self) -> bool:
        """Forget everybody who asks."""
        self.table.guests.guests._asks = ()
        self.table.guests.show()
        return True

    def answer(self, what: str) -> str:
        """Answer whoever asks: ``let in``, or ``refuse phone``; return the digits."""
        knock = self.until(lambda: self.table.guests.value.knock)
        self.tap(what, knock.number)
        return knock.digits

    def close(self) -> None:
        self.bank.stop()
        self._thread.join(PATIENCE)


@contextmanager
def beside(folder: Path) -> Iterator[Beside]:
    """Such a table until the end of a test."""
    there = Beside(folder)
    try:
        yield there
    finally:
        there.close()


class Device(httpx.Client):
    """Browser on another device, with its cookies."""

    def __init__(self, home: str, own: str = "") -> None:
        number = next(_devices)
        self.own = own or f"127.1.{number // 250}.{number % 250 + 1}"
        self.home = home
        super().__init__(
            base_url=home,
            timeout=PATIENCE,
            transport=httpx.HTTPTransport(local_address=self.own),
            headers={"Origin": home},
        )

    def knock(self) -> str:
        """Ask for the table; return the two digits that are shown."""
        asked = self.post("/knock")
        assert asked.status_code == 303, asked.text
        return self.digits()

    def digits(self) -> str:
        return "".join(re.findall("<b>(.)</b>", self.get("/").text))

    def sees_the_table(self) -> bool:
        return "table.js" in self.get("/").text

    def open(self, width: int = 800, height: int = 480) -> OpenPage:
        """The page of a guest."""
        return OpenPage(self.home, width, height, client=self)


def guest(table: Beside, may_play: bool = True) -> Device:
    """A device that was let in."""
    device = Device(table.address)
    shown = device.knock()
    table.do(lambda: table.table.guests.tapped(("may play", may_play), table.table))
    assert table.answer("let in") == shown
    return device
