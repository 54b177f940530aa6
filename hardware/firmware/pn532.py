"""The PN532 chip on a UART ("HSU" on its switches): which tags lie in its field.

Two at most, which is what a tray with two dice has. Frames and commands are those of NXP's PN532
user manual (UM0701-02), sections 6.2.1 and 7.
"""

MYPY = False
if MYPY:
    from .protocols import Uart

_WAKE = b"\x55\x55" + b"\x00" * 14
_TO_CHIP, _FROM_CHIP = 0xD4, 0xD5
_SAM_CONFIGURATION = b"\x14\x01\x14\x01"  # normal mode, no security module
_FEW_RETRIES = b"\x32\x05\xff\x01\x02"  # or an empty field would be searched for ever
_LIST_TWO = b"\x4a\x02\x00"  # InListPassiveTarget: two targets, ISO 14443 A at 106 kbit/s
_ACK = b"\x00\x00\xff\x00\xff\x00"
_LONGEST = 64


class Pn532:
    """A chip on ``uart`` (``write(data)``, ``read(count)`` that waits a while and may give less).

    Every method raises OSError when the chip does not answer, or answers something else.
    """

    def __init__(self, uart: "Uart") -> None:
        self._uart = uart
        self._awake = False

    def tags_in_field(self) -> list[str]:
        """The tags' serial numbers, in lower-case hex."""
        if not self._awake:
            self._uart.write(_WAKE)
            self._ask(_SAM_CONFIGURATION)
            self._ask(_FEW_RETRIES)
            self._awake = True
        try:
            return _tags(self._ask(_LIST_TWO))
        except OSError:
            self._awake = False  # it may have lost its power: begin anew
            raise

    def _ask(self, command: bytes) -> bytes:
        self._uart.write(_framed(command))
        if self._uart.read(len(_ACK)) != _ACK:
            self._drain()
            raise OSError("the PN532 does not answer")
        head = self._uart.read(5) or b""
        if len(head) < 5 or head[:3] != b"\x00\x00\xff" or (head[3] + head[4]) & 0xFF:
            self._drain()
            raise OSError("the PN532 answers no frame")
        length = head[3]
        body = self._uart.read(length + 2) or b""
        if len(body) < length + 2 or sum(body[: length + 1]) & 0xFF:
            self._drain()
            raise OSError("the PN532's answer is garbled")
        if length < 2 or body[0] != _FROM_CHIP or body[1] != command[0] + 1:
            self._drain()
            raise OSError("the PN532 answers something else")
        return body[2:length]

    def _drain(self) -> None:
        while self._uart.read(_LONGEST):
            pass


def _framed(command: bytes) -> bytes:
    data = bytes([_TO_CHIP]) + command
    length = len(data)
    head = bytes([0x00, 0x00, 0xFF, length, -length & 0xFF])
    return head + data + bytes([-sum(data) & 0xFF, 0x00])


def _tags(answer: bytes) -> list[str]:
    """From InListPassiveTarget's answer: count, then for each tag Tg SENS_RES SEL_RES length id,
    and what it answered to being selected (ATS) when SEL_RES has bit 6 set."""
    found: list[str] = []
    at = 1
    for _ in range(answer[0]):
        selected, length = answer[at + 3], answer[at + 4]
        at += 5
        found.append("".join(f"{byte:02x}" for byte in answer[at : at + length]))
        at += length
        if selected & 0x20:
            at += answer[at]
    return found
