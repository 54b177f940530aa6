"""Frames out of a stream of bytes that may be noisy, torn, or no tray's at all.

Reading never raises. A FrameReader takes any bytes whatever, keeps at most one line of them,
drops what is no frame, counts why, and starts again after the next LF.
"""

from collections import Counter
from collections.abc import Iterator

from hardware.frames import LONGEST_LINE, BadLine, Frame, RejectReason, decode


class FrameReader:
    """Bytes in, in whatever pieces they come; frames out.

    ``bad`` counts the lines that were dropped, by cause; those that do not begin with ``$`` never
    claimed to be frames, and are not counted.

    >>> reader = FrameReader()
    >>> reader.feed(b"boot banner\\n$B*4AD0"), reader.feed(b"CF31\\n")
    ([], [Heartbeat()])
    """

    def __init__(self) -> None:
        self.bad: Counter[RejectReason] = Counter()
        self._line = bytearray()
        self._overflowed = False

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that ``data`` completes, in order."""
        return [frame for line in self._lines(data) if (frame := self._read(line)) is not None]

    def reset(self) -> None:
        """Forget the unfinished line: another connection begins."""
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
