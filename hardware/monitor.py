"""What a tray says, live: for whoever builds one, or wonders what is wrong with it."""

from collections.abc import Callable
from contextlib import closing
from threading import Event

from hardware.frame_reader import FrameReader
from hardware.frames import Acknowledge, Fault, Frame, Query, Throw, encode
from hardware.port import Port, PortError, find_port

AGAIN = 1.0  # seconds until a port that failed is tried again


class Monitor:
    """Shows each frame of the tray at ``url`` (None: wherever it is found), and how many lines were
    bad so far, through ``show``, a line at a time.

    It listens only: what the tray keeps for the bank stays there. With ``acknowledge`` it takes the
    throws off the tray, for trying out one that is in no game.
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
        """Until ``done`` is set; a port that fails is opened again for as long."""
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
