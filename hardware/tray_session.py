"""Protocol state machine of the bank's end: bytes in, events and bytes out.

Nothing in this module touches a port, a thread or a clock. ``DiceTray`` owns those, and passes the
time as ``now``, in seconds of any clock that never goes backwards.

Connection states
-----------------

A session lives as long as the program; connections come and go within it::

    state         event                           next state
    ------------  ------------------------------  ------------
    closed        connected()                     unidentified
    any other     hello with our protocol         identified
    any other     hello with another protocol     incompatible
    any other     disconnected(), 5 s of silence  closed

*closed*: there is no port. ``disconnected`` reports TrayLost once, and not again until a tray says
hello; a tray that is never found must not fill the owner's queue.

*unidentified*: the port is open, and the session has sent ``?``. It acts on no throw, because the
identity of a throw includes the ``uid`` and ``boot`` of the tray's hello (rule 5). A frame that
arrives now only makes the session ask again, at most every 0.25 s. No throw is lost by that: the
tray repeats it until it is acknowledged.

*identified*: throws, faults, rolling and heartbeats are handled. A throw with another ``boot`` than
the hello means that the tray restarted and that its hello was lost on the line. The session treats
that throw as if unidentified: it asks again and waits for the repeat.

*incompatible*: the tray speaks another version of the protocol. It is reported once a
connection, and no other frame is handled until a compatible tray says hello.

Three rules apply in every state.

Repeats
-------

Only the owner's ledger knows durably if a throw is new (rule 3). The session merely hides repeats
from its owner. It keeps a record of each recent throw: the first arrival is reported; later ones
are ignored until the owner calls ``acknowledge``; after that, each repeat is acknowledged again
without an event, because the first acknowledgement was evidently lost. The records are lost with
the process and limited in number. If a record is missing, the repeat is reported once more, and
the ledger recognises its identity.

Rate limit
----------

Each kind of frame has an allowance that grows with time. A frame beyond it is dropped as if it had
been lost on the line, and counted. That is safe, because the protocol tolerates lost lines: an
unacknowledged throw is repeated, a hello is requested again, the lamp is sent with each heartbeat,
and rolling is only a hint. A broken tray can therefore cause few events and few answers, and no
throw is lost, invented or counted twice.

Lamp
----

A lamp frame is not acknowledged, so it is sent again after each heartbeat and each hello. A tray
that restarted or missed a line shows the right state after two seconds at most.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from hardware.events import (
    CardSeen,
    Event,
    FaultSeen,
    OtherProtocol,
    PortProblem,
    RollingSeen,
    ThrowSeen,
    TrayFlooding,
    TrayFound,
    TrayLost,
    TrayRestarted,
)
from hardware.frame_reader import FrameReader
from hardware.frames import (
    PROTOCOL,
    Acknowledge,
    CardFrame,
    Fault,
    Frame,
    FromTray,
    Heartbeat,
    Hello,
    Lamp,
    Query,
    RejectReason,
    Rolling,
    Throw,
    encode,
)

SILENCE = 5.0  # seconds without a frame after which a tray is lost (rule 7)
ASK_AGAIN = 0.25  # minimum seconds between two queries, so that they do not flood a noisy line
BURST, RATE = 64, 10.0  # frames of a kind handled at once, and per second; a tray sends 2 a second
REMEMBERED = 64  # throws; a tray keeps at most 8 unacknowledged


@dataclass(slots=True)
class _Allowance:
    """Token bucket: the number of frames of one kind that may be handled now."""

    left: float
    since: float

    def take(self, now: float) -> bool:
        """Use one frame of the allowance. Return False if none is left."""
        self.left = min(BURST, self.left + RATE * (now - self.since))
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(slots=True)
class _Record:
    """Record of one throw or fault."""

    frame: Throw | Fault
    acknowledged: bool = False


class TraySession:
    """Session with a dice tray over any number of connections.

    ``is_open`` is True while the connection is open, as far as is known. ``bad`` counts the lines
    dropped since the start, by reason.
    """

    def __init__(self) -> None:
        self._reader = FrameReader()
        self.bad = self._reader.bad
        self._outbox = bytearray()
        self._tray: Hello | None = None  # identified on this connection
        self._incompatible: Hello | None = None  # on this connection, with another protocol
        self._last_tray: Hello | None = None  # last one identified, on any connection
        self._records: dict[str, _Record] = {}
        self._last_card: CardFrame | None = None
        self._lamp = Lamp("off")
        self.is_open = self._loss_reported = False
        self._last_heard = self._last_query = self._last_drop = -inf
        self._allowances: dict[type[Frame], _Allowance] = {}

    @property
    def has_tray(self) -> bool:
        """True if a compatible tray has said hello on this connection."""
        return self._tray is not None

    def connected(self, now: float) -> None:
        """Start a connection on an open port, and send a query."""
        self._reader.reset()
        self._outbox.clear()
        self.is_open, self._last_heard, self._last_query = True, now, -inf
        self._query(now)

    def disconnected(self, reason: PortProblem, url: str = "") -> list[Event]:
        """End the connection. Report TrayLost once until a tray is found again."""
        self.is_open, self._tray, self._incompatible = False, None, None
        was_reported, self._loss_reported = self._loss_reported, True
        return [] if was_reported else [TrayLost(reason, url)]

    def tick(self, now: float) -> list[Event]:
        """Close the connection after 5 s of silence. Call it at least every second."""
        if not self.is_open or now - self._last_heard < SILENCE:
            return []
        return self.disconnected(PortProblem.SILENT)

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Handle received bytes, which may end anywhere in a line; return the events."""
        return [event for frame in self._reader.feed(data) for event in self._handle(frame, now)]

    def acknowledge(self, identity: str) -> None:
        """Acknowledge a throw or fault, so that the tray forgets it.

        Call it only when the result of the throw is on disk.
        """
        uid, boot, seq = identity.split("/")
        if record := self._records.get(identity):
            record.acknowledged = True
        if self._tray and (self._tray.uid, self._tray.boot) == (uid, boot):
            self._send(Acknowledge(boot, int(seq)))

    def forget(self, identity: str) -> None:
        """Drop the record of a throw or fault, so that its next repeat is reported."""
        self._records.pop(identity, None)

    def lamp(self, state: str, number: int = 0) -> None:
        """Set the tray's lamp, now and after each heartbeat and hello."""
        self._lamp = Lamp(state, number)
        if self._tray:
            self._send(self._lamp)

    def bytes_to_send(self) -> bytes:
        """Return the bytes to write, and empty the outbox."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    def _handle(self, frame: Frame, now: float) -> Iterable[Event]:
        if not isinstance(frame, FromTray):
            return ()  # one of our own frames: the line echoes, and has no tray
        self._last_heard = now
        if not self._allowance(type(frame), now).take(now):
            return self._drop(now)
        if isinstance(frame, Hello):
            return self._on_hello(frame)
        if self._tray is None or _boot_of(frame) not in (None, self._tray.boot):
            # Another boot than in the hello: the tray restarted, its hello was lost.
            self._query(now)
            return ()
        return self._dispatch(frame, self._tray)

    def _allowance(self, kind: type[Frame], now: float) -> _Allowance:
        return self._allowances.setdefault(kind, _Allowance(BURST, now))

    def _drop(self, now: float) -> Iterable[Event]:
        """Count a dropped frame. Report a flood once, until 5 s pass without a drop."""
        self.bad[RejectReason.TOO_MANY] += 1
        is_new_flood, self._last_drop = now - self._last_drop >= SILENCE, now
        return (TrayFlooding(),) if is_new_flood else ()

    def _dispatch(self, frame: FromTray, tray: Hello) -> Iterable[Event]:
        match frame:
            case Throw() | Fault():
                return self._report(f"{tray.uid}/{frame.boot}/{frame.seq}", frame)
            case Rolling():
                return (RollingSeen(),)
            case CardFrame():
                return self._on_card(frame, tray)
            case Heartbeat():
                self._send(self._lamp)  # a lamp is never acknowledged, so it is repeated
        return ()

    def _on_card(self, card: CardFrame, tray: Hello) -> Iterable[Event]:
        """Report a card once, even if the line doubles it."""
        last, self._last_card = self._last_card, card
        if last is not None and last.boot == card.boot and card.seq <= last.seq:
            return ()
        return (CardSeen(f"{tray.uid}/{card.boot}/c{card.seq}", card.number),)

    def _on_hello(self, hello: Hello) -> list[Event]:
        if hello.protocol != PROTOCOL:
            return self._on_other_protocol(hello)
        current, self._tray = self._tray, hello
        last, self._last_tray = self._last_tray, hello
        self._loss_reported = False
        self._send(self._lamp)
        events: list[Event] = []
        if current is None or current.uid != hello.uid:
            events.append(TrayFound(hello.uid, hello.boot))
        if last is not None and last.uid == hello.uid and last.boot != hello.boot:
            events.append(TrayRestarted(hello.boot))
        return events

    def _on_other_protocol(self, hello: Hello) -> list[Event]:
        was_reported, self._incompatible, self._tray = self._incompatible == hello, hello, None
        self._loss_reported = False
        return [] if was_reported else [OtherProtocol(hello.uid, hello.protocol)]

    def _report(self, identity: str, frame: Throw | Fault) -> Iterable[Event]:
        record = self._records.get(identity)
        if record is None:
            self._remember(identity, frame)
            return (_event(identity, frame),)
        if record.frame != frame:
            self.bad[RejectReason.CONTRADICTION] += 1
        if record.acknowledged:
            self._send(Acknowledge(frame.boot, frame.seq))
        return ()

    def _remember(self, identity: str, frame: Throw | Fault) -> None:
        self._records[identity] = _Record(frame)
        if len(self._records) > REMEMBERED:
            del self._records[next(iter(self._records))]

    def _query(self, now: float) -> None:
        if now - self._last_query >= ASK_AGAIN:
            self._last_query = now
            self._send(Query())

    def _send(self, frame: Frame) -> None:
        self._outbox += encode(frame)


def _boot_of(frame: FromTray) -> str | None:
    return frame.boot if isinstance(frame, Throw | Fault | CardFrame) else None


def _event(identity: str, frame: Throw | Fault) -> Event:
    if isinstance(frame, Throw):
        return ThrowSeen(identity, frame.dice, frame.awaited)
    return FaultSeen(identity, frame.code)
