"""Frames of the dice tray's protocol, version 1: encoding and decoding.

A frame is one ASCII line of at most 64 bytes, including its LF::

    $T,5f3a09c1,17,3,5,212*6381695D

Type and fields are between ``$`` and ``*``; the CRC-32 of those bytes follows as eight upper-case
hex digits. A frame object is always valid: creating one with a field out of range raises
ValueError.
"""

import re
from binascii import crc32
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import fields as fields_of
from enum import StrEnum
from typing import ClassVar, Self, get_args

PROTOCOL = 1
LONGEST_LINE = 64  # bytes, LF included
CODES = ("cocked", "missing", "extra", "sensor")
LAMPS = ("ready", "wait", "off")
CARDS = 8  # bank cards, one for each player

_LINE = re.compile(rb"\$(([A-Z?])((?:,[A-Za-z0-9._-]+)*))\*([0-9A-F]{8})")
_WORD = re.compile(r"[A-Za-z0-9._-]+")
_BOOT = re.compile(r"[0-9A-Fa-f]{8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_COUNTS = range(2**32)  # a tray counts in 32 bits
_FROM_1 = _COUNTS[1:]
_RULES: dict[str, re.Pattern[str] | range | tuple[str, ...]] = {
    "uid": _WORD,
    "firmware": _WORD,
    "protocol": _FROM_1,
    "boot": _BOOT,
    "seq": _FROM_1,
    "dice": range(1, 7),
    "awaited": _COUNTS,
    "code": CODES,
    "words": _WORD,
    "state": LAMPS,
    "number": _COUNTS,
}
"""Rule of a field, or of each part of it, by its name: a pattern, or all that is possible."""


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


@dataclass(frozen=True, slots=True)
class _Frame:
    """Frame whose fields are in their order on the line."""

    TYPE: ClassVar[str]

    def __post_init__(self) -> None:
        allowed = (_is_allowed(one.name, getattr(self, one.name)) for one in fields_of(self))
        if not (all(allowed) and self._is_consistent()):
            raise ValueError(f"field out of range: {self}")

    def _is_consistent(self) -> bool:
        return True

    def fields(self) -> tuple[str, ...]:
        """Return the fields after the type, in their order on the line."""
        values = (getattr(self, one.name) for one in fields_of(self))
        return tuple(str(part) for value in values for part in _parts(value))

    @classmethod
    def parse(cls, *words: str) -> Self:
        made: Callable[..., Self] = cls
        typed = zip(words, fields_of(cls), strict=True)
        return made(*(_number(word) if one.type is int else word for word, one in typed))


@dataclass(frozen=True, slots=True)
class Hello(_Frame):
    """Hello, from tray to bank: sent at power-up and as the answer to a query.

    ``uid`` never changes; ``boot`` is different at each power-up (8 hex digits).
    """

    TYPE = "H"
    uid: str
    firmware: str
    protocol: int
    boot: str


@dataclass(frozen=True, slots=True)
class Throw(_Frame):
    """Throw, from tray to bank: both dice came to rest.

    ``seq`` counts throws and faults from 1 at each boot. ``awaited`` is the move number of the last
    ready lamp when the dice came to rest, or 0 if there was none since boot.
    """

    TYPE = "T"
    boot: str
    seq: int
    dice: tuple[int, int]
    awaited: int

    def _is_consistent(self) -> bool:
        return len(self.dice) == 2

    @classmethod
    def parse(cls, *words: str) -> Self:
        boot, seq, a, b, awaited = words
        return cls(boot, _number(seq), (_number(a), _number(b)), _number(awaited))


@dataclass(frozen=True, slots=True)
class Fault(_Frame):
    """Fault, from tray to bank: the dice are at rest but cannot be read.

    ``code`` is one of ``CODES``; ``seq`` and ``awaited`` are as in a throw.
    """

    TYPE = "F"
    boot: str
    seq: int
    code: str
    awaited: int


@dataclass(frozen=True, slots=True)
class Rolling(_Frame):
    """Hint, from tray to bank, that the dice are rolling; it is never acknowledged."""

    TYPE = "R"


@dataclass(frozen=True, slots=True)
class Heartbeat(_Frame):
    """Heartbeat, from tray to bank, every 2 s while nothing else is sent."""

    TYPE = "B"


@dataclass(frozen=True, slots=True)
class CardFrame(_Frame):
    """Hint, from tray to bank, that a bank card was held to the reader; never acknowledged.

    ``seq`` counts cards from 1 at each boot. ``number`` is that of the card's player, 1 to 8.
    """

    TYPE = "C"
    boot: str
    seq: int
    number: int

    def _is_consistent(self) -> bool:
        return 1 <= self.number <= CARDS


@dataclass(frozen=True, slots=True)
class Reading(_Frame):
    """Reading of the sensor, from tray to bank, at each change while it is probed.

    A word is a key (``2-5``: the 5 of die 2), or a tag with what it was taught as: a face
    (``04a1b2c3.2-5``), a card (``04a1b2c3.c4``) or nothing (``04a1b2c3``).
    """

    TYPE = "S"
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, *words: str) -> Self:
        return cls(words)


@dataclass(frozen=True, slots=True)
class Query(_Frame):
    """Query, from bank to tray: requests a hello."""

    TYPE = "?"


@dataclass(frozen=True, slots=True)
class Probe(_Frame):
    """Request, from bank to tray, for what its sensor reads during the next five seconds."""

    TYPE = "P"


@dataclass(frozen=True, slots=True)
class Acknowledge(_Frame):
    """Acknowledgement, from bank to tray, of a throw or fault whose result is stored."""

    TYPE = "A"
    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Lamp(_Frame):
    """Lamp, from bank to tray: ``ready`` (for move ``number``), ``wait`` or ``off``."""

    TYPE = "L"
    state: str
    number: int = 0

    def _is_consistent(self) -> bool:
        return (self.state == "ready") == (self.number > 0)


FromTray = Hello | Throw | Fault | Rolling | Heartbeat | CardFrame | Reading
ToTray = Query | Probe | Acknowledge | Lamp
Frame = FromTray | ToTray

_BY_TYPE: dict[str, type[Frame]] = {kind.TYPE: kind for kind in get_args(Frame)}


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


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _is_allowed(name: str, value: object) -> bool:
    match _RULES[name]:
        case re.Pattern() as pattern:
            return all(isinstance(it, str) and pattern.fullmatch(it) for it in _parts(value))
        case range() as numbers:
            # Python looks for anything but an int at each of the numbers, for minutes.
            return all(type(it) is int and it in numbers for it in _parts(value))
        case words:
            return all(it in words for it in _parts(value))
