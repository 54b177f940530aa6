"""The dice tray on its serial port: found, heard, lost and found again, on a thread of its own."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from queue import Full
from threading import Event as Flag
from threading import Lock, Thread
from time import monotonic
from typing import Self

from hardware.backoff import Backoff
from hardware.events import Event, FaultSeen, ThrowSeen
from hardware.frames import RejectReason
from hardware.port import MOST_AT_ONCE, Port, PortError, find_port
from hardware.tray_session import TraySession

PAUSE = 0.05  # seconds without reading, when the line or the owner has more than enough

log = logging.getLogger(__name__)


class DiceTray:
    """A dice tray at ``url`` (anything pyserial opens), or wherever it is found if that is None.

    ``on_event`` is called on the tray's own thread, one event at a time, and should only enqueue.
    When it raises ``queue.Full`` it is called with the same event again, and nothing is read from
    the line until it has taken it. That is safe: the tray repeats what is not acknowledged.
    A throw stays the tray's until ``acknowledge(identity)``, which is to be called when what
    became of it is on disk::

        with DiceTray(None, events.put) as tray:
            tray.lamp("ready", 12)
            match events.get():
                case ThrowSeen(identity, (a, b), awaited=12):
                    ...  # write it down, then
                    tray.acknowledge(identity)

    A tray that cannot be reached raises nothing: TrayLost says why, once, and trying goes on for
    ever. Every method may be called from any thread.
    """

    def __init__(
        self,
        url: str | None,
        on_event: Callable[[Event], None],
        *,
        backoff: Backoff | None = None,
    ) -> None:
        self._url = url
        self._on_event = on_event
        self._backoff = backoff or Backoff()
        self._link = TraySession()
        self._lock = Lock()  # the link is used from every thread, the port from one
        self._port: Port | None = None
        self._closing = Flag()
        self._thread = Thread(target=self._run, name="dice tray", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Begin looking for the tray. Once only."""
        self._thread.start()

    def acknowledge(self, identity: str) -> None:
        """Tell the tray that this throw or fault is dealt with, for good."""
        with self._lock:
            self._link.acknowledge(identity)
        self._wake()

    def put_off(self, identity: str) -> None:
        """Report this throw or fault, which is not acknowledged, again at its next repeat."""
        with self._lock:
            self._link.forget(identity)

    def lamp(self, state: str, number: int = 0) -> None:
        """Show ``ready`` (a throw is awaited for move ``number``), ``wait`` or ``off``.

        ValueError for another state, and for a number other than 0 with ``wait`` or ``off``.
        """
        with self._lock:
            self._link.lamp(state, number)
        self._wake()

    def bad_lines(self) -> Counter[RejectReason]:
        """How many lines were dropped since the beginning, by cause."""
        with self._lock:
            return self._link.bad.copy()

    def close(self) -> None:
        """Send what is still to be said, let the port go and end the thread, within a second.

        Not to be called from ``on_event``.
        """
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._serve()
            self._closing.wait(self._backoff.next())

    def _serve(self) -> None:
        """Open the port, serve it until it fails, and close it before anyone opens it again.

        A tray that comes back while its old device is held open gets another name.
        """
        try:
            with closing(Port(find_port(self._url))) as self._port:
                self._converse(self._port)
        except PortError as loss:
            with self._lock:
                events = self._link.disconnected(str(loss))
            self._deliver(events)
        finally:
            self._port = None

    def _converse(self, port: Port) -> None:
        with self._lock:
            self._link.connected(monotonic())
        while self._link.is_open and not self._closing.is_set():
            port.write(self._outgoing())
            data = port.read()
            self._hear(data)
            if len(data) == MOST_AT_ONCE:
                self._closing.wait(PAUSE)  # whoever sends more has to wait, not the program
        port.write(self._outgoing())

    def _outgoing(self) -> bytes:
        with self._lock:
            return self._link.bytes_to_send()

    def _hear(self, data: bytes) -> None:
        now = monotonic()
        with self._lock:
            events = [*self._link.receive(data, now), *self._link.tick(now)]
            if self._link.has_tray:
                self._backoff.reset()
        self._deliver(events)

    def _deliver(self, events: Iterable[Event]) -> None:
        for event in events:
            try:
                self._offer(event)
            except Exception:
                # The thread must live, and so must the throw: its next repeat is delivered again.
                log.exception("%s was not taken", event)
                if isinstance(event, ThrowSeen | FaultSeen):
                    self.put_off(event.identity)

    def _offer(self, event: Event) -> None:
        """Hand the event over, as often as it takes until the owner has room for it."""
        while not self._closing.is_set():
            try:
                self._on_event(event)
                return
            except Full:
                self._closing.wait(PAUSE)

    def _wake(self) -> None:
        """Cut short the read, so that what is in the outbox goes out now."""
        if port := self._port:
            port.interrupt()
