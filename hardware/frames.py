"""Frames of the dice tray's protocol, version 1: encoding and decoding.

A frame is one ASCII line of at most 64 bytes, including its LF::

    $T,5f3a09c1,17,3,5,212*6381695D

Type and fields are between ``$`` and ``*``; the CRC-32 of those bytes follows as eight upper-case
hex digits. A frame object is always valid: creating one with a field out of range raises
ValueError.
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
CARDS = 8  # bank cards, one for each player

_LINE = re.compile(rb"\$(([A-Z?])((?:,[A-Za-z0-9._-]+)*))\*([0-9A-F]{8})")
_WORD = re.compile(r"[A-Za-z0-9._-]+")
_BOOT = re.compile(r"[0-9A-Fa-f]{8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_LARGEST = 2**32 - 1  # a tray counts in 32 bits


class RejectReason(StrEnum):
    """Reason for dropping a line, with its label for tables of counts."""

    TOO_LONG = "too long"
    MALFORMED = "malformed"
    WRONG_CRC = "wrong crc"
    UNKNOWN_TYPE = "unknown type"
    BAD_FIELD = "field out of range"
    CONTRADICTION = "same throw, other dice"  # counted by TraySession, not by the decoder
    TOO_MANY = "too many"  # counted by TraySession


class BadLine(ValueError):
    """Raised for a line that begins like a frame but is invalid; see ``cause``."""

    def __init__(self, cause: RejectReason) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _NoFields:
    """Frame that consists of its type only."""

    __slots__ = ()

    def fields(self) -> tuple[str, ...]:
        """Return the fields after the type, in their order on the line."""
        return ()

    @classmethod
    def parse(cls) -> Self:
        return cls()


@dataclass(frozen=True, slots=True)
class Hello:
    """Hello, from tray to bank: sent at power-up and as the answer to a query.

    ``uid`` never changes; ``boot`` is different at each power-up (8 hex digits).
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
    """Throw, from tray to bank: both dice came to rest.

    ``seq`` counts throws and faults from 1 at each boot. ``awaited`` is the move number of the last
    ready lamp when the dice came to rest, or 0 if there was none since boot.
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
    """Fault, from tray to bank: the dice are at rest but cannot be read.

    ``code`` is one of ``CODES``; ``seq`` and ``awaited`` are as in a throw.
    """

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
    """Hint, from tray to bank, that the dice are rolling; it is never acknowledged."""

    TYPE: ClassVar = "R"


@dataclass(frozen=True, slots=True)
class Heartbeat(_NoFields):
    """Heartbeat, from tray to bank, every 2 s while nothing else is sent."""

    TYPE: ClassVar = "B"


@dataclass(frozen=True, slots=True)
class Card:
    """Hint, from tray to bank, that a bank card was held to the reader; never acknowledged.

    ``seq`` counts cards from 1 at each boot. ``number`` is that of the card's player, 1 to 8.
    """

    TYPE: ClassVar = "C"
    boot: str
    seq: int
    number: int

    def __post_init__(self) -> None:
        _require(_is_boot(self.boot) and _counts(self.seq, least=1), self)
        _require(1 <= self.number <= CARDS, self)

    def fields(self) -> tuple[str, ...]:
        return self.boot, str(self.seq), str(self.number)

    @classmethod
    def parse(cls, boot: str, seq: str, number: str) -> Self:
        return cls(boot, _number(seq), _number(number))


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading of the sensor, from tray to bank, at each change while it is probed.

    A word is a key (``2-5``: the 5 of die 2), or a tag with what it was taught as: a face
    (``04a1b2c3.2-5``), a card (``04a1b2c3.c4``) or nothing (``04a1b2c3``).
    """

    TYPE: ClassVar = "S"
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _require(all(_WORD.fullmatch(word) for word in self.words), self)

    def fields(self) -> tuple[str, ...]:
        return self.words

    @classmethod
    def parse(cls, *words: str) -> Self:
        return cls(words)


@dataclass(frozen=True, slots=True)
class Query(_NoFields):
    """Query, from bank to tray: requests a hello."""

    TYPE: ClassVar = "?"


@dataclass(frozen=True, slots=True)
class Probe(_NoFields):
    """Request, from bank to tray, for what its sensor reads during the next five seconds."""

    TYPE: ClassVar = "P"


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Acknowledgement, from bank to tray, of a throw or fault whose result is stored."""

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
    """Lamp, from bank to tray: ``ready`` (for move ``number``), ``wait`` or ``off``."""

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


FromTray = Hello | Throw | Fault | Rolling | Heartbeat | Card | Reading
ToTray = Query | Probe | Acknowledge | Lamp
Frame = FromTray | ToTray

_FRAMES: tuple[type[Frame], ...] = (
    Hello,
    Throw,
    Fault,
    Rolling,
    Heartbeat,
    Card,
    Reading,
    Query,
    Probe,
    Acknowledge,
    Lamp,
)
_BY_TYPE = {kind.TYPE: kind for kind in _FRAMES}


def encode(frame: Frame) -> bytes:
    """Encode a frame as a line with its LF.

    Raises ValueError if the line is too long, which only a long uid or reading can cause.
    """
    body = ",".join((frame.TYPE, *frame.fields())).encode("ascii")
    line = b"$%s*%08X\n" % (body, crc32(body))
    if len(line) > LONGEST_LINE:
        raise ValueError(f"{frame} makes a line of more than {LONGEST_LINE} bytes")
    return line


def decode(line: bytes) -> Frame:
    """Decode a line without its LF. Raises BadLine if it is not a valid frame."""
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
    except (ValueError, TypeError):  # TypeError: wrong number of fields
        raise BadLine(RejectReason.BAD_FIELD) from None


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text!r} is not a number")
    return int(text)


def _counts(number: int, least: int = 0) -> bool:
    return least <= number <= _LARGEST


def _is_boot(text: str) -> bool:
    return bool(_BOOT.fullmatch(text))


def _require(is_valid: bool, frame: object) -> None:
    if not is_valid:
        raise ValueError(f"field out of range: {frame}")
