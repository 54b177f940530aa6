"""Live monitor of a tray's frames, for building and troubleshooting one."""

import signal
from collections.abc import Callable
from contextlib import closing
from threading import Event
from time import monotonic

from hardware.events import PortProblem
from hardware.frame_reader import FrameReader
from hardware.frames import (
    Acknowledge,
    Fault,
    Frame,
    FromTray,
    Probe,
    Query,
    Reading,
    Throw,
    encode,
)
from hardware.port import Port, PortError, PortSearch
from hardware.tray_session import SILENCE

AGAIN = 1.0  # seconds between two attempts to open the port
PROBE_AGAIN = 2.0  # seconds; a tray tells its readings for five


class Monitor:
    """Monitor that shows each frame of a tray and the number of bad lines.

    By default it takes nothing off the tray, which keeps its throws for the bank. The tray says
    what each key or tag reads, as a self-test.

    :param url: Any address that pyserial opens, or None to find the tray.
    :param show: Called with one line of text at a time.
    :param acknowledge: Acknowledge every throw, to try out a tray that is not in a game.
    """

    def __init__(
        self, url: str | None, show: Callable[[str], object], *, acknowledge: bool = False
    ) -> None:
        self._search = PortSearch(url)
        self._show = show
        self._acknowledge = acknowledge
        self._reader = FrameReader()
        self._bad = 0
        self._troubles: list[str] = []

    def run(self, done: Event) -> None:
        """Monitor until ``done`` is set; try the next port whenever one fails or is silent."""
        while not done.is_set():
            try:
                url = self._search.next()
                with closing(Port(url)) as port:
                    self._listen(port, url, done)
            except PortError as failure:
                self._report(str(failure))
                done.wait(AGAIN)

    def _report(self, trouble: str) -> None:
        """Show what is wrong with a port, once until a tray is heard."""
        if trouble not in self._troubles:
            self._troubles.append(trouble)
            self._show(f"{trouble[0].upper()}{trouble[1:]}: waiting for it.")

    def _listen(self, port: Port, url: str, done: Event) -> None:
        self._reader.reset()
        port.write(encode(Query()))
        heard_at, probed_at = monotonic(), -PROBE_AGAIN
        while not done.is_set():
            now = monotonic()
            if now - probed_at >= PROBE_AGAIN:
                probed_at = now
                port.write(encode(Probe()))
            for frame in self._reader.feed(port.read()):
                self._show(described(frame))
                self._take(frame, port)
                if isinstance(frame, FromTray):  # and no echo of ours
                    heard_at = now
                    self._troubles.clear()
                    self._search.found()
            self._count()
            if now - heard_at >= SILENCE:
                raise PortError(PortProblem.SILENT, url)

    def _take(self, frame: Frame, port: Port) -> None:
        if self._acknowledge and isinstance(frame, Throw | Fault):
            port.write(encode(Acknowledge(frame.boot, frame.seq)))

    def _count(self) -> None:
        bad = self._reader.bad
        if bad.total() != self._bad:
            self._bad = bad.total()
            counts = ", ".join(f"{cause} {count}" for cause, count in sorted(bad.items()))
            self._show(f"Bad lines: {counts}")


def until_interrupted() -> Event:
    """Return an event that SIGINT or SIGTERM sets from now on."""
    done = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: done.set())
    return done


def described(frame: Frame) -> str:
    """Describe a frame in one line; for a reading, what each key or tag reads."""
    if isinstance(frame, Reading):
        return f"Reads: {'; '.join(map(_named, frame.words)) or 'nothing'}"
    return str(frame)


def _named(word: str) -> str:
    tag, dot, taught = word.partition(".")
    if not dot and "-" not in word:
        return f"tag {tag}, not taught"
    if taught.startswith("c"):
        return f"tag {tag}, card of player {taught[1:]}"
    die, face = (taught or word).split("-")
    return f"tag {tag}, die {die}, {face} up" if dot else f"die {die}, key {face}"
