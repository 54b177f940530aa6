"""Driver of a PN532 RFID chip on a UART ("HSU" on its switches).

The chip lists two tags at most, enough for a tray with two dice. Frames and commands follow NXP's
PN532 user manual (UM0701-02), sections 6.2.1 and 7.
"""

MYPY = False
if MYPY:
    from .protocols import Uart

_WAKE = b"\x55\x55" + b"\x00" * 14
_TO_CHIP, _FROM_CHIP = 0xD4, 0xD5
_SAM_CONFIGURATION = b"\x14\x01\x14\x01"  # normal mode, no security module
_FEW_RETRIES = b"\x32\x05\xff\x01\x02"  # otherwise the chip would search an empty field for ever
_LIST_TWO = b"\x4a\x02\x00"  # InListPassiveTarget: two targets, ISO 14443 A at 106 kbit/s
_ACK = b"\x00\x00\xff\x00\xff\x00"
_LONGEST = 64


class Pn532:
    """PN532 chip on a UART.

    ``uart`` has ``write(data)``, and ``read(count)`` with a timeout, which may return fewer bytes
    or None. Every method raises OSError if the chip does not answer, or not as expected.
    """

    def __init__(self, uart: "Uart") -> None:
        self._uart = uart
        self._awake = False

    def tags_in_field(self) -> list[str]:
        """Return the serial numbers of the tags in the field, in lower-case hex."""
        if not self._awake:
            self._uart.write(_WAKE)
            self._ask(_SAM_CONFIGURATION)
            self._ask(_FEW_RETRIES)
            self._awake = True
        try:
            return _tags(self._ask(_LIST_TWO))
        except OSError:
            self._awake = False  # the chip may have lost its power: configure it again
            raise

    def _ask(self, command: bytes) -> bytes:
        self._uart.write(_framed(command))
        if self._uart.read(len(_ACK)) != _ACK:
            self._fail("the PN532 does not answer")
        head = self._uart.read(5) or b""
        if len(head) < 5 or head[:3] != b"\x00\x00\xff" or (head[3] + head[4]) & 0xFF:
            self._fail("the PN532's answer is not a frame")
        length = head[3]
        body = self._uart.read(length + 2) or b""
        if len(body) < length + 2 or sum(body[: length + 1]) & 0xFF:
            self._fail("the PN532's answer has a wrong checksum")
        if length < 2 or body[0] != _FROM_CHIP or body[1] != command[0] + 1:
            self._fail("the PN532 answers another command")
        return body[2:length]

    def _fail(self, why: str) -> None:
        """Read what is left of an answer, and raise OSError."""
        while self._uart.read(_LONGEST):
            pass
        raise OSError(why)


def _framed(command: bytes) -> bytes:
    data = bytes([_TO_CHIP]) + command
    length = len(data)
    head = bytes([0x00, 0x00, 0xFF, length, -length & 0xFF])
    return head + data + bytes([-sum(data) & 0xFF, 0x00])


def _tags(answer: bytes) -> list[str]:
    """Return the serial numbers in the answer to InListPassiveTarget.

    The answer is the number of tags, then for each one: Tg, SENS_RES, SEL_RES, length, id, and its
    answer to select (ATS) if bit 6 of SEL_RES is set.
    """
    tags: list[str] = []
    at = 1
    for _ in range(answer[0]):
        selected, length = answer[at + 3], answer[at + 4]
        at += 5
        tags.append("".join(f"{byte:02x}" for byte in answer[at : at + length]))
        at += length
        if selected & 0x20:
            at += answer[at]
    return tags
