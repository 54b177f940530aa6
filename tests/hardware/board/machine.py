"""The module ``machine`` of a board, as far as the tray uses it, for MicroPython without a board.

Its UART has a PN532 on it. Each time that the chip lists its tags, another tag is in its field:
once none, then each tag of both dice, the second one twice.
"""

ACK = b"\x00\x00\xff\x00\xff\x00"
LIST = 0x4A
FIELD = (None, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)  # tag in the field for each listing


class Pin:
    """A pin; the chip needs only its number."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, *_):
        self.number = number


class UART:
    """A UART with a PN532 that answers every command."""

    def __init__(self, *_, **__):
        self._out = b""
        self._lists = 0

    def write(self, data):
        """Take a command, or the bytes that wake the chip."""
        if data[:1] == b"\x55":
            return
        command = data[6]
        said = bytes([0xD5, command + 1]) + (self._listed() if command == LIST else b"")
        head = bytes([0, 0, 255, len(said), -len(said) & 255])
        self._out += ACK + head + said + bytes([-sum(said) & 255, 0])

    def read(self, count):
        """Return up to ``count`` bytes of the answers."""
        data, self._out = self._out[:count], self._out[count:]
        return data

    def _listed(self):
        tag = FIELD[self._lists]
        self._lists += 1
        if tag is None:
            return b"\x00"
        return bytes([1, 1, 0, 4, 0, 4, 0xDE, 0xAD, 0, tag])
