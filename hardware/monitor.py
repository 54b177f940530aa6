"""Live monitor of a tray's frames, for building and troubleshooting one."""

from collections.abc import Callable
from contextlib import closing
from threading import Event

from hardware.frame_reader import FrameReader
from hardware.frames import Acknowledge, Fault, Frame, Query, Throw, encode
from hardware.port import Port, PortError, find_port

AGAIN = 1.0  # seconds between two attempts to open the port


class Monitor:
    """Monitor that shows each frame of a tray and the number of bad lines.

    By default it only listens, so that the tray keeps its throws for the bank.

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
        while not done.is_set():
            for frame in self._reader.feed(port.read()):
                self._show(str(frame))
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
