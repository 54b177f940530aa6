"""The tray's end of the line, without the line: protocol version 1, as the tray speaks it.

Only the oldest unacknowledged throw is ever on the line, so throws arrive in the order they were
made; a list, two times and four numbers are all that is kept.
"""

from binascii import crc32

PROTOCOL = 1
LONGEST_LINE = 64  # bytes, LF included
REPEAT_EVERY = 500  # milliseconds between two sendings of the same throw
HEARTBEAT_EVERY = 2000  # milliseconds of saying nothing else
QUEUE = 8  # throws kept until they are acknowledged

COCKED, MISSING, EXTRA, SENSOR = CODES = ("cocked", "missing", "extra", "sensor")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
OFF, WAIT, READY = LAMPS = ("off", "wait", "ready")


def frame(*fields: object) -> bytes:
    """The line of a frame, LF and all. Raises ValueError when it is too long, its uid being so."""
    body = ",".join([str(field) for field in fields]).encode()
    line = b"$%s*%08X\n" % (body, crc32(body))
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a frame of {len(line)} bytes is too long: shorten the uid")
    return line


def fields(line: bytes) -> list[str]:
    """The type and the fields of a line without its LF; empty when it is no sound frame."""
    star = line.rfind(b"*")
    if line[:1] != b"$" or len(line.rstrip(b"\r")) != star + 9:
        return []
    body = line[1:star]
    if b"%08X" % crc32(body) != line[star + 1 : star + 9] or not all(byte < 127 for byte in body):
        return []
    return body.decode().split(",")


class LineReader:
    """Bytes in, in whatever pieces; lines out. One that is too long is dropped whole."""

    def __init__(self) -> None:
        self._line = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that ``data`` completes, without their LF."""
        ended = (self._line + data).split(b"\n")
        # One byte more than fits is kept, so that a line that is too long stays too long.
        self._line = ended.pop()[:LONGEST_LINE]
        return [line for line in ended if len(line) < LONGEST_LINE]


class Tray:
    """One power-up of a tray: it begins by saying hello, and ``boot`` must be new each time.

    Raises ValueError for a uid that fits in no frame.
    """

    def __init__(
        self,
        uid: str,
        boot: str,
        now: int,
        firmware: str = "1.0",
        repeat_every: int = REPEAT_EVERY,
    ) -> None:
        if not uid or not all(letter in LETTERS for letter in uid):
            raise ValueError(f"'{uid}' is no uid: it may have letters, digits, '.', '_' and '-'")
        self.boot = boot
        self.lamp = (OFF, 0)
        self.waiting: list[tuple[int, bytes]] = []  # seq and line, the oldest first
        self._hello = frame("H", uid, firmware, PROTOCOL, boot)
        self._lines = LineReader()
        self._outbox = b""
        self._awaited = self._seq = 0
        self._rolled = False
        self._repeat_every = repeat_every
        self._repeat_at = now
        self._send(self._hello, now)

    @property
    def is_full(self) -> bool:
        """Eight throws wait: the tray makes no ninth, and blinks."""
        return len(self.waiting) >= QUEUE

    def roll(self, now: int) -> None:
        """Both dice are rolling or in a hand: the next rest counts."""
        self._rolled = True
        self._send(frame("R"), now)

    def rest(self, a: int, b: int, now: int) -> bool:
        """The dice lie still, showing a and b. Says whether that made a throw (rules 1 and 2).

        Raises ValueError when no dice show that.
        """
        if not (1 <= a <= 6 and 1 <= b <= 6):
            raise ValueError(f"field out of range: dice show 1 to 6, not {a} and {b}")
        return self._make("T", (a, b), now)

    def rest_unread(self, code: str, now: int) -> bool:
        """The dice lie still and cannot be read. Says whether that made a fault."""
        if code not in CODES:
            raise ValueError(f"field out of range: {code}")
        return self._make("F", (code,), now)

    def receive(self, data: bytes, now: int) -> None:
        """What came in, in whatever pieces."""
        for line in self._lines.feed(data):
            self._handle(fields(line), now)

    def tick(self, now: int) -> None:
        """Say what is due: a repeat, or a heartbeat. To be called at ``due()``, or oftener."""
        if self.waiting and now >= self._repeat_at:
            self._send_oldest(now)
        if now - self._last_sent >= HEARTBEAT_EVERY:
            self._send(frame("B"), now)

    def due(self) -> int:
        """When ``tick`` will next have something to say."""
        heartbeat = self._last_sent + HEARTBEAT_EVERY
        return min(heartbeat, self._repeat_at) if self.waiting else heartbeat

    def bytes_to_send(self) -> bytes:
        """Everything to be written since the last call."""
        data, self._outbox = self._outbox, b""
        return data

    def _make(self, kind: str, shown: tuple[object, ...], now: int) -> bool:
        if not self._rolled or self.is_full:
            return False
        self._rolled = False
        self._seq += 1
        line = frame(kind, self.boot, self._seq, *shown, self._awaited)
        self.waiting.append((self._seq, line))
        if len(self.waiting) == 1:
            self._send_oldest(now)
        return True

    def _handle(self, said: list[str], now: int) -> None:
        if said == ["?"]:
            self._send(self._hello, now)
        elif said[:2] == ["A", self.boot] and len(said) == 3:
            self._forget(said[2], now)
        elif said[:1] == ["L"] and len(said) == 3 and said[1] in LAMPS and said[2].isdigit():
            self.lamp = (said[1], int(said[2]))
            self._awaited = self.lamp[1] or self._awaited

    def _forget(self, seq: str, now: int) -> None:
        left = [(number, line) for number, line in self.waiting if str(number) != seq]
        if len(left) < len(self.waiting):
            self.waiting = left
            if left:
                self._send_oldest(now)

    def _send_oldest(self, now: int) -> None:
        self._repeat_at = now + self._repeat_every
        self._send(self.waiting[0][1], now)

    def _send(self, line: bytes, now: int) -> None:
        self._last_sent = now
        self._outbox += line
