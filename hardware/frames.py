"""The dice tray's frames, protocol version 1: values to bytes and back, without any port.

A frame is one ASCII line of at most 64 bytes, its LF included::

    $T,5f3a09c1,17,3,5,212*6381695D

between ``$`` and ``*`` its type and fields, then the CRC-32 of just those bytes in eight upper-case
hex digits. A frame that exists is a valid one: building
one with a field out of range raises ValueError, whether a program asked for it or a line did.
"""

import re
from binascii import crc32
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self

PROTOCOL = 1
LONGEST_LINE = 64  # bytes, LF included
CODES = ("cocked", "missing", "extra", "sensor")
LAMPS = ("ready", "wait", "off")

_LINE = re.compile(rb"\$(([A-Z?])((?:,[A-Za-z0-9._-]+)*))\*([0-9A-F]{8})")
_WORD = re.compile(r"[A-Za-z0-9._-]+")
_BOOT = re.compile(r"[0-9A-Fa-f]{8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_LARGEST = 2**32 - 1  # a tray counts in 32 bits


class RejectReason(StrEnum):
    """Why a line was dropped. The text fits in a table of counts."""

    TOO_LONG = "too long"
    MALFORMED = "malformed"
    WRONG_CRC = "wrong crc"
    UNKNOWN_TYPE = "unknown type"
    BAD_FIELD = "field out of range"
    CONTRADICTION = "same throw, other dice"  # counted by TraySession, which alone can notice
    TOO_MANY = "too many"  # and so is this


class BadLine(ValueError):
    """A line that begins like a frame and is none; ``cause`` says what is wrong with it."""

    def __init__(self, cause: RejectReason) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _NoFields:
    """A frame that is only its type."""

    __slots__ = ()

    def fields(self) -> tuple[str, ...]:
        """What follows the type on the line, in order; every frame says it so."""
        return ()

    @classmethod
    def parse(cls) -> Self:
        return cls()


@dataclass(frozen=True, slots=True)
class Hello:
    """Tray to bank, at power-up and when asked: who I am.

    ``uid`` never changes; ``boot`` is another one at each power-up.
    """

    TYPE: ClassVar = "H"
    uid: str
    firmware: str
    protocol: int
    boot: str

    def __post_init__(self) -> None:
        _require(bool(_WORD.fullmatch(self.uid) and _WORD.fullmatch(self.firmware)), self)
        _require(_counts(self.protocol, least=1) and _is_boot(self.boot), self)

    def fields(self) -> tuple[str, ...]:
        return self.uid, self.firmware, str(self.protocol), self.boot

    @classmethod
    def parse(cls, uid: str, firmware: str, protocol: str, boot: str) -> Self:
        return cls(uid, firmware, _number(protocol), boot)


@dataclass(frozen=True, slots=True)
class Throw:
    """Tray to bank: both dice came to rest.

    ``seq`` counts throws and faults from 1 at each boot. ``awaited`` is the number of the last
    ready lamp when they came to rest, 0 if there was none since boot.
    """

    TYPE: ClassVar = "T"
    boot: str
    seq: int
    dice: tuple[int, int]
    awaited: int

    def __post_init__(self) -> None:
        _require(_is_boot(self.boot) and _counts(self.seq, least=1) and _counts(self.awaited), self)
        _require(len(self.dice) == 2 and all(1 <= die <= 6 for die in self.dice), self)

    def fields(self) -> tuple[str, ...]:
        return self.boot, str(self.seq), *map(str, self.dice), str(self.awaited)

    @classmethod
    def parse(cls, boot: str, seq: str, a: str, b: str, awaited: str) -> Self:
        return cls(boot, _number(seq), (_number(a), _number(b)), _number(awaited))


@dataclass(frozen=True, slots=True)
class Fault:
    """Tray to bank: the dice came to rest and cannot be read. Counted along with the throws."""

    TYPE: ClassVar = "F"
    boot: str
    seq: int
    code: str
    awaited: int

    def __post_init__(self) -> None:
        _require(_is_boot(self.boot) and _counts(self.seq, least=1) and _counts(self.awaited), self)
        _require(self.code in CODES, self)

    def fields(self) -> tuple[str, ...]:
        return self.boot, str(self.seq), self.code, str(self.awaited)

    @classmethod
    def parse(cls, boot: str, seq: str, code: str, awaited: str) -> Self:
        return cls(boot, _number(seq), code, _number(awaited))


@dataclass(frozen=True, slots=True)
class Rolling(_NoFields):
    """Tray to bank: the dice are rolling or were picked up. A hint, never acknowledged."""

    TYPE: ClassVar = "R"


@dataclass(frozen=True, slots=True)
class Heartbeat(_NoFields):
    """Tray to bank, every 2 s while nothing else is sent."""

    TYPE: ClassVar = "B"


@dataclass(frozen=True, slots=True)
class Query(_NoFields):
    """Bank to tray: say hello."""

    TYPE: ClassVar = "?"


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Bank to tray: that throw or fault is dealt with, for good."""

    TYPE: ClassVar = "A"
    boot: str
    seq: int

    def __post_init__(self) -> None:
        _require(_is_boot(self.boot) and _counts(self.seq, least=1), self)

    def fields(self) -> tuple[str, ...]:
        return self.boot, str(self.seq)

    @classmethod
    def parse(cls, boot: str, seq: str) -> Self:
        return cls(boot, _number(seq))


@dataclass(frozen=True, slots=True)
class Lamp:
    """Bank to tray: ``ready`` for the throw of move ``number``, or ``wait``, or ``off``."""

    TYPE: ClassVar = "L"
    state: str
    number: int = 0

    def __post_init__(self) -> None:
        _require(self.state in LAMPS and _counts(self.number), self)
        _require((self.state == "ready") == (self.number > 0), self)

    def fields(self) -> tuple[str, ...]:
        return self.state, str(self.number)

    @classmethod
    def parse(cls, state: str, number: str) -> Self:
        return cls(state, _number(number))


FromTray = Hello | Throw | Fault | Rolling | Heartbeat
ToTray = Query | Acknowledge | Lamp
Frame = FromTray | ToTray

_FRAMES: tuple[type[Frame], ...] = (
    *(Hello, Throw, Fault, Rolling, Heartbeat),
    *(Query, Acknowledge, Lamp),
)
_BY_TYPE = {kind.TYPE: kind for kind in _FRAMES}


def encode(frame: Frame) -> bytes:
    """The line for a frame, LF and all. ValueError if it is too long (because its uid is)."""
    body = ",".join((frame.TYPE, *frame.fields())).encode("ascii")
    line = b"$%s*%08X\n" % (body, crc32(body))
    if len(line) > LONGEST_LINE:
        raise ValueError(f"{frame} makes a line of more than {LONGEST_LINE} bytes")
    return line


def decode(line: bytes) -> Frame:
    """The frame in a line that begins with ``$`` and has lost its LF. Raises BadLine."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise BadLine(RejectReason.MALFORMED)
    body, kind, fields, crc = parts.groups()
    if crc32(body) != int(crc, 16):
        raise BadLine(RejectReason.WRONG_CRC)
    if kind.decode() not in _BY_TYPE:
        raise BadLine(RejectReason.UNKNOWN_TYPE)
    try:
        return _BY_TYPE[kind.decode()].parse(*fields.decode().split(",")[1:])
    except (ValueError, TypeError):  # TypeError: another number of fields
        raise BadLine(RejectReason.BAD_FIELD) from None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _counts(number: int, least: int = 0) -> bool:
    return least <= number <= _LARGEST


def _is_boot(text: str) -> bool:
    return bool(_BOOT.fullmatch(text))


def _require(holds: bool, frame: object) -> None:
    if not holds:
        raise ValueError(f"field out of range: {frame}")
