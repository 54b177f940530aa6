"""Tray's end of the protocol, version 1: bytes in, bytes out, without a port.

Only the oldest unacknowledged throw is sent, so that throws arrive in order. The state is small
enough for a microcontroller: a list of at most eight lines, two times and four numbers.
"""

from binascii import crc32

PROTOCOL = 1
LONGEST_LINE = 64  # bytes, LF included
REPEAT_EVERY = 500  # milliseconds between two transmissions of the same throw
HEARTBEAT_EVERY = 2000  # milliseconds without another frame
PROBED = 5000  # milliseconds for which a request for readings counts
QUEUE = 8  # throws kept until they are acknowledged

COCKED, MISSING, EXTRA, SENSOR = CODES = ("cocked", "missing", "extra", "sensor")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"
OFF, WAIT, READY = LAMPS = ("off", "wait", "ready")


def frame(*fields: object) -> bytes:
    """Encode a frame as a line with its LF. Raises ValueError if it is too long."""
    body = ",".join([str(field) for field in fields]).encode()
    line = b"$%s*%08X\n" % (body, crc32(body))
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a frame of {len(line)} bytes is too long: shorten the uid")
    return line


def fields(line: bytes) -> list[str]:
    """Return the type and the fields of a line without its LF; empty if invalid."""
    star = line.rfind(b"*")
    if line[:1] != b"$" or len(line.rstrip(b"\r")) != star + 9:
        return []
    body = line[1:star]
    if b"%08X" % crc32(body) != line[star + 1 : star + 9] or not all(byte < 127 for byte in body):
        return []
    return body.decode().split(",")


class LineReader:
    """Incremental parser from bytes to lines; drops lines that are too long."""

    def __init__(self) -> None:
        self._line = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that ``data`` completes, without their LF."""
        lines = (self._line + data).split(b"\n")
        # Keep one byte more than fits, so that a line that is too long remains too long.
        self._line = lines.pop()[:LONGEST_LINE]
        return [line for line in lines if len(line) < LONGEST_LINE]


class Tray:
    """Protocol state of a tray from power-up on; it sends hello at once.

    ``boot`` must be different at each power-up (8 hex digits). Raises ValueError if ``uid`` has
    other characters than a frame may contain, or is too long.
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
            raise ValueError(f"invalid uid '{uid}': use letters, digits, '.', '_' and '-'")
        self.boot = boot
        self.lamp = (OFF, 0)
        self.waiting: list[tuple[int, bytes]] = []  # seq and line, oldest first
        self._hello = frame("H", uid, firmware, PROTOCOL, boot)
        self._lines = LineReader()
        self._outbox = b""
        self._awaited = self._seq = self._cards = 0
        self._probed_until = now
        self._rolled = False
        self._repeat_every = repeat_every
        self._repeat_at = now
        self._send(self._hello, now)

    @property
    def is_full(self) -> bool:
        """True while eight throws wait: the tray makes no ninth, and the lamp blinks."""
        return len(self.waiting) >= QUEUE

    def roll(self, now: int) -> None:
        """Register that both dice are rolling or picked up, so that the next rest counts."""
        self._rolled = True
        self._send(frame("R"), now)

    def rest(self, a: int, b: int, now: int) -> bool:
        """Register dice at rest. Return True if that made a throw (rules 1 and 2).

        Raises ValueError if ``a`` or ``b`` is not 1 to 6.
        """
        if not (1 <= a <= 6 and 1 <= b <= 6):
            raise ValueError(f"field out of range: dice show 1 to 6, not {a} and {b}")
        return self._make("T", (a, b), now)

    def rest_unread(self, code: str, now: int) -> bool:
        """Register unreadable dice at rest. Return True if that made a fault.

        Raises ValueError if ``code`` is not in CODES.
        """
        if code not in CODES:
            raise ValueError(f"field out of range: {code}")
        return self._make("F", (code,), now)

    def fail(self, now: int) -> bool:
        """Register that the sensor has failed. Return True if that made a fault.

        It is said at once, not only while dice roll, so that nobody throws in vain.
        """
        self._rolled = True
        is_made = self.rest_unread(SENSOR, now)
        self._rolled = False
        return is_made

    def hold_card(self, number: int, now: int) -> None:
        """Register that the bank card of a player, 1 to 8, is held to the reader."""
        self._cards += 1
        self._send(frame("C", self.boot, self._cards, number), now)

    def is_probed(self, now: int) -> bool:
        """Return True while somebody asks for what the sensor reads."""
        return now < self._probed_until

    def tell_reading(self, words: list[str], now: int) -> None:
        """Send what the sensor reads; see ``Reader.seen``."""
        self._send(frame("S", *words), now)

    def receive(self, data: bytes, now: int) -> None:
        """Handle received bytes, which may end anywhere in a line."""
        for line in self._lines.feed(data):
            self._handle(fields(line), now)

    def tick(self, now: int) -> None:
        """Send a repeat or a heartbeat if it is due. Call it at ``due()`` or earlier."""
        if self.waiting and now >= self._repeat_at:
            self._send_oldest(now)
        if now - self._last_sent >= HEARTBEAT_EVERY:
            self._send(frame("B"), now)

    def due(self) -> int:
        """Return the time at which ``tick`` will send the next frame."""
        heartbeat = self._last_sent + HEARTBEAT_EVERY
        return min(heartbeat, self._repeat_at) if self.waiting else heartbeat

    def bytes_to_send(self) -> bytes:
        """Return the bytes to write, and empty the outbox."""
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

    def _handle(self, words: list[str], now: int) -> None:
        if words == ["?"]:
            self._send(self._hello, now)
        elif words == ["P"]:
            self._probed_until = now + PROBED
        elif words[:2] == ["A", self.boot] and len(words) == 3:
            self._forget(words[2], now)
        elif words[:1] == ["L"] and len(words) == 3 and words[1] in LAMPS and words[2].isdigit():
            self.lamp = (words[1], int(words[2]))
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
