"""The bank as a process of its own, with its page; and whoever has the page open."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import httpx

from tests.browser.painted import PaintedPage
from tests.tree import ROOT

PATIENCE = 60.0


class Program:
    """``companion play --browser`` on a folder."""

    def __init__(
        self, folder: Path, *options: str, port: int = 0, command: Sequence[str] = ()
    ) -> None:
        usual = [sys.executable, "-m", "companion", "play", "--browser", "--no-tray"]
        usual += ["--port", str(port)]
        where = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        self.process = subprocess.Popen(
            # Two banks of one machine do not share the folder of their phones.
            [*(command or usual), "--data", str(folder), "--runtime", f"{folder}-run", *options],
            cwd=ROOT,
            env=where,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.before = ""
        """Lines that come before the address, and its own."""
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", self.before)):
            line = self.process.stdout.readline()
            assert line, self.process.communicate()[1]
            self.before += line
        self.address, self.port = found[0], int(found[1])

    def close(self) -> str:
        """End it as the machine does; return what it said on its way."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, said
        return said

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


class OpenPage:
    """Page of the table that is open: its stream, and its fingers."""

    def __init__(
        self, address: str, width: int = 800, height: int = 480, client: httpx.Client | None = None
    ) -> None:
        self.client = client or httpx.Client(base_url=address, timeout=PATIENCE)
        self._headers = {"Origin": address}
        self._stream = self.client.stream("GET", f"/table?width={width}&height={height}")
        self._lines: Iterator[str] = self._stream.__enter__().iter_lines()
        self.painted, self.number = PaintedPage(), 0
        self.secret = self._event("secret")
        self.read()

    def close(self) -> None:
        self._stream.__exit__(None, None, None)
        self.client.close()

    def is_over(self) -> bool:
        """Wait until the table shows this page no more."""
        while (event := self._next())[0] in ("alive", "news"):
            pass
        return event[0] == "gone"

    def _next(self) -> tuple[str, str]:
        """Kind and data of the next event: at least a sign of life comes every second or so."""
        for line in self._lines:
            if line.startswith("event: "):
                return line.removeprefix("event: "), next(self._lines).removeprefix("data: ")
        raise AssertionError("the stream has ended")

    def _event(self, kind: str) -> str:
        """Wait for an event of a kind."""
        while (event := self._next())[0] != kind:
            pass
        return event[1]

    def read(self) -> dict[str, Any]:
        """Wait for news."""
        return self._hear(self._event("news"))

    def _hear(self, news: str) -> dict[str, Any]:
        self._read_at = monotonic()
        return self.painted.hear(news)

    def follow(self) -> None:
        """Hear all that comes, until the stream ends."""
        while True:
            self.read()

    @property
    def age(self) -> int:
        """Milliseconds for which the picture has been on the page."""
        return round(1000 * (monotonic() - self._read_at))

    def tell(self, *told: list[Any]) -> httpx.Response:
        self.number += 1
        return self.send(self.number, *told)

    def send(self, number: int, *told: list[Any]) -> httpx.Response:
        """Send a message, which may have been sent before."""
        message = {"secret": self.secret, "number": number, "fingers": told}
        return self.client.post("/fingers", content=json.dumps(message), headers=self._headers)

    def tap(self, label: str) -> None:
        """A finger on what is called so, as soon as it is there and takes touches."""
        self._touch(lambda: self.painted.place(label) if label in self.painted.labels else None)

    def tap_dice(self, first: int, second: int) -> None:
        """Two dice, one after the other: those of both rows are called alike."""
        for key in (f"die:0:{first}", f"die:1:{second}"):
            self._touch(lambda key=key: self.painted.middle(key))

    def _touch(self, find: Callable[[], tuple[float, float] | None]) -> None:
        """A finger on a place as soon as it is there: only the table knows what is too early."""
        for finger in range(1000):
            while not (place := find()):
                self.read()
            self.tell(["down", finger, self.painted.picture, self.age, *place])
            kind, told = self._next()
            is_down = bool(kind == "news" and self._hear(told).get("pressed"))
            self.tell(["up", finger, *place])
            if is_down:
                return
        raise AssertionError("nothing took the touch")
