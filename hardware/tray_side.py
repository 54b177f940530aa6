"""The tray's end of the line, without the line: what a dice tray does about the protocol.

The simulated tray runs it, and a microcontroller can mirror it word for word: a list, two times
and four numbers are all it keeps. What the dice show is found out elsewhere; here it becomes a
throw that is made once, kept until it is acknowledged, and repeated unchanged until then.

Only the oldest unacknowledged throw is ever on the line, so throws arrive in the order they were
made.

Time comes in as ``now``, in seconds of any clock that does not go backwards.
"""

from hardware.frames import (
    PROTOCOL,
    Acknowledge,
    Fault,
    Frame,
    Heartbeat,
    Hello,
    Lamp,
    Query,
    Rolling,
    Throw,
    encode,
)
from hardware.reader import FrameReader

REPEAT_EVERY = 0.5  # seconds between two sendings of the same throw
HEARTBEAT_EVERY = 2.0  # seconds of saying nothing else
QUEUE = 8  # throws kept until they are acknowledged


class TraySide:
    """One power-up of a tray: it begins by saying hello, and ``boot`` must be new each time."""

    def __init__(
        self,
        uid: str,
        boot: str,
        now: float,
        *,
        firmware: str = "1.0",
        repeat_every: float = REPEAT_EVERY,
    ) -> None:
        self.hello = Hello(uid, firmware, PROTOCOL, boot)
        self.lamp = Lamp("off")
        self.waiting: list[Throw | Fault] = []  # oldest first
        self._reader = FrameReader()
        self._outbox = bytearray()
        self._awaited = self._seq = 0
        self._rolled = False
        self._repeat_every = repeat_every
        self._repeat_at = self._spoke = now
        self._send(self.hello, now)

    @property
    def is_full(self) -> bool:
        """Eight throws wait: the tray makes no ninth, and blinks."""
        return len(self.waiting) >= QUEUE

    def roll(self, now: float) -> None:
        """Both dice are in the air or in a hand: the next rest counts."""
        self._rolled = True
        self._send(Rolling(), now)

    def rest(self, a: int, b: int, now: float) -> bool:
        """The dice lie still, showing a and b. Says whether that made a throw (rules 1 and 2)."""
        return self._make(Throw(self.hello.boot, self._seq + 1, (a, b), self._awaited), now)

    def rest_unread(self, code: str, now: float) -> bool:
        """The dice lie still and cannot be read. Says whether that made a fault."""
        return self._make(Fault(self.hello.boot, self._seq + 1, code, self._awaited), now)

    def receive(self, data: bytes, now: float) -> None:
        """What came in, in whatever pieces."""
        for frame in self._reader.feed(data):
            self._obey(frame, now)

    def tick(self, now: float) -> None:
        """Say what is due: a repeat, or a heartbeat. To be called at ``due()``, or oftener."""
        if self.waiting and now >= self._repeat_at:
            self._say_oldest(now)
        if now - self._spoke >= HEARTBEAT_EVERY:
            self._send(Heartbeat(), now)

    def due(self) -> float:
        """When ``tick`` will next have something to say."""
        heartbeat = self._spoke + HEARTBEAT_EVERY
        return min(heartbeat, self._repeat_at) if self.waiting else heartbeat

    def bytes_to_send(self) -> bytes:
        """Everything to be written since the last call."""
        data = bytes(self._outbox)
        self._outbox.clear()
        return data

    def _make(self, frame: Throw | Fault, now: float) -> bool:
        if not self._rolled or self.is_full:
            return False
        self._rolled = False
        self._seq = frame.seq
        self.waiting.append(frame)
        if len(self.waiting) == 1:
            self._say_oldest(now)
        return True

    def _obey(self, frame: Frame, now: float) -> None:
        match frame:
            case Query():
                self._send(self.hello, now)
            case Acknowledge():
                self._forget(frame, now)
            case Lamp():
                self.lamp = frame
                self._awaited = frame.number or self._awaited

    def _forget(self, done: Acknowledge, now: float) -> None:
        left = [frame for frame in self.waiting if (frame.boot, frame.seq) != (done.boot, done.seq)]
        if len(left) < len(self.waiting):
            self.waiting = left
            if left:
                self._say_oldest(now)

    def _say_oldest(self, now: float) -> None:
        self._repeat_at = now + self._repeat_every
        self._send(self.waiting[0], now)

    def _send(self, frame: Frame, now: float) -> None:
        self._spoke = now
        self._outbox += encode(frame)
