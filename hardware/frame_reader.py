"""Reader of frames from a byte stream that may be noisy or torn.

Reading never raises. A FrameReader accepts any bytes, buffers at most one line, drops and counts
invalid lines, and resumes after the next LF.
"""

from collections import Counter
from collections.abc import Iterator

from hardware.frames import LONGEST_LINE, BadLine, Frame, RejectReason, decode


class FrameReader:
    """Incremental parser from bytes to frames.

    ``bad`` counts the dropped lines by reason. A line that does not begin with ``$`` is not a
    frame and is skipped without being counted.

    >>> reader = FrameReader()
    >>> reader.feed(b"boot banner\\n$B*4AD0"), reader.feed(b"CF31\\n")
    ([], [Heartbeat()])
    """

    def __init__(self) -> None:
        self.bad: Counter[RejectReason] = Counter()
        self._line = bytearray()
        self._overflowed = False

    def feed(self, data: bytes) -> list[Frame]:
        """Return the frames that ``data`` completes, in order."""
        return [frame for line in self._lines(data) if (frame := self._read(line)) is not None]

    def reset(self) -> None:
        """Discard the unfinished line, for a new connection."""
        self._line.clear()
        self._overflowed = False

    def _lines(self, data: bytes) -> Iterator[bytes]:
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._keep(piece)
            yield bytes(self._line)
            self.reset()
        self._keep(rest)

    def _keep(self, piece: bytes) -> None:
        room = LONGEST_LINE - 1 - len(self._line)
        self._overflowed |= len(piece) > room
        self._line += piece[:room]

    def _read(self, line: bytes) -> Frame | None:
        if not line.startswith(b"$"):
            return None
        try:
            if self._overflowed:
                raise BadLine(RejectReason.TOO_LONG)
            return decode(line.removesuffix(b"\r"))
        except BadLine as bad:
            self.bad[bad.cause] += 1
            return None
