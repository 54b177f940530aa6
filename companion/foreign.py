"""Boundary for everything that comes from outside: files, archives and lines.

Code that reads foreign input opens it here. The input must be a regular file, of limited size,
nested no deeper than ``engine.limits`` allows and in the right encoding, before anybody looks at a
value. Every failure raises ``ForeignError`` with a reason and the place. The engine, which imports
the standard library only, has its own part of these checks in ``engine.limits``.

Limits are generous: ten times what the program itself ever wrote, and small enough for a Raspberry
Pi.
"""

import os
import stat
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.engine.limits import (
    ForeignError,
    UnreadableFile,
    decode,
    excerpt,
    parse_json,
    read_file,
)
from companion.engine.notation import Record, parse_record
from companion.engine.problems import InputProblem, Problem

LARGEST_RECORD = 1 << 22
LARGEST_SETTINGS = 1 << 16
LONGEST_LINE = 1 << 20
"""Largest number of bytes in a line of a second copy."""
MOST_MEMBERS = 100
"""Largest number of files in an archive; a bundle has 13."""
_LARGEST_DIRECTORY = 1 << 16
MOST_GROWTH = 50
"""Largest ratio of unpacked to packed size: a ledger packs to a fifth, zeros to 1/1000."""
_SMALL_ARCHIVE = 1 << 20
_CHUNK = 1 << 18
_METHODS = (ZIP_STORED, ZIP_DEFLATED)
_ENCRYPTED = 1


def read_record(path: Path) -> Record:
    """Return the record in a file. Raises ForeignError with the line that is invalid."""
    return parse_record(read_text(path), str(path))


def read_text(path: Path) -> str:
    """Return the text of a record. Raises ForeignError if it cannot be one."""
    return decode(read_file(path, LARGEST_RECORD), str(path))


def read_json(path: Path, most: int = LARGEST_SETTINGS) -> Any:
    """Return the value in a JSON file. Raises ForeignError."""
    text = decode(read_file(path, most), str(path))
    try:
        return parse_json(text)
    except ForeignError as error:
        raise ForeignError(error.reason, str(path)) from error


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading.

    Raises UnreadableFile if it is anything else or cannot be opened; a pipe or device never blocks.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        raise UnreadableFile(str(path), getattr(error, "strerror", None) or str(error)) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UnreadableFile(str(path), Problem(InputProblem.NOT_A_REGULAR_FILE))
    return open(handle, "rb")


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their ends; the last one may be incomplete.

    Raises ForeignError with the number of a line that is too long.
    """
    with open_file(path) as file:
        number = 0
        while line := _read(path, file, LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                place = f"{path}:{number}"
                raise ForeignError(InputProblem.LINE_TOO_LONG, place, most=LONGEST_LINE)
            yield line


def _read(path: Path, file: BinaryIO, most: int) -> bytes:
    try:
        return file.readline(most)
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error


class Archive:
    """Zip file whose list of files and sizes are not trusted.

    Raises ForeignError if it cannot be read, is encrypted, uses a compression that a bundle does
    not, has too many files, or unpacks to far more than its size.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = open_file(path)
        try:
            size = os.fstat(self._file.fileno()).st_size
            self._left = max(size * MOST_GROWTH, _SMALL_ARCHIVE)
            _check_directory(path, self._file, size)
            self._zip = ZipFile(self._file)
            if len(self._zip.infolist()) > MOST_MEMBERS:
                raise _unreadable(path, InputProblem.TOO_MANY_FILES)
        except ForeignError:
            self._file.close()
            raise
        except _ZIP_FAILURES as error:
            self._file.close()
            raise _unreadable(path, InputProblem.ARCHIVE_DAMAGED) from error

    @property
    def names(self) -> list[str]:
        """Names of the files, without folders, exactly as stored; perhaps twice."""
        return [member.filename for member in self._zip.infolist() if not member.is_dir()]

    def chunks(self, name: str) -> Iterator[bytes]:
        """Yield the content of a file in pieces. Raises ForeignError."""
        try:
            member = self._zip.getinfo(name)
            self._check(member)
            with self._zip.open(member) as file:
                while chunk := file.read(_CHUNK):
                    self._left -= len(chunk)
                    if self._left < 0:
                        raise _unreadable(self.path, InputProblem.UNPACKS_TO_TOO_MUCH)
                    yield chunk
        except ForeignError:
            raise
        except _ZIP_FAILURES as error:
            raise _unreadable(self.path, InputProblem.ARCHIVE_DAMAGED) from error

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a file of at most ``most`` bytes. Raises ForeignError."""
        data = bytearray()
        for chunk in self.chunks(name):
            data += chunk
            if len(data) > most:
                raise _unreadable(self.path, InputProblem.MEMBER_TOO_LARGE, name=excerpt(name))
        return bytes(data)

    def _check(self, member: ZipInfo) -> None:
        if member.flag_bits & _ENCRYPTED:
            raise _unreadable(self.path, InputProblem.ARCHIVE_ENCRYPTED)
        if member.compress_type not in _METHODS:
            raise _unreadable(self.path, InputProblem.UNKNOWN_COMPRESSION)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()


_ZIP_FAILURES = (
    BadZipFile,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""Exceptions of ``zipfile`` for damaged or malicious archives."""

_END = b"PK\x05\x06"
_END_64 = b"PK\x06\x07"
_END_SIZE, _END_64_SIZE, _LONGEST_COMMENT = 22, 20, (1 << 16) - 1


def _check_directory(path: Path, file: BinaryIO, size: int) -> None:
    """Refuse a long list of files before ``ZipFile`` makes an object of each.

    The end of the archive has the length of its list, and is found in the same way as by
    ``zipfile``. The 64-bit form of that end is only for archives much larger than a bundle.
    """
    file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT))
    tail = file.read()
    end = len(tail) - _END_SIZE
    if end < 0 or not (tail.startswith(_END, end) and tail.endswith(b"\0\0")):
        end = tail.rfind(_END)
    if end < 0 or len(tail) < end + _END_SIZE:
        raise BadZipFile("no end")
    members, length = struct.unpack_from("<HL", tail, end + 10)
    if tail.startswith(_END_64, max(0, end - _END_64_SIZE)):
        members = MOST_MEMBERS + 1
    if members > MOST_MEMBERS or length > _LARGEST_DIRECTORY:
        raise _unreadable(path, InputProblem.TOO_MANY_FILES)
    file.seek(0)


def _unreadable(path: Path, reason: InputProblem, **facts: object) -> UnreadableFile:
    return UnreadableFile(str(path), Problem(reason, **facts))
