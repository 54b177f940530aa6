"""The bank's end of the line to a dice tray, without the line: bytes in, events and bytes out.

Two rules of the protocol decide everything here.

*Nothing is acted on until the tray has said who it is* (rule 5). Each connection begins with a
question; a throw that comes before the answer, or under another boot than the answer gave, is
only a reason to ask again. It is not lost: the tray repeats it until it is acknowledged.

*Whether a throw is new is not decided here* (rule 3). The owner's ledger knows, durably. The link
merely keeps the tray's repeats from its owner: a throw is reported once, then nothing until the
owner acknowledges it, and from then on its repeats are acknowledged without a word. What the link
remembers for this dies with the process, or is pushed out by newer throws; then a repeat is
reported anew, and the ledger says that it is known.

*More than anybody can throw is not taken from the line.* Each kind of frame has an allowance, which
grows with time; what exceeds it is dropped like a line that was lost, and counted. The protocol
is made for lost lines: an unacknowledged throw is repeated, a hello is asked for again, a lamp is
said with the next heartbeat, and rolling is a hint. So however much a broken tray says, the owner
gets few events, the tray few answers, and no throw is lost, invented or counted twice.

Time comes in as ``now``, in seconds of any clock that does not go backwards.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from hardware.events import (
    Event,
    FaultSeen,
    OtherProtocol,
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
ASK_AGAIN = 0.25  # seconds between two questions, so that a noisy line is not flooded with them
BURST, RATE = 64, 10.0  # frames of a kind heeded at once, and a second; a tray says 2 a second
REMEMBERED = 64  # throws; a tray keeps at most 8 unacknowledged


@dataclass(slots=True)
class _Allowance:
    """How many frames of one kind may be heeded now."""

    left: float
    since: float

    def take(self, now: float) -> bool:
        """Use one. Return False if there is none left."""
        self.left = min(BURST, self.left + RATE * (now - self.since))
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass(slots=True)
class _Known:
    """What the link remembers of one throw or fault."""

    frame: Throw | Fault
    acknowledged: bool = False


class TraySession:
    """One tray's line, for as long as the program runs: connections come and go in it."""

    def __init__(self) -> None:
        self._reader = FrameReader()
        self._outbox = bytearray()
        self._tray: Hello | None = None  # who is at the other end of this connection
        self._stranger: Hello | None = None  # the same, of a version we do not speak
        self._last: Hello | None = None  # who was, on any connection
        self._known: dict[str, _Known] = {}
        self._lamp = Lamp("off")
        self._open = self._loss_told = False
        self._heard = self._asked = self._flooded = -inf
        self._allowances: dict[type[Frame], _Allowance] = {}

    @property
    def is_open(self) -> bool:
        """Connected, as far as is known."""
        return self._open

    @property
    def has_tray(self) -> bool:
        """A tray has said hello on this connection."""
        return self._tray is not None

    @property
    def bad(self) -> Counter[RejectReason]:
        """Lines dropped since the beginning, by cause."""
        return self._reader.bad

    def connected(self, now: float) -> None:
        """A port is open. Ask who is there."""
        self._reader.reset()
        self._outbox.clear()
        self._open, self._heard, self._asked = True, now, -inf
        self._ask(now)

    def disconnected(self, reason: str) -> list[Event]:
        """The port is gone, or never was: said once until a tray is found again."""
        self._open, self._tray, self._stranger = False, None, None
        told, self._loss_told = self._loss_told, True
        return [] if told else [TrayLost(reason)]

    def tick(self, now: float) -> list[Event]:
        """Notice silence; to be called at least every second. Closes the link after 5 s of it."""
        if not self._open or now - self._heard < SILENCE:
            return []
        return self.disconnected(f"nothing heard from the dice tray for {SILENCE:.0f} seconds")

    def receive(self, data: bytes, now: float) -> list[Event]:
        """What came in, in whatever pieces."""
        return [event for frame in self._reader.feed(data) for event in self._handle(frame, now)]

    def acknowledge(self, identity: str) -> None:
        """The owner has dealt with this throw or fault, durably: the tray may forget it."""
        uid, boot, seq = identity.split("/")
        if known := self._known.get(identity):
            known.acknowledged = True
        if self._tray and (self._tray.uid, self._tray.boot) == (uid, boot):
            self._send(Acknowledge(boot, int(seq)))

    def forget(self, identity: str) -> None:
        """The owner never got this throw or fault: report its next repeat as a first one."""
        self._known.pop(identity, None)

    def lamp(self, state: str, number: int = 0) -> None:
        """Show this on the tray, now and whenever it may have forgotten."""
        self._lamp = Lamp(state, number)
        if self._tray:
            self._send(self._lamp)

    def bytes_to_send(self) -> bytes:
        """Everything to be written since the last call."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    def _handle(self, frame: Frame, now: float) -> Iterable[Event]:
        if not isinstance(frame, FromTray):
            return ()  # our own words come back: a line that echoes has no tray on it
        self._heard = now
        if not self._allowance(type(frame), now).take(now):
            return self._drop(now)
        if isinstance(frame, Hello):
            return self._on_hello(frame)
        if self._tray is None or _boot_of(frame) not in (None, self._tray.boot):
            self._ask(now)  # who has another boot than its hello has restarted, and that was lost
            return ()
        return self._act(frame, self._tray)

    def _allowance(self, kind: type[Frame], now: float) -> _Allowance:
        return self._allowances.setdefault(kind, _Allowance(BURST, now))

    def _drop(self, now: float) -> Iterable[Event]:
        """Count it; a flood is said once, until there was none for as long as a loss takes."""
        self.bad[RejectReason.TOO_MANY] += 1
        begins, self._flooded = now - self._flooded >= SILENCE, now
        return (TrayFlooding(),) if begins else ()

    def _act(self, frame: FromTray, tray: Hello) -> Iterable[Event]:
        match frame:
            case Throw() | Fault():
                return self._report(f"{tray.uid}/{frame.boot}/{frame.seq}", frame)
            case Rolling():
                return (RollingSeen(),)
            case Heartbeat():
                self._send(self._lamp)  # nobody acknowledges a lamp, so it is said again
        return ()

    def _on_hello(self, hello: Hello) -> list[Event]:
        if hello.protocol != PROTOCOL:
            return self._on_other_protocol(hello)
        was, self._tray, last, self._last = self._tray, hello, self._last, hello
        self._loss_told = False
        self._send(self._lamp)
        events: list[Event] = []
        if was is None or was.uid != hello.uid:
            events.append(TrayFound(hello.uid, hello.boot))
        if last is not None and last.uid == hello.uid and last.boot != hello.boot:
            events.append(TrayRestarted(hello.boot))
        return events

    def _on_other_protocol(self, hello: Hello) -> list[Event]:
        told, self._stranger, self._tray = self._stranger == hello, hello, None
        self._loss_told = False
        return [] if told else [OtherProtocol(hello.uid, hello.protocol)]

    def _report(self, identity: str, frame: Throw | Fault) -> Iterable[Event]:
        known = self._known.get(identity)
        if known is None:
            self._remember(identity, frame)
            return (_seen(identity, frame),)
        if known.frame != frame:
            self.bad[RejectReason.CONTRADICTION] += 1
        if known.acknowledged:
            self._send(Acknowledge(frame.boot, frame.seq))
        return ()

    def _remember(self, identity: str, frame: Throw | Fault) -> None:
        self._known[identity] = _Known(frame)
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    def _ask(self, now: float) -> None:
        if now - self._asked >= ASK_AGAIN:
            self._asked = now
            self._send(Query())

    def _send(self, frame: Frame) -> None:
        self._outbox += encode(frame)


def _boot_of(frame: FromTray) -> str | None:
    return frame.boot if isinstance(frame, Throw | Fault) else None


def _seen(identity: str, frame: Throw | Fault) -> Event:
    if isinstance(frame, Throw):
        return ThrowSeen(identity, frame.dice, frame.awaited)
    return FaultSeen(identity, frame.code)
