"""Live monitor of a tray's frames, for building and troubleshooting one."""

from collections.abc import Callable
from contextlib import closing
from threading import Event
from time import monotonic

from hardware.frame_reader import FrameReader
from hardware.frames import Acknowledge, Fault, Frame, Probe, Query, Reading, Throw, encode
from hardware.port import Port, PortError, find_port

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
        self._url = url
        self._show = show
        self._acknowledge = acknowledge
        self._reader = FrameReader()
        self._bad = 0

    def run(self, done: Event) -> None:
        """Monitor until ``done`` is set; reopen the port whenever it fails."""
        trouble = ""
        while not done.is_set():
            try:
                with closing(Port(find_port(self._url))) as port:
                    trouble = ""
                    self._listen(port, done)
            except PortError as failure:
                if str(failure) != trouble:
                    trouble = str(failure)
                    self._show(f"{trouble[0].upper()}{trouble[1:]}: waiting for it.")
                done.wait(AGAIN)

    def _listen(self, port: Port, done: Event) -> None:
        self._reader.reset()
        port.write(encode(Query()))
        probed_at = -PROBE_AGAIN
        while not done.is_set():
            if monotonic() - probed_at >= PROBE_AGAIN:
                probed_at = monotonic()
                port.write(encode(Probe()))
            for frame in self._reader.feed(port.read()):
                self._show(described(frame))
                self._take(frame, port)
            self._count()

    def _take(self, frame: Frame, port: Port) -> None:
        if self._acknowledge and isinstance(frame, Throw | Fault):
            port.write(encode(Acknowledge(frame.boot, frame.seq)))

    def _count(self) -> None:
        bad = self._reader.bad
        if bad.total() != self._bad:
            self._bad = bad.total()
            counts = ", ".join(f"{cause} {count}" for cause, count in sorted(bad.items()))
            self._show(f"Bad lines: {counts}")


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
