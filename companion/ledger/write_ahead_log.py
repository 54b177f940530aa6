"""Examine the write-ahead log before SQLite does, to tell damage from its end.

After a power cut, up to 1 MiB of the newest moves exist only in ``ledger.db-wal``. SQLite reads the
log up to the first frame whose salts or checksum are wrong and ignores the rest. That rule is made
for power cuts. For a flipped bit it is wrong: one bit near the beginning of the log silently
removes every later move, and the next checkpoint deletes the evidence.

The format (sqlite.org/fileformat2.html, section 4): a header of 32 bytes (magic, version, page
size, checkpoint number, two salts, checksum), then frames, each 24 bytes and one page of the
database. A frame begins with the number of its page; the size of the database in pages if the frame
ends a transaction, else 0; the two salts of the header; and a checksum, which covers the first 8
bytes and the page and continues from the checksum of the frame before.

A power cut and later damage can be distinguished, because the ledger has one writer, and that
writer waits for the disk after every transaction:

- A power cut damages at most the one transaction that was being written. So after the first bad
  frame, frames with the salts of this log end at most one transaction. Two or more prove later
  damage. With psow=0, SQLite repeats the last frame of a transaction up to the end of the sector;
  the repetition is flushed only in part, and counts as one with its original. A frame's header may
  be half written where it crosses a sector boundary; there it counts only if the frame's checksum
  continues from the frame before.
- Frames with other salts are the remains of an older log, which SQLite overwrites from the front.
  They were in the database before the new header was written, and are ignored.
- The header is flushed before the first frame is written. So a bad header before complete
  transactions proves damage, unless the database already has their pages: then the header of a new
  log was being written over an old one, and nothing is lost. The first frame begins in the block
  of the header, which may be junk while it is written: if both are bad, one transaction is in
  question.
- The checksum is linear, so the one bit that would make a frame or header valid can be computed.
  If there is such a bit, and the log has more transactions after it is flipped back, the log is
  damaged, even if the bit is in the very last transaction. (An unwritten sector could differ from
  the written one in a single bit, too. That would be a false alarm, but no loss.)

Two cases cannot be decided from the log alone. Larger damage to the last transaction, or to the
repeated frame before it, looks like a power cut during that transaction, before anybody saw it. A
log that lost its end at a frame boundary looks like a shorter log. Such logs are opened; the table
is told about an incomplete transaction. The second copy, if any, and a photographed fingerprint
decide both cases.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.engine.problems import Problem
from companion.ledger import paths
from companion.ledger.errors import Damaged, LedgerError
from companion.ledger.problems import LedgerProblem

_HEADER, _FRAME, _SALTS = 32, 24, slice(16, 24)
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""Byte order of the checksums, by the first word of the log."""
_VERSION = 3_007_000
_SECTOR = 512
"""Number of bytes that a disk writes completely or not at all."""
_MOST_BITS = 8
"""Number of flipped bits to search for before the rest of a log is given up."""
_WORD = 1 << 32

_Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of an examination; ``fault`` is None for a valid log.

    ``unfinished`` is True if the log ends in one incomplete transaction, which was either being
    written when the power failed, or damaged since.
    """

    fault: Problem | None = None
    unfinished: bool = False


def check(path: Path) -> None:
    """Raise Damaged if SQLite would lose moves when it reads the log of ``path``."""
    if fault := examine(path).fault:
        raise Damaged.of(fault)


def examine(path: Path, named: Path | None = None) -> Finding:
    """Examine the log of the ledger ``path``. Raise LedgerError if it cannot be read.

    ``named`` is the ledger that the sentence names, if ``path`` is a copy.
    """
    paths.refuse_strangers(path)
    data = all_bytes(path)
    found = _judged(path, _Log(data), named or path)
    # A log that is being written can have gaps when it is read. Real damage is there again on the
    # second reading.
    return examine(path, named) if found.fault and all_bytes(path) != data else found


def _judged(path: Path, log: "_Log", name: Path) -> Finding:
    if log.verified and not (path.exists() and path.stat().st_size):
        return Finding(_missing(name, log))
    in_question = log.commits_behind() if log.has_header else _commits_not_in(path, log)
    most = _repaired(log).commits() - log.commits()
    if in_question <= (1 if log.may_begin_with_junk() else 0) and not most:
        return Finding(unfinished=in_question > 0)
    return Finding(_rotten(name, log, max(in_question, most)))


def all_bytes(path: Path) -> bytes:
    """Return the log of the ledger ``path``. Raise LedgerError if it cannot be read."""
    return _bytes(paths.log(path))


def first_bytes(path: Path) -> bytes:
    """Return the header of the log of the ledger ``path``, which differs in every log."""
    return all_bytes(path)[:_HEADER]


def repair(path: Path) -> None:
    """Flip single damaged bits back in the log of ``path``, which is a private copy.

    Only the checksums prove the repair. Moves found in this way must be verified by their hash
    chain. Raise LedgerError if the log cannot be read or written.
    """
    log = _Log(all_bytes(path))
    repaired = _repaired(log, guess=False)
    if repaired is not log:
        paths.log(path).write_bytes(repaired.data)


def _missing(path: Path, log: "_Log") -> Problem:
    without = LedgerProblem.LOG_WITHOUT_LEDGER
    return Problem(without, path=path, log=paths.log(path).name, count=log.commits())


def _rotten(path: Path, log: "_Log", count: int) -> Problem:
    return Problem(
        LedgerProblem.LOG_DAMAGED,
        path=path,
        log=paths.log(path).name,
        frame=log.verified + log.has_header,
        frames=len(log.frames),
        count=count,
    )


def _bytes(log: Path) -> bytes:
    try:
        return log.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LedgerError(LedgerProblem.UNREADABLE, path=log, why=error.strerror) from error


@dataclass(frozen=True, slots=True)
class _LogFrame:
    at: int
    page: int
    size: int
    """Number of pages of the database if the frame ends a transaction, else 0."""
    salts: bytes
    sums: _Sums

    def repeats(self, before: "_LogFrame | None") -> bool:
        """Return True if this is the padding after the end of a transaction."""
        return before is not None and (before.page, before.size) == (self.page, self.size)


class _Log:
    """Frames of a log; SQLite would read the first ``verified`` of them."""

    def __init__(self, data: bytes) -> None:
        self.data = data.ljust(_HEADER, b"\0")
        header = self.data[:_HEADER]
        magic, version, self.page_size, *_ = struct.unpack(">8I", header)
        self.order = _MAGIC.get(magic, "<")
        self.salts, self.start = header[_SALTS], struct.unpack(">2I", header[24:])
        sums = _checksum(header[:24], (0, 0), self.order)
        self.has_header = (magic in _MAGIC, version, sums) == (True, _VERSION, self.start)
        if not (512 <= self.page_size <= 65536 and self.page_size.bit_count() == 1):
            self.has_header, self.page_size = False, 4096
        self.frames = list(self._frames())
        self.verified = self._count_verified() if self.has_header else 0

    def with_turned(self, bit: int) -> "_Log":
        """Return the log with one bit turned."""
        data = bytearray(self.data)
        data[bit // 8] ^= 1 << bit % 8
        return _Log(bytes(data))

    def commits(self) -> int:
        """Count the transactions that SQLite would read."""
        return self._commits(self.frames[: self.verified], self.salts)

    def commits_behind(self) -> int:
        """Count the transactions of this log that end at or after the first bad frame."""
        before = self.frames[self.verified - 1] if self.verified else None
        return self._commits(self.frames[self.verified :], self.salts, before)

    def may_begin_with_junk(self) -> bool:
        """Return True unless the header is bad beside a first frame that is whole."""
        return self.has_header or not (len(self.frames) > 1 and self.continues(1))

    def continues(self, number: int) -> bool:
        """Return True if the checksum of a frame continues from that of the frame before."""
        frame = self.frames[number]
        return _checksum(self.covered(frame), self.before(number), self.order) == frame.sums

    def before(self, number: int) -> _Sums:
        """Return the checksum from which that of a frame continues."""
        return self.frames[number - 1].sums if number else self.start

    def covered(self, frame: _LogFrame) -> bytes:
        """Return the bytes that the checksum of a frame covers."""
        page = frame.at + _FRAME
        return self.data[frame.at : frame.at + 8] + self.data[page : page + self.page_size]

    def own_frames(self) -> list[_LogFrame]:
        """Return the valid frames after a header that cannot be read.

        Frames are valid from the first one whose checksum continues from the frame before.
        """
        valid = [number for number in range(1, len(self.frames)) if self.continues(number)]
        salts = self.frames[valid[0]].salts if valid else b""
        return [self.frames[number] for number in valid if self.frames[number].salts == salts]

    def _frames(self) -> Iterator[_LogFrame]:
        step = _FRAME + self.page_size
        for at in range(_HEADER, len(self.data) - step + 1, step):
            page, size = struct.unpack_from(">2I", self.data, at)
            sums = struct.unpack_from(">2I", self.data, at + 16)
            yield _LogFrame(at, page, size, self.data[at + 8 : at + 16], sums)

    def _count_verified(self) -> int:
        numbers = range(len(self.frames))
        bad = (n for n in numbers if self.frames[n].salts != self.salts or not self.continues(n))
        return next(bad, len(self.frames))

    def _commits(
        self, frames: list[_LogFrame], salts: bytes, before: _LogFrame | None = None
    ) -> int:
        count = 0
        for frame in frames:
            if frame.size and frame.salts == salts and self._is_trusted(frame):
                count += not frame.repeats(before)
            before = frame
        return count

    def _is_trusted(self, frame: _LogFrame) -> bool:
        """Return True if no part of the frame's header can be that of an older frame."""
        in_one_sector = frame.at // _SECTOR == (frame.at + _FRAME - 1) // _SECTOR
        return in_one_sector or self.continues((frame.at - _HEADER) // (_FRAME + self.page_size))


def _commits_not_in(path: Path, log: _Log) -> int:
    """Count the transactions after a bad header; 0 if the database has their pages."""
    frames = log.own_frames()
    ends = [number for number, frame in enumerate(frames) if frame.size]
    if not ends:
        return 0
    pages = {frame.page: frame.at + _FRAME for frame in frames[: ends[-1] + 1]}
    database = _bytes(path)
    for page, at in pages.items():
        start = (page - 1) * log.page_size
        if database[start : start + log.page_size] != log.data[at : at + log.page_size]:
            return log._commits(frames, frames[0].salts)
    return 0


def _repaired(log: _Log, guess: bool = True) -> _Log:
    """Return the log with single flipped bits restored; the same log if none are.

    Near the top of a word, several bits can explain one checksum. Any of them shows that one was
    flipped; which one matters only if no later frame has the same page. Without ``guess``, an
    ambiguous bit ends the repair.
    """
    for _ in range(_MOST_BITS):
        flipped = _flipped_in_frame if log.has_header else _flipped_in_header
        bits = _farthest(log, list(flipped(log)))
        repaired = next((more for bit in bits if (more := log.with_turned(bit)).has_header), log)
        if repaired.verified <= log.verified:
            break
        if not guess and log.has_header and len(bits) > 1:
            page = log.frames[log.verified].page
            later = repaired.frames[log.verified + 1 : repaired.verified]
            if all(frame.page != page for frame in later):
                break
        log = repaired
    return log


def _farthest(log: _Log, bits: list[int]) -> list[int]:
    """Return those of the bits that may have been flipped after which more of the log is valid.

    The first may be one of the checksum, from which the next frame then does or does not continue.
    The others are of the page, and lead equally far.
    """
    if len(bits) < 2:
        return bits
    first, second = (log.with_turned(bit).verified for bit in bits[:2])
    if first == second:
        return bits
    return bits[:1] if first > second else bits[1:]


def _flipped_in_header(log: _Log) -> Iterator[int]:
    for order in _MAGIC.values():
        for bit in _flipped(log.data[:_HEADER], (0, 0), order):
            if log.with_turned(bit).verified:
                yield bit


def _flipped_in_frame(log: _Log) -> Iterator[int]:
    if log.verified == len(log.frames):
        return
    frame, before = log.frames[log.verified], log.before(log.verified)
    wrong = _differing(frame.salts, log.salts)
    if wrong.bit_count() == 1 and log.continues(log.verified):
        yield 8 * (frame.at + 8) + wrong.bit_length() - 1
    if wrong:
        return
    covered = log.covered(frame)
    for bit in _flipped(covered + struct.pack(">2I", *frame.sums), before, log.order):
        if bit < 64:
            yield 8 * frame.at + bit
        elif bit < 8 * len(covered):
            yield 8 * (frame.at + _FRAME - 8) + bit
        else:
            yield 8 * (frame.at + 16 - len(covered)) + bit


def _flipped(checked: bytes, start: _Sums, order: str) -> Iterator[int]:
    """Yield the bits of ``checked`` that would each make its checksum valid.

    The checksum is the last 8 bytes.
    """
    covered, stored = checked[:-8], struct.unpack(">2I", checked[-8:])
    sums = _checksum(covered, start, order)
    wrong = _differing(checked[-8:], struct.pack(">2I", *sums))
    if wrong.bit_count() == 1:
        yield 8 * len(covered) + wrong.bit_length() - 1
    off = tuple((stored[place] - sums[place]) % _WORD for place in (0, 1))
    # Growth of the checksum with the even and with the odd word of a pair, from the last pair to
    # the first.
    even, odd = (1, 1), (0, 1)
    words = struct.unpack(f"{order}{len(covered) // 4}I", covered)
    for number in range(len(words) - 1, 0, -2):
        for place, (first, second) in ((number, odd), (number - 1, even)):
            for bit in range(32):
                change = -(1 << bit) if words[place] >> bit & 1 else 1 << bit
                if (first * change % _WORD, second * change % _WORD) == off:
                    byte = bit // 8 if order == "<" else 3 - bit // 8
                    yield 8 * (4 * place + byte) + bit % 8
        even, odd = _one_pair_earlier(even), _one_pair_earlier(odd)


def _differing(one: bytes, other: bytes) -> int:
    """Return a number in which the bits are set that differ."""
    return int.from_bytes(one, "little") ^ int.from_bytes(other, "little")


def _one_pair_earlier(growth: _Sums) -> _Sums:
    first, second = growth
    return (first + second) % _WORD, (first + 2 * second) % _WORD


def _checksum(data: bytes, start: _Sums, order: str) -> _Sums:
    """Continue the checksum ``start`` over ``data``, pair by pair of words of 32 bits."""
    first, second = start
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
