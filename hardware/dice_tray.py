"""Driver of the dice tray: serves its serial port on a thread, and reconnects."""

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
from hardware.events import Event, FaultSeen, PortProblem, ThrowSeen
from hardware.frames import RejectReason
from hardware.port import MOST_AT_ONCE, Port, PortError, PortSearch
from hardware.tray_session import TraySession

PAUSE = 0.05  # seconds without reading, if the line is flooded or the owner's queue is full

log = logging.getLogger(__name__)


class DiceTray:
    """A dice tray on a serial port, which reports throws as events.

    The tray keeps a throw until it is acknowledged. The following code waits for the throw of move
    12 and acknowledges it when its result is on disk::

        with DiceTray(None, events.put) as tray:
            tray.lamp("ready", 12)
            match events.get():
                case ThrowSeen(identity, (a, b), awaited=12):
                    ...  # store it, then
                    tray.acknowledge(identity)

    A tray that cannot be reached raises nothing. It is reported once as TrayLost, and the driver
    goes on trying. Every method may be called from any thread.

    :param url: Any address that pyserial opens, or None to find the tray.
    :param on_event: Called with one event at a time on the tray's thread. It should only enqueue
        the event. If it raises ``queue.Full``, it is called again with the same event, and nothing
        is read from the line until it returns; the tray repeats what is not acknowledged.
    :param backoff: Waiting times between two attempts to connect.
    """

    def __init__(
        self,
        url: str | None,
        on_event: Callable[[Event], None],
        *,
        backoff: Backoff | None = None,
    ) -> None:
        self._search = PortSearch(url)
        self._on_event = on_event
        self._backoff = backoff or Backoff()
        self._session = TraySession()
        self._lock = Lock()  # the session is used by every thread, the port by one
        self._port: Port | None = None
        self._failure = ""  # the last unknown one
        self._closing = Flag()
        self._thread = Thread(target=self._run, name="dice tray", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start looking for the tray. Call it once."""
        self._thread.start()

    def acknowledge(self, identity: str) -> None:
        """Acknowledge a throw or fault whose result is on disk."""
        with self._lock:
            self._session.acknowledge(identity)
        self._wake()

    def put_off(self, identity: str) -> None:
        """Report an unacknowledged throw or fault again at its next repeat."""
        with self._lock:
            self._session.forget(identity)

    def lamp(self, state: str, number: int = 0) -> None:
        """Set the tray's lamp to ``ready`` (for move ``number``), ``wait`` or ``off``.

        Raises ValueError for another state, or if ``number`` is 0 with ``ready`` or not 0 with the
        other states.
        """
        with self._lock:
            self._session.lamp(state, number)
        self._wake()

    def bad_lines(self) -> Counter[RejectReason]:
        """Count the lines dropped since the start, by reason."""
        with self._lock:
            return self._session.bad.copy()

    def close(self) -> None:
        """Send what is left, close the port and end the thread, within a second.

        Do not call it from ``on_event``.
        """
        self._closing.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        """Serve one port after the other. Nothing may end this thread before ``close``.

        Without it no tray would be found until the program is started again.
        """
        while not self._closing.is_set():
            try:
                self._serve()
            except PortError as loss:
                self._lose(loss.reason, loss.url)
            except Exception as unknown:
                if repr(unknown) != self._failure:
                    log.exception("the dice tray failed in an unknown way")
                self._failure = repr(unknown)
                self._lose(PortProblem.SILENT)
            self._closing.wait(self._backoff.next())

    def _serve(self) -> None:
        """Open the port, serve it until it fails, and close it.

        The port must be closed before the next attempt: if a tray is plugged in again while its
        old device is open, the system gives it another name.
        """
        try:
            with closing(Port(self._search.next())) as self._port:
                self._exchange(self._port)
        finally:
            self._port = None

    def _lose(self, reason: PortProblem, url: str = "") -> None:
        with self._lock:
            events = self._session.disconnected(reason, url)
        self._deliver(events)

    def _exchange(self, port: Port) -> None:
        with self._lock:
            self._session.connected(monotonic())
        while self._session.is_open and not self._closing.is_set():
            port.write(self._outgoing())
            data = port.read()
            self._receive(data)
            if len(data) == MOST_AT_ONCE:
                self._closing.wait(PAUSE)  # make the sender wait, not the program
        port.write(self._outgoing())

    def _outgoing(self) -> bytes:
        with self._lock:
            return self._session.bytes_to_send()

    def _receive(self, data: bytes) -> None:
        now = monotonic()
        with self._lock:
            events = [*self._session.receive(data, now), *self._session.tick(now)]
            if self._session.has_tray:
                self._backoff.reset()
                self._search.found()
        self._deliver(events)

    def _deliver(self, events: Iterable[Event]) -> None:
        for event in events:
            try:
                self._offer(event)
            except Exception:
                # Keep the thread alive, and report the throw again at its next repeat.
                log.exception("%s was not delivered", event)
                if isinstance(event, ThrowSeen | FaultSeen):
                    self.put_off(event.identity)

    def _offer(self, event: Event) -> None:
        """Call the owner with an event, again and again until its queue has room."""
        while not self._closing.is_set():
            try:
                self._on_event(event)
                return
            except Full:
                self._closing.wait(PAUSE)

    def _wake(self) -> None:
        """Interrupt the read, so that the outbox is sent now."""
        if port := self._port:
            port.interrupt()
