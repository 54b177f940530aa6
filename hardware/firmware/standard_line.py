"""Standard input and output as a line: USB on the board, a pipe elsewhere."""

import select
import sys


class StandardLine:
    """Line that reads byte by byte, because a longer read on the board would block."""

    def __init__(self) -> None:
        # A buffered reader of CPython reads ahead, and poll() does not see its buffer.
        self._in = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        """Return the bytes that have arrived, at most a few frames."""
        data = b""
        while len(data) < 256 and self._poll.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data: bytes) -> None:
        """Write all of ``data``. Frames are short, so this rarely blocks."""
        self._out.write(data)
        if hasattr(self._out, "flush"):
            self._out.flush()
