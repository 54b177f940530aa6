"""Standard input and output as a line: USB on the board, a pipe or terminal elsewhere."""

import select
import sys


class StandardLine:
    """Reads what is there, byte by byte: on the board, a longer read waits for all of it."""

    def __init__(self) -> None:
        # CPython's would read ahead, and poll() does not know of what it holds.
        self._in = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        """Whatever has come in, at most as much as a few frames."""
        data = b""
        while len(data) < 256 and self._poll.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data: bytes) -> None:
        """All of it; frames are short, so that this does not wait for a host that reads."""
        self._out.write(data)
        if hasattr(self._out, "flush"):
            self._out.flush()
